#include "frame/copy_points.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "frame/copy_points_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/prefetch.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::frame::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Scalar, class Vertex>
HWY_INLINE void copy_one(const std::byte* point, Vertex* out, PointsRead& read) {
    Scalar p[3];
    std::memcpy(p, point, sizeof p);
    *out = {p[0], p[1], p[2], 0};
    const Scalar spoilt = (p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]);  // NaN unless all are finite
    read.finite &= spoilt == 0;
    read.box = united(read.box, {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}});
}

/// What was seen of the numbers in some lanes.
template <class Tag>
struct Seen {
    hn::Vec<Tag> least, greatest, spoilt;
};

template <class Tag>
HWY_INLINE Seen<Tag> nothing_seen(Tag d) {
    const auto infinite = hn::Set(d, std::numeric_limits<hn::TFromD<Tag>>::infinity());
    return {infinite, hn::Neg(infinite), hn::Zero(d)};
}

/// `of_points`: the lanes that are not the fourth of a point.
template <class Tag>
HWY_INLINE void copy_lanes(Tag d, hn::Vec<Tag> value, hn::Mask<Tag> of_points, hn::TFromD<Tag>* to, Seen<Tag>& seen) {
    value = hn::IfThenElseZero(of_points, value);
    hn::StoreU(value, d, to);  // two points need not lie on 32 bytes
    seen.least = hn::Min(seen.least, value);
    seen.greatest = hn::Max(seen.greatest, value);
    seen.spoilt = hn::Or(seen.spoilt, hn::Sub(value, value));  // some bit, unless all are finite
}

/// Adds what was seen in lanes `first`, ... of a point, or of two.
template <class Tag>
HWY_INLINE void add(Tag d, const Seen<Tag>& seen, std::size_t first, PointsRead& read) {
    constexpr std::size_t lanes = hn::MaxLanes(Tag());
    alignas(64) hn::TFromD<Tag> least[lanes], greatest[lanes];
    hn::Store(seen.least, d, least);
    hn::Store(seen.greatest, d, greatest);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t k = (first + lane) % 4;
        if (k == 3) continue;
        read.box.lo[k] = std::min<double>(read.box.lo[k], least[lane]);
        read.box.hi[k] = std::max<double>(read.box.hi[k], greatest[lane]);
    }
    read.finite &= hn::AllTrue(d, hn::Eq(seen.spoilt, hn::Zero(d)));
}

#if HWY_TARGET <= HWY_AVX3

/// Four packed points at a time, for as long as there are six before `last`: one load takes five and a third.
/// Prefetches what is read and what is written next: the hardware prefetcher stops at the end of a page.
std::size_t copy_packed(const std::byte* points, std::size_t i, std::size_t last, simd::FloatVertex* out,
                        PointsRead& read) {
    const hn::FixedTag<float, 16> d;
    alignas(64) static constexpr std::int32_t places[16] = {0, 1, 2, 0, 3, 4, 5, 3, 6, 7, 8, 6, 9, 10, 11, 9};
    alignas(64) static constexpr float weights[16] = {1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0};
    const auto of_points = hn::Gt(hn::Load(d, weights), hn::Zero(d));
    const auto order = hn::SetTableIndices(d, places);
    auto seen = nothing_seen(d);
    const auto* from = reinterpret_cast<const float*>(points);
    constexpr std::size_t ahead = 3072;  // bytes
    for (; i + 6 <= last; i += 4) {
        simd::prefetch(from + 3 * i + ahead / sizeof(float));
        simd::prefetch_to_write(out + i + ahead / sizeof(simd::FloatVertex));
        copy_lanes(d, hn::TableLookupLanes(hn::LoadU(d, from + 3 * i), order), of_points, &out[i].x, seen);
    }
    add(d, seen, 0, read);
    return i;
}

#else

std::size_t copy_packed(const std::byte*, std::size_t i, std::size_t, simd::FloatVertex*, PointsRead&) { return i; }

#endif

std::size_t copy_packed(const std::byte*, std::size_t i, std::size_t, simd::DoubleVertex*, PointsRead&) { return i; }

#if HWY_MAX_BYTES >= 32

/// Two points at a time, for as long as there are two before `last`.
std::size_t copy_pairs(const std::byte* points, std::size_t stride, std::size_t i, std::size_t last,
                       simd::FloatVertex* out, PointsRead& read) {
    const hn::FixedTag<float, 4> four;
    const hn::FixedTag<float, 8> d;
    alignas(32) static constexpr float weights[8] = {1, 1, 1, 0, 1, 1, 1, 0};
    const auto of_points = hn::Gt(hn::Load(d, weights), hn::Zero(d));
    auto seen = nothing_seen(d);
    const std::byte* point = points + i * stride;
    for (; i + 2 <= last; i += 2, point += 2 * stride) {
        const auto* from = reinterpret_cast<const float*>(point);
        const auto* next = reinterpret_cast<const float*>(point + stride);
        copy_lanes(d, hn::Combine(d, hn::LoadU(four, next), hn::LoadU(four, from)), of_points, &out[i].x, seen);
    }
    add(d, seen, 0, read);
    return i;
}

#else

std::size_t copy_pairs(const std::byte*, std::size_t, std::size_t i, std::size_t, simd::FloatVertex*, PointsRead&) {
    return i;
}

#endif

std::size_t copy_pairs(const std::byte*, std::size_t, std::size_t i, std::size_t, simd::DoubleVertex*, PointsRead&) {
    return i;
}

template <class Scalar, class Vertex>
std::size_t copy_singles(const std::byte* points, std::size_t stride, std::size_t i, std::size_t last, Vertex* out,
                         PointsRead& read) {
    using Tag = hn::CappedTag<Scalar, 4>;
    constexpr std::size_t lanes = hn::MaxLanes(Tag());
    const Tag d;
    Seen<Tag> seen[4 / lanes];
    for (Seen<Tag>& some : seen) some = nothing_seen(d);
    for (; i < last; ++i) {
        const auto* from = reinterpret_cast<const Scalar*>(points + i * stride);
        auto* to = reinterpret_cast<Scalar*>(out + i);
        for (std::size_t lane = 0; lane < 4; lane += lanes) {
            const auto of_points = hn::FirstN(d, lane + lanes == 4 ? lanes - 1 : lanes);
            copy_lanes(d, hn::LoadU(d, from + lane), of_points, to + lane, seen[lane / lanes]);
        }
    }
    for (std::size_t lane = 0; lane < 4; lane += lanes) add(d, seen[lane / lanes], lane, read);
    return i;
}

/// Loads four numbers per point where the three belong to it and the fourth is still within the array: that holds for
/// all points but the last.
template <class Scalar, class Vertex>
PointsRead copy(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                Vertex* out) {
    PointsRead read{true, Box<double>::empty()};
    std::size_t i = begin;
    if (stride >= 3 * sizeof(Scalar) && stride % sizeof(Scalar) == 0 && count > 0) {
        const std::size_t last = std::min(end, count - 1);
        if (stride == 3 * sizeof(Scalar)) i = copy_packed(points, i, last, out, read);
        i = copy_pairs(points, stride, i, last, out, read);
        i = copy_singles<Scalar>(points, stride, i, last, out, read);
    }
    for (; i < end; ++i) copy_one<Scalar>(points + i * stride, out + i, read);
    return read;
}

PointsRead CopyFloats(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                      std::size_t end, simd::FloatVertex* out) {
    return copy<float>(points, stride, count, begin, end, out);
}

PointsRead CopyDoubles(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, simd::DoubleVertex* out) {
    return copy<double>(points, stride, count, begin, end, out);
}

}  // namespace pliant::frame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::frame {

HWY_EXPORT(CopyFloats);
HWY_EXPORT(CopyDoubles);

PointsRead copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, simd::FloatVertex* out) {
    return HWY_DYNAMIC_DISPATCH(CopyFloats)(points, stride, count, begin, end, out);
}

PointsRead copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, simd::DoubleVertex* out) {
    return HWY_DYNAMIC_DISPATCH(CopyDoubles)(points, stride, count, begin, end, out);
}

}  // namespace pliant::frame
#endif
