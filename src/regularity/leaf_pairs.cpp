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

constexpr std::size_t leaf_pairs_per_piece = 32, most_per_piece = 256, pieces_wanted = 64;

/// With a budget, where the search stops depends on the size of the pieces, so that it is always the same. Without one
/// there are larger ones, where there are many: blocks are laid out once in each.
std::size_t piece_size(std::size_t leaf_pairs, const Budget& budget) {
    if (budget.time || budget.tests || budget.pairs) return leaf_pairs_per_piece;
    return std::clamp(leaf_pairs / pieces_wanted, leaf_pairs_per_piece, most_per_piece);
}

/// Whether triangles of two blocks are told apart where they lie. Otherwise candidates are filtered one by one.
bool filters_blocks(const Bodies& bodies) { return bodies.vertices().floats != nullptr && bodies.considers_all(); }

/// No coordinates of two points in both boxes differ by more.
float reach_of(const simd::RegionBounds& a, const simd::RegionBounds& b) {
    float reach = 0;
    for (int axis = 0; axis < 3; ++axis) {
        reach = std::max(reach, std::max(a.hi[axis], b.hi[axis]) - std::min(a.lo[axis], b.lo[axis]));
    }
    return reach * 1.0001f;
}

}  // namespace

/// Those that share a vertex are looked at where it is not clear from all the triangles around it that they do not
/// meet.
void Regularity::prepare_neighbours(const Bodies& bodies, const IntersectionOptions& options, Report& report) {
    if (!rules_ || options.neighbours != Neighbours::beyond_shared || leaf_pairs_.empty()) return;
    if (!calm_built_) {
        const auto before = bodies::Clock::now();
        calm_.build(bodies, corners_);
        calm_built_ = true;
        report.milliseconds.build += std::chrono::duration<double, std::milli>(bodies::Clock::now() - before).count();
    }
    calm_.start_frame();
}

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
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) fit_leaf(bodies, visited_leaves_[i]);
    });
}

void Regularity::fit_leaf(const Bodies& bodies, std::size_t leaf) {
    const std::size_t first = leaf * blocks_per_leaf,
                      blocks = (hierarchy_.leaf_size[leaf] + block_size - 1) / block_size;
    const std::size_t size = hierarchy_.leaf_size[leaf];
    simd::BoxBlock* boxes = boxes_.data() + first;
    simd::triangle_boxes(bodies.vertices(), corners_.data() + first, blocks, boxes, nullptr);
    for (std::size_t k = size; k < blocks * block_size; ++k) boxes[k / block_size].clear(k % block_size);
    for (std::size_t k = 0; !unsound_of_leaf_[leaf].empty() && k < size; ++k) {
        if (set_aside_[hierarchy_.triangles[leaf * leaf_capacity + k]] != 0) {
            boxes[k / block_size].clear(k % block_size);
        }
    }
    simd::unite(boxes_.data(), first, first + blocks, leaf_boxes_.data());
}

/// Blocks of triangles, laid out when they are first needed. One leaf pair is often followed by others of its leaves.
struct Regularity::LaidOut {
    static constexpr std::size_t leaves = 16;

    std::array<std::uint32_t, leaves * blocks_per_leaf> block;
    std::array<simd::TriangleBlock, leaves * blocks_per_leaf> triangles;

    LaidOut() { block.fill(none); }

    void need(const simd::FloatVertex* vertices, std::span<const simd::CornerBlock> corners, std::uint32_t number) {
        const std::size_t place = number % block.size();
        if (block[place] == number) return;
        block[place] = number;
        simd::lay_out_triangles(vertices, corners[number], triangles[place]);
    }

    [[nodiscard]] const simd::TriangleBlock* of_leaf(std::uint32_t leaf) const {
        return triangles.data() + leaf % leaves * blocks_per_leaf;
    }
};

/// Pairs of slots, from one leaf pair after another: tested many at a time, they fill the vectors of the filters.
struct Regularity::Candidates {
    static constexpr std::size_t batch = 8;  // pairs of blocks
    static constexpr std::size_t room = batch * block_size * block_size;

    LaidOut first_blocks, second_blocks;
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
    const parallel::Chunks chunks{leaf_pairs_.size(), piece_size(leaf_pairs_.size(), options.budget)};
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
                                Candidates& candidates, Findings& out) {
    const simd::BoxBlock *blocks = leaf_boxes_.data(), *triangles = boxes_.data();
    const bool within = leaves.a == leaves.b;
    std::array<simd::Pair, block_size * block_size> block_pairs;
    const std::size_t number = within ? simd::overlapping_boxes_within(blocks, {&leaves, 1}, block_pairs.data())
                                      : simd::overlapping_boxes(blocks, blocks, {&leaves, 1}, block_pairs.data());
    out.counters.box_tests += block_size * block_size * (1 + number);
    if (number == 0) return;
    const std::uint32_t region_a = hierarchy_.leaf_region[leaves.a], region_b = hierarchy_.leaf_region[leaves.b];
    const bool same_body = hierarchy_.regions[region_a].body == hierarchy_.regions[region_b].body;
    const auto* neighbours = same_body ? block_neighbours_.between(leaves.a, leaves.b) : nullptr;
    const bool want_neighbours = options.neighbours == Neighbours::beyond_shared;
    const bool filtered_here = filters_blocks(bodies);
    const float reach = reach_of(bounds_[region_a], bounds_[region_b]);
    for (std::size_t first = 0; first < number; first += Candidates::batch) {
        const std::span next = std::span(block_pairs).subspan(first, std::min(Candidates::batch, number - first));
        if (candidates.nearly_full()) test_candidates(bodies, candidates, out);
        std::array<std::uint64_t, Candidates::batch> bits;
        simd::overlap_bits(triangles, next, bits.data());
        std::size_t left = 0;  // pairs of blocks with strangers; without a branch, for which are is hard to predict
        for (std::size_t i = 0; i < next.size(); ++i) {
            const simd::Pair pair = next[i];
            const std::uint64_t related =
                same_body ? block_neighbours_.shared(neighbours, corners_, pair.a, pair.b) : 0;
            if (std::uint64_t meeting = bits[i] & related; want_neighbours && meeting != 0) {
                if (rules_) meeting &= ~calm_.pairs(bodies, corners_, pair.a, pair.b);
                candidates.add_neighbours(pair, meeting);
            }
            next[left] = pair;
            bits[left] = bits[i] & ~related;
            left += bits[left] != 0 ? 1 : 0;
        }
        if (filtered_here) {
            for (std::size_t i = 0; i < left; ++i) {
                candidates.first_blocks.need(bodies.vertices().floats, corners_, next[i].a);
                candidates.second_blocks.need(bodies.vertices().floats, corners_, next[i].b);
            }
            out.counters.candidates +=
                simd::clear_apart(candidates.first_blocks.of_leaf(leaves.a), candidates.second_blocks.of_leaf(leaves.b),
                                  reach, next.first(left), bits.data());
        }
        for (std::size_t i = 0; i < left; ++i) candidates.add_strangers(next[i], bits[i]);
    }
}

void Regularity::test_candidates(const Bodies& bodies, Candidates& candidates, Findings& out) const {
    const bodies::Slots slots{corners_.data(), hierarchy_.triangles.data()};
    const std::span<simd::Pair> strangers{candidates.strangers.data(), candidates.number.strangers};
    if (filters_blocks(bodies)) {
        out.test_unproven(bodies, slots, slots, strangers);
    } else {
        out.test_strangers(bodies, slots, slots, strangers);
    }
    const std::span<simd::Pair> neighbours{candidates.neighbours.data(), candidates.number.neighbours};
    for (simd::Pair& pair : neighbours) pair = {slots.triangle(pair.a), slots.triangle(pair.b)};
    out.test_neighbours(bodies, neighbours);
    candidates.number = {};
}

}  // namespace pliant::regularity
