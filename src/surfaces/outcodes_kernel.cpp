#include "surfaces/outcodes.hpp"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/outcodes_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::surfaces::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

template <class Scalar>
Scalar rounded_down(double value) {
    if constexpr (sizeof(Scalar) == sizeof(double))
        return value;
    else
        return lower_float(value);
}

/// A vertex is four numbers: with two or four lanes, each lane always holds the same coordinate.
template <class Scalar, class Vertex>
HWY_INLINE void find_sides(const Vertex* vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                           std::uint8_t* sides) {
    const hn::CappedTag<Scalar, 4> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<Scalar, 4>());
    alignas(64) Scalar lo[4], hi[4];
    for (std::size_t k = 0; k < 3; ++k) {
        lo[k] = rounded_down<Scalar>(box.lo[k]);
        hi[k] = -rounded_down<Scalar>(-box.hi[k]);
    }
    lo[3] = -std::numeric_limits<Scalar>::infinity();
    hi[3] = -lo[3];
    for (std::size_t i = begin; i < end; ++i) {
        unsigned beyond = 0;
        for (std::size_t lane = 0; lane < 4; lane += lanes) {
            const auto v = hn::Load(d, reinterpret_cast<const Scalar*>(vertices + i) + lane);
            beyond |= bits_of(d, hn::Lt(v, hn::Load(d, lo + lane))) << lane;
            beyond |= bits_of(d, hn::Gt(v, hn::Load(d, hi + lane))) << (4 + lane);
        }
        sides[i] = static_cast<std::uint8_t>(beyond);
    }
}

void SidesBeyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                 std::uint8_t* sides) {
    if (vertices.doubles != nullptr) {
        find_sides<double>(vertices.doubles, begin, end, box, sides);
    } else {
        find_sides<float>(vertices.floats, begin, end, box, sides);
    }
}

}  // namespace pliant::surfaces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::surfaces {

HWY_EXPORT(SidesBeyond);

void sides_beyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                  std::uint8_t* sides) {
    HWY_DYNAMIC_DISPATCH(SidesBeyond)(vertices, begin, end, box, sides);
}

std::size_t triangles_within(const std::uint8_t* sides, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, std::array<std::uint32_t, 3>* out) {
    std::size_t kept = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const auto [a, b, c] = triangles[i];
        out[kept] = {a, b, c};
        kept += (sides[a] & sides[b] & sides[c]) == 0 ? 1 : 0;
    }
    return kept;
}

}  // namespace pliant::surfaces
#endif
