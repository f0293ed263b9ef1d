#include <bit>

#include "broad_phase/features.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/near_features_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "broad_phase/box_overlaps-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::broad_phase::HWY_NAMESPACE {

/// `add(block_a, lane_a, block_b, lane_b, slot_a, slot_b, at)` writes a candidate to place `at` of the batch and
/// returns whether it stays; branchless, since that is hard to predict.
template <class Add>
HWY_INLINE std::size_t append(const FeatureBlocks& a, const FeatureBlocks& b, const Pair* pairs, std::size_t count,
                              bool within, FeatureBatch& out, const Add& add) {
    std::size_t at = out.count, done = 0;
    for (; done < count && at + pairs_of_blocks <= FeatureBatch::capacity; ++done) {
        const Pair pair = pairs[done];
        std::uint64_t bits = overlaps(a.boxes[pair.a], b.boxes[pair.b]);
        if (within && pair.a == pair.b) bits &= above_diagonal;
        for (; bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
            at += add(pair, block_of(bit), lane_of(bit), at);
        }
    }
    out.count = at;
    return done;
}

std::size_t VerticesAndTriangles(const FeatureBlocks& vertices, const FeatureBlocks& triangles, const Pair* pairs,
                                 std::size_t count, FeatureBatch& out) {
    return append(vertices, triangles, pairs, count, false, out,
                  [&](Pair pair, std::size_t row, std::size_t lane, std::size_t at) {
                      const CornerBlock& corners = triangles.corners[pair.b];
                      const std::uint32_t v = vertices.corners[pair.a].vertex[0][row];
                      const std::uint32_t p = corners.vertex[0][lane], q = corners.vertex[1][lane],
                                          r = corners.vertex[2][lane];
                      out.vertex[0][at] = v;
                      out.vertex[1][at] = p;
                      out.vertex[2][at] = q;
                      out.vertex[3][at] = r;
                      out.first[at] = v;
                      out.second[at] = triangles.ids[slot_of(pair.b, lane)];
                      return static_cast<std::size_t>((v != p) & (v != q) & (v != r));
                  });
}

/// Edges of two bodies come in order of their bodies, and so of their numbers; within a body they may have to swap.
template <bool within>
HWY_INLINE std::size_t edges(const FeatureBlocks& a, const FeatureBlocks& b, const Pair* pairs, std::size_t count,
                             FeatureBatch& out) {
    return append(a, b, pairs, count, within, out, [&](Pair pair, std::size_t row, std::size_t lane, std::size_t at) {
        const CornerBlock &first = a.corners[pair.a], &second = b.corners[pair.b];
        const std::uint32_t p0 = first.vertex[0][row], p1 = first.vertex[1][row];
        const std::uint32_t q0 = second.vertex[0][lane], q1 = second.vertex[1][lane];
        const std::uint32_t i = a.ids[slot_of(pair.a, row)], k = b.ids[slot_of(pair.b, lane)];
        const bool swap = within && k < i;
        out.vertex[0][at] = swap ? q0 : p0;
        out.vertex[1][at] = swap ? q1 : p1;
        out.vertex[2][at] = swap ? p0 : q0;
        out.vertex[3][at] = swap ? p1 : q1;
        out.first[at] = swap ? k : i;
        out.second[at] = swap ? i : k;
        return static_cast<std::size_t>(!within || ((p0 != q0) & (p0 != q1) & (p1 != q0) & (p1 != q1)));
    });
}

std::size_t EdgesBetween(const FeatureBlocks& a, const FeatureBlocks& b, const Pair* pairs, std::size_t count,
                         FeatureBatch& out) {
    return edges<false>(a, b, pairs, count, out);
}

std::size_t EdgesWithin(const FeatureBlocks& a, const Pair* pairs, std::size_t count, FeatureBatch& out) {
    return edges<true>(a, a, pairs, count, out);
}

}  // namespace pliant::broad_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::broad_phase {

HWY_EXPORT(VerticesAndTriangles);
HWY_EXPORT(EdgesBetween);
HWY_EXPORT(EdgesWithin);

std::size_t near_vertices_and_triangles(const FeatureBlocks& vertices, const FeatureBlocks& triangles,
                                        std::span<const Pair> blocks, FeatureBatch& out) {
    return HWY_DYNAMIC_DISPATCH(VerticesAndTriangles)(vertices, triangles, blocks.data(), blocks.size(), out);
}

std::size_t near_edges(const FeatureBlocks& a, const FeatureBlocks& b, std::span<const Pair> blocks,
                       FeatureBatch& out) {
    return HWY_DYNAMIC_DISPATCH(EdgesBetween)(a, b, blocks.data(), blocks.size(), out);
}

std::size_t near_edges_within(const FeatureBlocks& edges, std::span<const Pair> blocks, FeatureBatch& out) {
    return HWY_DYNAMIC_DISPATCH(EdgesWithin)(edges, blocks.data(), blocks.size(), out);
}

}  // namespace pliant::broad_phase
#endif
