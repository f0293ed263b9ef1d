#include "broad_phase/box_overlaps.hpp"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/box_overlaps_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "broad_phase/box_bounds-inl.hpp"
#include "broad_phase/box_overlaps-inl.hpp"
#include "simd/area-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::broad_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Numbers = hn::CappedTag<std::uint32_t, block_size>;
static_assert(hn::MaxLanes(Floats()) <= block_size);

template <class Vector>
HWY_INLINE void store_box(const Coordinates<Vector>& a, const Coordinates<Vector>& b, const Coordinates<Vector>& c,
                          BoxBlock& box, std::size_t lane) {
    store_bounds(min_of(a.x, b.x, c.x), max_of(a.x, b.x, c.x), box.lo[0] + lane, box.hi[0] + lane);
    store_bounds(min_of(a.y, b.y, c.y), max_of(a.y, b.y, c.y), box.lo[1] + lane, box.hi[1] + lane);
    store_bounds(min_of(a.z, b.z, c.z), max_of(a.z, b.z, c.z), box.lo[2] + lane, box.hi[2] + lane);
}

template <class Tag, class Vertex>
void boxes_of(Tag d, const Vertex* vertices, const CornerBlock* corners, std::size_t blocks, BoxBlock* boxes,
              std::uint8_t* suspects) {
    for (std::size_t i = 0; i < blocks; ++i) {
        unsigned with_area = 0;
        for (std::size_t lane = 0; lane < block_size; lane += hn::MaxLanes(d)) {
            const auto a = load(d, vertices, corners[i].vertex[0] + lane);
            const auto b = load(d, vertices, corners[i].vertex[1] + lane);
            const auto c = load(d, vertices, corners[i].vertex[2] + lane);
            store_box(a, b, c, boxes[i], lane);
            if (suspects != nullptr) with_area |= bits_of(d, has_area(d, a, b, c)) << lane;
        }
        if (suspects != nullptr) suspects[i] = static_cast<std::uint8_t>(~with_area);
    }
}

void TriangleBoxes(const simd::Vertices& vertices, const CornerBlock* corners, std::size_t blocks, BoxBlock* boxes,
                   std::uint8_t* suspects) {
    if (vertices.doubles != nullptr) {
        boxes_of(Doubles(), vertices.doubles, corners, blocks, boxes, suspects);
    } else {
        boxes_of(Floats(), vertices.floats, corners, blocks, boxes, suspects);
    }
}

HWY_INLINE float least(const float* row) {
    const Floats d;
    auto value = hn::Load(d, row);
    for (std::size_t lane = float_lanes; lane < block_size; lane += float_lanes) {
        value = hn::Min(value, hn::Load(d, row + lane));
    }
    return hn::GetLane(hn::MinOfLanes(d, value));
}

HWY_INLINE float greatest(const float* row) {
    const Floats d;
    auto value = hn::Load(d, row);
    for (std::size_t lane = float_lanes; lane < block_size; lane += float_lanes) {
        value = hn::Max(value, hn::Load(d, row + lane));
    }
    return hn::GetLane(hn::MaxOfLanes(d, value));
}

void Unite(const BoxBlock* children, std::size_t first_child, std::size_t last_child, BoxBlock* parents) {
    for (std::size_t child = first_child; child < last_child; ++child) {
        BoxBlock& parent = parents[block_of(child)];
        const std::size_t lane = lane_of(child);
        for (int axis = 0; axis < 3; ++axis) {
            parent.lo[axis][lane] = least(children[child].lo[axis]);
            parent.hi[axis][lane] = greatest(children[child].hi[axis]);
        }
    }
}

/// Bits of the triangles of `block` that share a vertex with triangle `lane` of `other`.
HWY_INLINE unsigned neighbours_of(const CornerBlock& block, const CornerBlock& other, std::size_t lane) {
    const Numbers d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < block_size; at += hn::MaxLanes(Numbers())) {
        const auto row0 = hn::Load(d, block.vertex[0] + at), row1 = hn::Load(d, block.vertex[1] + at),
                   row2 = hn::Load(d, block.vertex[2] + at);
        const auto uses = [&](std::uint32_t vertex) {
            const auto v = hn::Set(d, vertex);
            return hn::Or(hn::Or(hn::Eq(row0, v), hn::Eq(row1, v)), hn::Eq(row2, v));
        };
        const auto shares =
            hn::Or(hn::Or(uses(other.vertex[0][lane]), uses(other.vertex[1][lane])), uses(other.vertex[2][lane]));
        bits |= bits_of(d, shares) << at;
    }
    return bits;
}

/// The same as `overlaps` for triangles that share a vertex, in the rows where some bit of `wanted` is set.
HWY_INLINE std::uint64_t neighbours(const CornerBlock& a, const CornerBlock& b, std::uint64_t wanted) {
    std::uint64_t bits = 0;
    for (std::size_t row = 0; row < block_size; ++row) {
        if ((wanted >> (8 * row) & 255) != 0) bits |= std::uint64_t{neighbours_of(b, a, row)} << (8 * row);
    }
    return bits;
}

HWY_INLINE Pair* write_pairs(Pair blocks, std::uint64_t bits, Pair* out) {
    for (; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
        *out++ = {slot_of(blocks.a, block_of(bit)), slot_of(blocks.b, lane_of(bit))};
    }
    return out;
}

std::size_t OverlappingBoxes(const BoxBlock* a, const BoxBlock* b, const Pair* pairs, std::size_t count, Pair* out) {
    Pair* end = out;
    for (std::size_t i = 0; i < count; ++i) {
        end = write_pairs(pairs[i], overlaps(a[pairs[i].a], b[pairs[i].b]), end);
    }
    return static_cast<std::size_t>(end - out);
}

std::size_t OverlappingBoxesWithin(const BoxBlock* boxes, const Pair* pairs, std::size_t count, Pair* out) {
    Pair* end = out;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = overlaps(boxes[pairs[i].a], boxes[pairs[i].b]);
        if (pairs[i].a == pairs[i].b) bits &= above_diagonal | diagonal;  // each pair once, and each box with itself
        end = write_pairs(pairs[i], bits, end);
    }
    return static_cast<std::size_t>(end - out);
}

std::size_t PossiblyMeetingBoxes(const StepBoxes& a, const StepBoxes& b, const Pair* pairs, std::size_t count,
                                 Pair* out) {
    Pair* end = out;
    for (std::size_t i = 0; i < count; ++i) end = write_pairs(pairs[i], overlaps(a, b, pairs[i]), end);
    return static_cast<std::size_t>(end - out);
}

std::size_t PossiblyMeetingBoxesWithin(const StepBoxes& boxes, const Pair* pairs, std::size_t count, Pair* out) {
    Pair* end = out;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = overlaps(boxes, boxes, pairs[i]);
        if (pairs[i].a == pairs[i].b) bits &= above_diagonal | diagonal;
        end = write_pairs(pairs[i], bits, end);
    }
    return static_cast<std::size_t>(end - out);
}

std::size_t OverlappingUnconnected(const BoxBlock* boxes, const CornerBlock* corners, const Pair* pairs,
                                   std::size_t count, Pair* out) {
    Pair* end = out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [a, b] = pairs[i];
        std::uint64_t bits = overlaps(boxes[a], boxes[b]);
        if (a == b) bits &= above_diagonal;
        if (bits == 0) continue;
        end = write_pairs(pairs[i], bits & ~neighbours(corners[a], corners[b], bits), end);
    }
    return static_cast<std::size_t>(end - out);
}

void OverlapBits(const BoxBlock* boxes, const Pair* pairs, std::size_t count, std::uint64_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = overlaps(boxes[pairs[i].a], boxes[pairs[i].b]);
        out[i] = pairs[i].a == pairs[i].b ? bits & above_diagonal : bits;
    }
}

}  // namespace pliant::broad_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::broad_phase {

HWY_EXPORT(TriangleBoxes);
HWY_EXPORT(Unite);
HWY_EXPORT(OverlappingBoxes);
HWY_EXPORT(OverlappingBoxesWithin);
HWY_EXPORT(PossiblyMeetingBoxes);
HWY_EXPORT(PossiblyMeetingBoxesWithin);
HWY_EXPORT(OverlappingUnconnected);
HWY_EXPORT(OverlapBits);

void triangle_boxes(const simd::Vertices& vertices, const CornerBlock* corners, std::size_t blocks, BoxBlock* boxes,
                    std::uint8_t* suspects) {
    HWY_DYNAMIC_DISPATCH(TriangleBoxes)(vertices, corners, blocks, boxes, suspects);
}

void unite(const BoxBlock* children, std::size_t first_child, std::size_t last_child, BoxBlock* parents) {
    HWY_DYNAMIC_DISPATCH(Unite)(children, first_child, last_child, parents);
}

std::size_t overlapping_boxes(const BoxBlock* a, const BoxBlock* b, std::span<const Pair> pairs, Pair* out) {
    return HWY_DYNAMIC_DISPATCH(OverlappingBoxes)(a, b, pairs.data(), pairs.size(), out);
}

std::size_t overlapping_boxes_within(const BoxBlock* boxes, std::span<const Pair> pairs, Pair* out) {
    return HWY_DYNAMIC_DISPATCH(OverlappingBoxesWithin)(boxes, pairs.data(), pairs.size(), out);
}

std::size_t possibly_meeting_boxes(const StepBoxes& a, const StepBoxes& b, std::span<const Pair> pairs, Pair* out) {
    return HWY_DYNAMIC_DISPATCH(PossiblyMeetingBoxes)(a, b, pairs.data(), pairs.size(), out);
}

std::size_t possibly_meeting_boxes_within(const StepBoxes& boxes, std::span<const Pair> pairs, Pair* out) {
    return HWY_DYNAMIC_DISPATCH(PossiblyMeetingBoxesWithin)(boxes, pairs.data(), pairs.size(), out);
}

std::size_t overlapping_unconnected(const BoxBlock* boxes, const CornerBlock* corners, std::span<const Pair> pairs,
                                    Pair* out) {
    return HWY_DYNAMIC_DISPATCH(OverlappingUnconnected)(boxes, corners, pairs.data(), pairs.size(), out);
}

void overlap_bits(const BoxBlock* boxes, std::span<const Pair> pairs, std::uint64_t* out) {
    HWY_DYNAMIC_DISPATCH(OverlapBits)(boxes, pairs.data(), pairs.size(), out);
}

}  // namespace pliant::broad_phase
#endif
