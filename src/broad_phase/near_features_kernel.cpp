#include <bit>

#include "broad_phase/features.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/near_features_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "broad_phase/box_overlaps-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::broad_phase::HWY_NAMESPACE {

// Connected features share a vertex. Most overlaps within a body are of those, so that they are taken out by vectors.
#if HWY_TARGET <= HWY_AVX2

/// Bits of the features of `block`, which have so many corners, that have one of the vertices of feature `lane` of
/// `other`. Comparisons give vectors, with AVX-512 too: see `overlaps`.
template <std::size_t other_corners, std::size_t corners>
HWY_INLINE unsigned connected_to(const CornerBlock& block, const CornerBlock& other, std::size_t lane) {
    __m256i shares = _mm256_setzero_si256();
    for (std::size_t i = 0; i < other_corners; ++i) {
        const __m256i vertex = _mm256_set1_epi32(static_cast<int>(other.vertex[i][lane]));
        for (std::size_t k = 0; k < corners; ++k) {
            const auto* row = reinterpret_cast<const __m256i*>(block.vertex[k]);
            shares = _mm256_or_si256(shares, _mm256_cmpeq_epi32(vertex, _mm256_load_si256(row)));
        }
    }
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(shares)));
}

#else

template <std::size_t other_corners, std::size_t corners>
HWY_INLINE unsigned connected_to(const CornerBlock& block, const CornerBlock& other, std::size_t lane) {
    const hn::CappedTag<std::uint32_t, block_size> d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < block_size; at += hn::MaxLanes(d)) {
        auto shares = hn::FirstN(d, 0);
        for (std::size_t i = 0; i < other_corners; ++i) {
            const auto vertex = hn::Set(d, other.vertex[i][lane]);
            for (std::size_t k = 0; k < corners; ++k) {
                shares = hn::Or(shares, hn::Eq(vertex, hn::Load(d, block.vertex[k] + at)));
            }
        }
        bits |= bits_of(d, shares) << at;
    }
    return bits;
}

#endif

/// Of the overlaps in `wanted`, those of features that share no vertex. Branchless over all rows, as `overlaps`.
template <std::size_t corners_a, std::size_t corners_b>
HWY_INLINE std::uint64_t unconnected(const CornerBlock& a, const CornerBlock& b, std::uint64_t wanted) {
    std::uint64_t bits = 0;
    for (std::size_t row = 0; row < block_size; ++row) {
        bits |= std::uint64_t{connected_to<corners_a, corners_b>(b, a, row)} << (8 * row);
    }
    return wanted & ~bits;
}

/// `bits(pair)` are the candidates of two blocks, `add(pair, row, lane, at)` writes one to place `at` of the batch.
template <class Bits, class Add>
HWY_INLINE std::size_t append(const Pair* pairs, std::size_t count, FeatureBatch& out, const Bits& bits_of_pair,
                              const Add& add) {
    std::size_t at = out.count, done = 0;
    for (; done < count && at + pairs_of_blocks <= FeatureBatch::capacity; ++done) {
        for (std::uint64_t bits = bits_of_pair(pairs[done]); bits != 0; bits &= bits - 1, ++at) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
            add(pairs[done], block_of(bit), lane_of(bit), at);
        }
    }
    out.count = at;
    return done;
}

/// Bits as of `overlaps`, at both ends of a step if something moves.
HWY_INLINE std::uint64_t near_boxes(const FeatureBlocks& a, const FeatureBlocks& b, Pair pair) {
    return a.boxes.moves() ? overlaps(a.boxes, b.boxes, pair) : overlaps(a.boxes.start[pair.a], b.boxes.start[pair.b]);
}

std::size_t VerticesAndTriangles(const FeatureBlocks& vertices, const FeatureBlocks& triangles, const Pair* pairs,
                                 std::size_t count, FeatureBatch& out) {
    const auto bits = [&](Pair pair) HWY_ATTR {
        const std::uint64_t near = near_boxes(vertices, triangles, pair);
        return near == 0 ? near : unconnected<1, 3>(vertices.corners[pair.a], triangles.corners[pair.b], near);
    };
    return append(pairs, count, out, bits, [&](Pair pair, std::size_t row, std::size_t lane, std::size_t at) {
        const CornerBlock& corners = triangles.corners[pair.b];
        out.vertex[0][at] = out.first[at] = vertices.corners[pair.a].vertex[0][row];
        for (std::size_t k = 0; k < 3; ++k) out.vertex[k + 1][at] = corners.vertex[k][lane];
        out.second[at] = triangles.ids[slot_of(pair.b, lane)];
    });
}

struct EdgeOfBlock {
    std::uint64_t vertices;  // the second one in the upper half
    std::uint32_t id;
};
HWY_INLINE EdgeOfBlock edge_of(const FeatureBlocks& edges, std::uint32_t slot) {
    const CornerBlock& corners = edges.corners[block_of(slot)];
    const std::size_t lane = lane_of(slot);
    return {std::uint64_t{corners.vertex[1][lane]} << 32 | corners.vertex[0][lane], edges.ids[slot]};
}
HWY_INLINE void store(std::uint64_t vertices, std::uint32_t* first, std::uint32_t* second) {
    *first = static_cast<std::uint32_t>(vertices);
    *second = static_cast<std::uint32_t>(vertices >> 32);
}

/// Edges of two bodies come in order of their bodies, and so of their numbers; within a body they may have to swap.
template <bool within>
HWY_INLINE std::size_t edges(const FeatureBlocks& a, const FeatureBlocks& b, const Pair* pairs, std::size_t count,
                             FeatureBatch& out) {
    const auto bits = [&](Pair pair) HWY_ATTR {
        std::uint64_t near = near_boxes(a, b, pair);
        if (!within) return near;
        if (pair.a == pair.b) near &= above_diagonal;
        return near == 0 ? near : unconnected<2, 2>(a.corners[pair.a], b.corners[pair.b], near);
    };
    return append(pairs, count, out, bits, [&](Pair pair, std::size_t row, std::size_t lane, std::size_t at) {
        const EdgeOfBlock first = edge_of(a, slot_of(pair.a, row)), second = edge_of(b, slot_of(pair.b, lane));
        // Branchless: within a body, which of two numbers is smaller is as good as random.
        const std::uint64_t swap = within && second.id < first.id ? ~std::uint64_t{0} : 0;
        const std::uint64_t vertices = swap & (first.vertices ^ second.vertices);
        const auto ids = static_cast<std::uint32_t>(swap) & (first.id ^ second.id);
        store(first.vertices ^ vertices, out.vertex[0] + at, out.vertex[1] + at);
        store(second.vertices ^ vertices, out.vertex[2] + at, out.vertex[3] + at);
        out.first[at] = first.id ^ ids;
        out.second[at] = second.id ^ ids;
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
