// What the traversal of regions leaves: pairs of leaves, down to their triangles.
#include <algorithm>
#include <array>
#include <bit>

#include "bodies/waves.hpp"
#include "regularity/regularity.hpp"

namespace pliant::regularity {

using bodies::Bodies;
using bodies::Findings;
using simd::block_size;
using simd::blocks_per_leaf;

namespace {

constexpr std::size_t leaf_pairs_per_piece = 32;

}  // namespace

/// Boxes of single triangles are made for the leaves that the traversal has come to, and for no others.
void Regularity::fit_visited_leaves(const Bodies& bodies, parallel::Workers& workers) {
    for (const std::uint32_t leaf : visited_leaves_) leaf_visited_[leaf] = 0;
    visited_leaves_.clear();
    for (const simd::Pair& pair : leaf_pairs_) {
        for (const std::uint32_t leaf : {pair.a, pair.b}) {
            if (leaf_visited_[leaf] == 0) visited_leaves_.push_back(leaf);
            leaf_visited_[leaf] = 1;
        }
    }
    const parallel::Chunks chunks{visited_leaves_.size(), leaves_per_piece};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const std::size_t leaf = visited_leaves_[i], first = leaf * blocks_per_leaf;
            simd::triangle_boxes(bodies.vertices(), corners_.data() + first, leaf_shapes_[leaf].blocks,
                                 boxes_.data() + first, nullptr);
            for (std::size_t k = hierarchy_.leaf_size[leaf]; k < leaf_capacity; ++k) {
                boxes_[first + k / block_size].clear(k % block_size);
            }
            for (std::size_t k = 0; !unsound_of_leaf_[leaf].empty() && k < hierarchy_.leaf_size[leaf]; ++k) {
                const std::uint32_t triangle = hierarchy_.triangles[leaf * leaf_capacity + k];
                if (set_aside_[triangle] != 0) boxes_[first + k / block_size].clear(k % block_size);
            }
            simd::unite(boxes_.data(), first, first + blocks_per_leaf, leaf_boxes_.data());
        }
    });
}

/// Pairs of slots, from one leaf pair after another: tested many at a time, they fill the vectors of the filters.
struct Regularity::Candidates {
    static constexpr std::size_t batch = 8;  // pairs of blocks
    static constexpr std::size_t room = batch * block_size * block_size;

    std::array<simd::Pair, 2 * room> strangers, neighbours;
    struct {
        std::size_t strangers = 0, neighbours = 0;
    } number;

    [[nodiscard]] bool nearly_full() const { return std::max(number.strangers, number.neighbours) > room; }

    void add_strangers(simd::Pair blocks, std::uint64_t bits) {
        number.strangers += write(blocks, bits, strangers.data() + number.strangers);
    }
    void add_neighbours(simd::Pair blocks, std::uint64_t bits) {
        number.neighbours += write(blocks, bits, neighbours.data() + number.neighbours);
    }

private:
    static std::size_t write(simd::Pair blocks, std::uint64_t bits, simd::Pair* out) {
        const simd::Pair* begin = out;
        for (; bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
            *out++ = {static_cast<std::uint32_t>(blocks.a * block_size + bit / block_size),
                      static_cast<std::uint32_t>(blocks.b * block_size + bit % block_size)};
        }
        return static_cast<std::size_t>(out - begin);
    }
};

void Regularity::test_leaf_pairs(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                                 bodies::Clock::time_point started, Report& report) {
    const parallel::Chunks chunks{leaf_pairs_.size(), leaf_pairs_per_piece};
    if (findings_.size() < chunks.number()) findings_.resize(chunks.number());
    bodies::find_in_waves(
        workers, options.budget, chunks.number(), started, found_, report,
        [&](std::size_t i) {
            Candidates candidates;
            findings_[i].clear();
            for (std::size_t k = chunks.begin(i); k < chunks.end(i); ++k) {
                test_leaf_pair(bodies, options, leaf_pairs_[k], candidates, findings_[i]);
            }
            test_candidates(bodies, candidates, findings_[i]);
        },
        [&](std::size_t i) -> const Findings& { return findings_[i]; });
}

void Regularity::test_leaf_pair(const Bodies& bodies, const IntersectionOptions& options, simd::Pair leaves,
                                Candidates& candidates, Findings& out) const {
    const simd::BoxBlock *blocks = leaf_boxes_.data(), *triangles = boxes_.data();
    const bool within = leaves.a == leaves.b;
    std::array<simd::Pair, block_size * block_size> block_pairs;
    const std::size_t number = within ? simd::overlapping_boxes_within(blocks, {&leaves, 1}, block_pairs.data())
                                      : simd::overlapping_boxes(blocks, blocks, {&leaves, 1}, block_pairs.data());
    out.counters.box_tests += block_size * block_size * (1 + number);
    const bool same_body = hierarchy_.regions[hierarchy_.leaf_region[leaves.a]].body ==
                           hierarchy_.regions[hierarchy_.leaf_region[leaves.b]].body;
    const bool want_neighbours = options.neighbours == Neighbours::beyond_shared;
    for (std::size_t first = 0; first < number; first += Candidates::batch) {
        const std::span<const simd::Pair> next{block_pairs.data() + first, std::min(Candidates::batch, number - first)};
        if (candidates.nearly_full()) test_candidates(bodies, candidates, out);
        std::array<std::uint64_t, Candidates::batch> overlaps;
        simd::overlap_bits(triangles, blocks, next, overlaps.data());
        for (std::size_t i = 0; i < next.size(); ++i) {
            if (overlaps[i] == 0) continue;
            const std::uint64_t related = same_body ? block_neighbours_.shared(corners_, next[i].a, next[i].b) : 0;
            candidates.add_strangers(next[i], overlaps[i] & ~related);
            if (want_neighbours) candidates.add_neighbours(next[i], overlaps[i] & related);
        }
    }
}

void Regularity::test_candidates(const Bodies& bodies, Candidates& candidates, Findings& out) const {
    const bodies::Slots slots{corners_.data(), hierarchy_.triangles.data()};
    out.test_strangers(bodies, slots, slots, {candidates.strangers.data(), candidates.number.strangers});
    const std::span<simd::Pair> neighbours{candidates.neighbours.data(), candidates.number.neighbours};
    for (simd::Pair& pair : neighbours) pair = {slots.triangle(pair.a), slots.triangle(pair.b)};
    out.test_neighbours(bodies, neighbours);
    candidates.number = {};
}

}  // namespace pliant::regularity
