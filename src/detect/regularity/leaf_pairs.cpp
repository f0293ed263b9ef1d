// What the traversal of regions leaves: pairs of leaves, down to their triangles.
#include <algorithm>
#include <array>
#include <bit>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/regularity.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;
using narrow_phase::Findings;

namespace {

// How far ahead memory is fetched: what a leaf is made of lies anywhere, and much was last used in another frame.
constexpr std::size_t leaf_pairs_ahead = 2;

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
float reach_of(const RegionBounds& a, const RegionBounds& b) {
    float reach = 0;
    for (int axis = 0; axis < 3; ++axis) {
        reach = std::max(reach, std::max(a.hi[axis], b.hi[axis]) - std::min(a.lo[axis], b.lo[axis]));
    }
    return reach * 1.0001f;
}

broad_phase::Pair blocks_of(broad_phase::Pair leaves, const TrianglesOfBlocks& triangles) {
    return {static_cast<std::uint32_t>(leaves.a * blocks_per_leaf + triangles.place / block_size),
            static_cast<std::uint32_t>(leaves.b * blocks_per_leaf + triangles.place % block_size)};
}

}  // namespace

/// Those that share a vertex are looked at where it is not clear from all the triangles around it that they do not
/// meet.
void Regularity::prepare_neighbours(const Bodies& bodies, const IntersectionOptions& options, Report& report) {
    if (!rules_ || options.neighbours != Neighbours::beyond_shared || leaf_pairs_.empty()) return;
    if (!calm_built_) {
        const auto before = narrow_phase::Clock::now();
        calm_.build(bodies, corners_);
        calm_built_ = true;
        report.milliseconds.build +=
            std::chrono::duration<double, std::milli>(narrow_phase::Clock::now() - before).count();
    }
    calm_.start_frame();
}

/// Blocks of triangles, laid out when they are first needed. One leaf pair is often followed by others of its leaves.
struct Regularity::LaidOut {
    static constexpr std::size_t leaves = 32;

    // By leaf modulo `leaves`; behind those, the second leaf of a pair that has the same place as the first.
    struct Leaf {
        std::uint32_t number = none;
        unsigned blocks = 0;  // a bit for each that is laid out
    };
    std::array<Leaf, leaves + 1> leaf;
    std::array<TriangleBlock, (leaves + 1) * blocks_per_leaf> triangles;

    static std::size_t place_of_first(broad_phase::Pair pair) { return pair.a % leaves; }
    static std::size_t place_of_second(broad_phase::Pair pair) {
        const bool taken = pair.a != pair.b && pair.a % leaves == pair.b % leaves;
        return taken ? leaves : pair.b % leaves;
    }

    [[nodiscard]] TriangleBlock* of(std::size_t place) { return triangles.data() + place * blocks_per_leaf; }
    [[nodiscard]] unsigned missing(std::uint32_t number, unsigned blocks, std::size_t place) const {
        return leaf[place].number == number ? blocks & ~leaf[place].blocks : blocks;
    }
    /// Those of the blocks that the caller has to lay out.
    BlocksOfLeaf take(std::span<const broad_phase::CornerBlock> corners, std::uint32_t number, unsigned blocks,
                      std::size_t place) {
        const unsigned news = missing(number, blocks, place);
        leaf[place] = {number, (leaf[place].number == number ? leaf[place].blocks : 0) | news};
        return {corners.data() + std::size_t{number} * blocks_per_leaf, of(place), news};
    }
};

/// Triangles of a pair of leaves whose boxes overlap and that share no vertex.
struct Regularity::Strangers {
    broad_phase::Pair leaves{};
    std::size_t number = 0;    // of pairs of blocks
    std::uint64_t places = 0;  // a bit for each
    std::array<TrianglesOfBlocks, block_size * block_size> triangles;

    [[nodiscard]] std::span<const TrianglesOfBlocks> all() const { return {triangles.data(), number}; }

    /// A bit for each block of the first leaf that has a part in them, and of the second.
    [[nodiscard]] unsigned of_first() const {
        std::uint64_t any = places | places >> 4;
        any |= any >> 2;
        any |= any >> 1;
        return static_cast<unsigned>((any & 0x0101010101010101) * 0x0102040810204080 >> 56);
    }
    [[nodiscard]] unsigned of_second() const {
        std::uint64_t any = places | places >> 32;
        any |= any >> 16;
        any |= any >> 8;
        return static_cast<unsigned>(any & 0xff);
    }
};

/// Pairs of slots, from one leaf pair after another: tested many at a time, they fill the vectors of the filters.
struct Regularity::Candidates {
    static constexpr std::size_t room = 512;

    LaidOut laid_out;
    // Of one leaf pair to be tested, and of the next one. What is needed for testing it is fetched in the meantime.
    std::array<Strangers, 2> strangers_of;
    std::size_t next = 0;
    std::array<broad_phase::Pair, room + leaf_capacity * leaf_capacity + Unproven::spare> strangers;
    std::array<broad_phase::Pair, room + block_size * block_size> neighbours;
    struct {
        std::size_t strangers = 0, neighbours = 0;
    } number;

    [[nodiscard]] bool nearly_full() const { return std::max(number.strangers, number.neighbours) > room; }

    void add_strangers(broad_phase::Pair leaves, const TrianglesOfBlocks& triangles) {
        number.strangers += write(leaves, triangles, strangers.data() + number.strangers);
    }
    void add_neighbours(broad_phase::Pair leaves, const TrianglesOfBlocks& triangles) {
        number.neighbours += write(leaves, triangles, neighbours.data() + number.neighbours);
    }

private:
    static std::size_t write(broad_phase::Pair leaves, const TrianglesOfBlocks& triangles, broad_phase::Pair* out) {
        const broad_phase::Pair* begin = out;
        const broad_phase::Pair blocks = blocks_of(leaves, triangles);
        for (std::uint64_t bits = triangles.bits; bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
            *out++ = {static_cast<std::uint32_t>(blocks.a * block_size + bit / block_size),
                      static_cast<std::uint32_t>(blocks.b * block_size + bit % block_size)};
        }
        return static_cast<std::size_t>(out - begin);
    }
};

void Regularity::test_leaf_pairs(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                                 narrow_phase::Clock::time_point started, Report& report) {
    const parallel::Chunks chunks{leaf_pairs_.size(), piece_size(leaf_pairs_.size(), options.budget)};
    if (findings_.size() < chunks.number()) findings_.resize(chunks.number());
    narrow_phase::find_in_waves(
        frame::Query<IntersectionOptions>{bodies, options, workers, report, started}, chunks.number(), found_,
        [&](std::size_t i) {
            Candidates candidates;
            findings_[i].clear();
            const std::span pairs = std::span(leaf_pairs_).subspan(chunks.begin(i), chunks.end(i) - chunks.begin(i));
            test_leaf_pairs(bodies, options, pairs, candidates, findings_[i]);
            test_candidates(bodies, candidates, findings_[i]);
        },
        [&](std::size_t i) -> const Findings& { return findings_[i]; });
}

void Regularity::test_leaf_pairs(const Bodies& bodies, const IntersectionOptions& options,
                                 std::span<const broad_phase::Pair> pairs, Candidates& candidates, Findings& out) {
    constexpr std::size_t batch = 32;
    std::array<LeafPair, batch> all;
    std::array<std::uint64_t, batch> blocks;
    for (std::size_t first = 0; first < pairs.size(); first += batch) {
        const auto next = pairs.subspan(first, std::min(batch, pairs.size() - first));
        overlapping_blocks(leaf_grid_boxes_.data(), next, blocks.data());
        std::size_t left = 0;
        for (std::size_t i = 0; i < next.size(); ++i) {
            if (!compared_on_grid(next[i])) {
                overlapping_blocks(leaf_boxes_.data(), next.subspan(i, 1), blocks.data() + i);
            }
            const auto number = static_cast<std::size_t>(std::popcount(blocks[i]));
            out.counters.box_tests += block_size * block_size * (1 + number);
            all[left] = {next[i], blocks[i], block_neighbours_.between(next[i].a, next[i].b)};
            left += number != 0 ? 1 : 0;
        }
        for (std::size_t i = 0; i < left; ++i) {
            if (i + leaf_pairs_ahead < left) block_neighbours_.prefetch(all[i + leaf_pairs_ahead].neighbours);
            test_leaf_pair(bodies, options, all[i], candidates, out);
        }
    }
    test_strangers(bodies, candidates.strangers_of[candidates.next ^ 1], candidates, out);
}

void Regularity::test_leaf_pair(const Bodies& bodies, const IntersectionOptions& options, const LeafPair& pair,
                                Candidates& candidates, Findings& out) {
    const auto& [leaves, overlapping, known] = pair;
    BlockNeighbours::Room room;
    const SharedVertices shared = block_neighbours_.shared(known, corners_, leaves, overlapping, room);
    TrianglesOfBlocks* strangers = candidates.strangers_of[candidates.next].triangles.data();
    std::array<TrianglesOfBlocks, block_size * block_size> neighbours;
    TrianglesOfBlocks* wanted = options.neighbours == Neighbours::beyond_shared ? neighbours.data() : nullptr;
    const FoundBlocks found =
        compared_on_grid(leaves)
            ? overlapping_triangles(grid_boxes_.data(), leaves, overlapping, shared, strangers, wanted)
            : overlapping_triangles(boxes_.data(), leaves, overlapping, shared, strangers, wanted);
    if (found.strangers != 0) test_last_strangers(bodies, leaves, found, candidates, out);
    for (std::size_t i = 0; i < found.neighbours; ++i) {
        if (candidates.nearly_full()) test_candidates(bodies, candidates, out);
        const broad_phase::Pair blocks = blocks_of(leaves, neighbours[i]);
        if (rules_) neighbours[i].bits &= ~calm_.pairs(bodies, corners_, blocks.a, blocks.b);
        candidates.add_neighbours(leaves, neighbours[i]);
    }
}

/// Those of the leaf pair before. The next ones are left until what they need has come.
void Regularity::test_last_strangers(const Bodies& bodies, broad_phase::Pair leaves, const FoundBlocks& found,
                                     Candidates& candidates, Findings& out) const {
    Strangers& next = candidates.strangers_of[candidates.next];
    next.leaves = leaves;
    next.number = found.strangers;
    next.places = found.places_of_strangers;
    for (const std::uint32_t leaf : {leaves.a, leaves.b}) simd::prefetch(&bounds_[hierarchy_.leaf_region[leaf]]);
    const LaidOut& laid_out = candidates.laid_out;
    const unsigned first = laid_out.missing(leaves.a, next.of_first(), LaidOut::place_of_first(leaves));
    const unsigned second = laid_out.missing(leaves.b, next.of_second(), LaidOut::place_of_second(leaves));
    for (unsigned blocks = first | second << block_size; blocks != 0; blocks &= blocks - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(blocks));
        const std::size_t leaf = i < block_size ? leaves.a : leaves.b;
        simd::prefetch(&corners_[leaf * blocks_per_leaf + i % block_size], sizeof(broad_phase::CornerBlock));
    }
    candidates.next ^= 1;
    test_strangers(bodies, candidates.strangers_of[candidates.next], candidates, out);
}

/// Those that no plane tells apart become candidates.
void Regularity::test_strangers(const Bodies& bodies, Strangers& strangers, Candidates& candidates,
                                Findings& out) const {
    if (strangers.number == 0) return;
    if (candidates.nearly_full()) test_candidates(bodies, candidates, out);
    const broad_phase::Pair leaves = strangers.leaves;
    if (filters_blocks(bodies)) {
        LaidOut& laid_out = candidates.laid_out;
        const std::size_t first = LaidOut::place_of_first(leaves), second = LaidOut::place_of_second(leaves);
        const BlocksOfLeaf of_first = laid_out.take(corners_, leaves.a, strangers.of_first(), first);
        const BlocksOfLeaf of_second = laid_out.take(corners_, leaves.b, strangers.of_second(), second);
        if ((of_first.wanted | of_second.wanted) != 0) {
            lay_out_triangles(bodies.vertices().floats, of_first, of_second);
        }
        const float reach =
            reach_of(bounds_[hierarchy_.leaf_region[leaves.a]], bounds_[hierarchy_.leaf_region[leaves.b]]);
        const Unproven unproven =
            write_unproven(laid_out.of(first), laid_out.of(second), reach, leaves, strangers.all(),
                           candidates.strangers.data() + candidates.number.strangers);
        out.counters.candidates += unproven.of;
        candidates.number.strangers += unproven.number;
    } else {
        for (const TrianglesOfBlocks& triangles : strangers.all()) candidates.add_strangers(leaves, triangles);
    }
    strangers.number = 0;
}

void Regularity::test_candidates(const Bodies& bodies, Candidates& candidates, Findings& out) const {
    const broad_phase::TriangleBlocks slots{corners_.data(), hierarchy_.triangles.data()};
    const std::span<broad_phase::Pair> strangers{candidates.strangers.data(), candidates.number.strangers};
    if (filters_blocks(bodies)) {
        out.test_unproven(bodies, slots, slots, strangers);
    } else {
        out.test_unconnected(bodies, slots, slots, strangers);
    }
    const std::span<broad_phase::Pair> neighbours{candidates.neighbours.data(), candidates.number.neighbours};
    for (broad_phase::Pair& pair : neighbours) pair = {slots.triangle(pair.a), slots.triangle(pair.b)};
    out.test_neighbours(bodies, neighbours);
    candidates.number = {};
}

}  // namespace pliant::regularity
