#include "detect/regularity/region_bounds.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/regularity/region_bounds_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "broad_phase/box_overlaps-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;
using broad_phase::HWY_NAMESPACE::overlaps;

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void gather_boxes(const RegionBounds* bounds, const std::uint32_t* regions, broad_phase::BoxBlock& out) {
    for (std::size_t i = 0; i < broad_phase::block_size; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            out.lo[axis][i] = bounds[regions[i]].lo[axis];
            out.hi[axis][i] = bounds[regions[i]].hi[axis];
        }
    }
}

#else

/// Corner i, or corners i and i + 4.
HWY_INLINE Float corners_of_boxes(const RegionBounds* bounds, const std::uint32_t* regions,
                                  float (RegionBounds::*corner)[4], std::size_t i) {
    const FourFloats f;
    const auto first = hn::Load(f, bounds[regions[i]].*corner);
#if HWY_MAX_BYTES >= 32
    return hn::Combine(Floats(), hn::Load(f, bounds[regions[i + 4]].*corner), first);
#else
    return first;
#endif
}

HWY_INLINE void gather_boxes(const RegionBounds* bounds, const std::uint32_t* regions, broad_phase::BoxBlock& out) {
    const Floats d;
    for (std::size_t at = 0; at < broad_phase::block_size; at += float_lanes) {
        const auto gather = [&](float(RegionBounds::*corner)[4], float(*to)[broad_phase::block_size]) HWY_ATTR {
            const auto row = [&](std::size_t i) HWY_ATTR { return corners_of_boxes(bounds, regions + at, corner, i); };
            const auto columns = columns_of(d, row(0), row(1), row(2), row(3));
            hn::Store(columns.x, d, to[0] + at);
            hn::Store(columns.y, d, to[1] + at);
            hn::Store(columns.z, d, to[2] + at);
        };
        gather(&RegionBounds::lo, out.lo);
        gather(&RegionBounds::hi, out.hi);
    }
}

#endif

HWY_INLINE void gather_boxes(const RegionBounds* bounds, std::span<const std::uint32_t> regions,
                             broad_phase::BoxBlock& out) {
    // The last one stands in for those that are not there.
    std::uint32_t numbers[broad_phase::block_size];
    for (std::size_t i = 0; i < broad_phase::block_size; ++i) numbers[i] = regions[std::min(i, regions.size() - 1)];
    gather_boxes(bounds, numbers, out);
}

std::uint64_t MeetingBoxes(const RegionBounds* bounds, std::span<const std::uint32_t> a,
                           std::span<const std::uint32_t> b) {
    broad_phase::BoxBlock boxes_a, boxes_b;
    gather_boxes(bounds, a, boxes_a);
    gather_boxes(bounds, b, boxes_b);
    constexpr std::uint64_t all = ~std::uint64_t{0}, in_each_row = 0x0101010101010101;
    const std::uint64_t rows = all >> (broad_phase::block_size * (broad_phase::block_size - a.size()));
    const std::uint64_t lanes = in_each_row * (0xffu >> (broad_phase::block_size - b.size()));
    return overlaps(boxes_a, boxes_b) & rows & lanes;
}

void UniteRegions(std::span<const Parent> parents, RegionBounds* bounds) {
    const hn::CappedTag<float, 4> f;
    const hn::CappedTag<std::uint64_t, 4> w;
    for (const Parent& parent : parents) {
        const RegionBounds &a = bounds[parent.left], &b = bounds[parent.right];
        RegionBounds& out = bounds[parent.region];
        for (std::size_t i = 0; i < 4; i += hn::MaxLanes(f)) {
            hn::Store(hn::Min(hn::Load(f, a.lo + i), hn::Load(f, b.lo + i)), f, out.lo + i);
            hn::Store(hn::Max(hn::Load(f, a.hi + i), hn::Load(f, b.hi + i)), f, out.hi + i);
        }
        for (std::size_t i = 0; i < 4; i += hn::MaxLanes(w)) {
            const auto common = hn::And(hn::Load(w, a.directions.word + i), hn::Load(w, b.directions.word + i));
            hn::Store(common, w, out.directions.word + i);
        }
    }
}

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::regularity {

HWY_EXPORT(MeetingBoxes);
HWY_EXPORT(UniteRegions);

std::uint64_t meeting_boxes(const RegionBounds* bounds, std::span<const std::uint32_t> a,
                            std::span<const std::uint32_t> b) {
    return HWY_DYNAMIC_DISPATCH(MeetingBoxes)(bounds, a, b);
}

void unite_regions(std::span<const Parent> parents, RegionBounds* bounds) {
    HWY_DYNAMIC_DISPATCH(UniteRegions)(parents, bounds);
}

}  // namespace pliant::regularity
#endif
