#include "simd/vertices.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/vertices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Scalar, class Vertex>
HWY_INLINE bool copy_one(const std::byte* point, Vertex* out) {
    Scalar p[3];
    std::memcpy(p, point, sizeof p);
    *out = {p[0], p[1], p[2], 0};
    const Scalar spoilt = (p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]);  // NaN unless all are finite
    return spoilt == 0;
}

/// Loads four numbers per point where the three belong to it and the fourth is still within the array: that holds for
/// all points but the last.
template <class Scalar, class Vertex>
bool copy(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
          Vertex* out) {
    const hn::CappedTag<Scalar, 4> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<Scalar, 4>());
    std::size_t i = begin;
    bool finite = true;
    if (stride >= 3 * sizeof(Scalar) && stride % sizeof(Scalar) == 0 && count > 0) {
        auto spoilt = hn::Zero(d);
        for (const std::size_t last = std::min(end, count - 1); i < last; ++i) {
            const auto* from = reinterpret_cast<const Scalar*>(points + i * stride);
            auto* to = reinterpret_cast<Scalar*>(out + i);
            for (std::size_t lane = 0; lane < 4; lane += lanes) {
                auto value = hn::LoadU(d, from + lane);
                if (lane + lanes == 4) value = hn::IfThenElseZero(hn::FirstN(d, lanes - 1), value);
                hn::Store(value, d, to + lane);
                spoilt = hn::Or(spoilt, hn::Sub(value, value));  // some bit, unless all are finite
            }
        }
        finite = hn::AllTrue(d, hn::Eq(spoilt, hn::Zero(d)));
    }
    for (; i < end; ++i) finite &= copy_one<Scalar>(points + i * stride, out + i);
    return finite;
}

bool CopyFloats(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                FloatVertex* out) {
    return copy<float>(points, stride, count, begin, end, out);
}

bool CopyDoubles(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                 DoubleVertex* out) {
    return copy<double>(points, stride, count, begin, end, out);
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(CopyFloats);
HWY_EXPORT(CopyDoubles);

bool copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                 FloatVertex* out) {
    return HWY_DYNAMIC_DISPATCH(CopyFloats)(points, stride, count, begin, end, out);
}

bool copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                 DoubleVertex* out) {
    return HWY_DYNAMIC_DISPATCH(CopyDoubles)(points, stride, count, begin, end, out);
}

}  // namespace pliant::simd
#endif
