#include "detect/regularity/leaf_pair_tests.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "detect/regularity/triangle_planes.hpp"
#include "narrow_phase/waves.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;
using narrow_phase::Findings;

// ---- regular fans

namespace {

constexpr unsigned known_bit = 0x100;
constexpr std::size_t most_vertices = 3 * leaf_capacity;  // of a leaf
constexpr std::uint64_t in_each_byte = 0x0101010101010101;

/// Byte i all ones where bit i is set.
std::uint64_t bits_to_bytes(unsigned bits) {
    const std::uint64_t one_each = bits * in_each_byte & 0x8040201008040201;  // bit i in byte i
    return ((one_each + in_each_byte * 0x7f) >> 7 & in_each_byte) * 0xff;
}

/// Every vertex of a leaf once. `room` is used where LeafVertices lists none.
std::span<const std::uint32_t> vertices_of(const LeafBlocks& blocks, const LeafVertices& vertices, std::size_t leaf,
                                           std::array<std::uint32_t, most_vertices>& room) {
    const OwnVertices own = vertices.of(leaf);
    if (own.count != 0) {
        std::size_t count = own.count;  // the last one is repeated
        while (count > 1 && own.vertices[count - 1] == own.vertices[count - 2]) --count;
        return {own.vertices, count};
    }
    auto end = room.begin();
    for (const broad_phase::CornerBlock& block : blocks.corners(leaf)) {
        for (const auto& corners : block.vertex) end = std::copy(std::begin(corners), std::end(corners), end);
    }
    std::sort(room.begin(), end);
    return {room.begin(), std::unique(room.begin(), end)};
}

}  // namespace

void RegularFans::build(const Bodies& bodies, const LeafBlocks& blocks, const LeafVertices& vertices) {
    neighbours_.build(bodies);
    states_.resize(bodies.vertex_count());
    of_blocks_.resize(blocks.block_count());
    vertices_ = &vertices;
    blocks_ = &blocks;  // last: what throws before leaves it to be done again
}

void RegularFans::start_frame() {
    std::fill(states_.begin(), states_.end(), State::unknown);
    std::fill(of_blocks_.begin(), of_blocks_.end(), std::uint16_t{0});
}

std::uint64_t RegularFans::pairs(const Bodies& bodies, BlockOfLeaf first, BlockOfLeaf second) {
    return bits_to_bytes(of_block(bodies, first)) | of_block(bodies, second) * in_each_byte;
}

unsigned RegularFans::of_block(const Bodies& bodies, BlockOfLeaf block) {
    const std::atomic_ref<std::uint16_t> bits(of_blocks_[blocks_->first_block(block.leaf) + block.block]);
    if (bits.load(std::memory_order_relaxed) == 0) test_leaf(bodies, block.leaf);
    return bits.load(std::memory_order_relaxed) & (known_bit - 1);
}

void RegularFans::test_leaf(const Bodies& bodies, std::uint32_t leaf) {
    std::array<std::uint32_t, most_vertices> room;
    test_vertices(bodies, vertices_of(*blocks_, *vertices_, leaf, room));
    const auto corners = blocks_->corners(leaf);
    for (std::size_t block = 0; block < corners.size(); ++block) {
        const auto& vertex = corners[block].vertex;
        const auto is_regular = [&](std::uint32_t v) { return load(v) == State::regular ? 1u : 0u; };
        unsigned bits = known_bit;
        for (std::size_t lane = 0; lane < block_size; ++lane) {
            bits |= (is_regular(vertex[0][lane]) & is_regular(vertex[1][lane]) & is_regular(vertex[2][lane])) << lane;
        }
        std::atomic_ref(of_blocks_[blocks_->first_block(leaf) + block])
            .store(static_cast<std::uint16_t>(bits), std::memory_order_relaxed);
    }
}

/// Those that nothing is known of.
void RegularFans::test_vertices(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    std::array<narrow_phase::Fan, most_vertices> fans;
    std::array<std::uint32_t, most_vertices> irregular;
    std::size_t count = 0;
    for (const std::uint32_t v : vertices) {
        if (load(v) != State::unknown) continue;
        if (const narrow_phase::Fan* fan = neighbours_.fan(v)) {
            fans[count++] = *fan;
        } else {
            store(v, State::irregular);
        }
    }
    const std::size_t found =
        narrow_phase::irregular_fans(bodies.vertices(), {fans.data(), count}, neighbours_.ring(), irregular.data());
    std::size_t next = 0;  // they come in the order of the fans
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_irregular = next < found && irregular[next] == i;
        next += is_irregular ? 1 : 0;
        store(fans[i].vertex, is_irregular ? State::irregular : State::regular);
    }
}

// ---- pairs of leaves

namespace {

// How far ahead memory is prefetched: what a leaf is made of lies anywhere, and much was last used in another frame.
constexpr std::size_t leaf_pairs_ahead = 2;

constexpr std::size_t leaf_pairs_per_piece = 32, most_per_piece = 256, pieces_wanted = 64;

/// With a budget, where the search stops depends on the size of the pieces, so that it is always the same. Without one
/// there are larger ones, where there are many: blocks are laid out once in each.
std::size_t piece_size(std::size_t leaf_pairs, bool limited) {
    if (limited) return leaf_pairs_per_piece;
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

}  // namespace

/// Blocks of triangles, laid out when they are first needed. One leaf pair is often followed by others of its leaves.
struct LeafPairTests::LaidOut {
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
    BlocksOfLeaf take(const LeafBlocks& all, std::uint32_t number, unsigned blocks, std::size_t place) {
        const unsigned wanted = missing(number, blocks, place);
        leaf[place] = {number, (leaf[place].number == number ? leaf[place].blocks : 0) | wanted};
        return {all.corners(number).data(), of(place), wanted};
    }
};

/// Triangles of a pair of leaves whose boxes overlap and that share no vertex.
struct LeafPairTests::Unconnected {
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
struct LeafPairTests::Candidates {
    static constexpr std::size_t room = 512;

    LaidOut laid_out;
    // Of one leaf pair to be tested, and of the next one. What is needed for testing it is fetched in the meantime.
    std::array<Unconnected, 2> unconnected_of;
    std::size_t next = 0;
    std::array<broad_phase::Pair, room + leaf_capacity * leaf_capacity + Unproven::spare> unconnected;
    std::array<broad_phase::Pair, room + block_size * block_size> neighbours;
    struct {
        std::size_t unconnected = 0, neighbours = 0;
    } number;

    [[nodiscard]] bool nearly_full() const { return std::max(number.unconnected, number.neighbours) > room; }

    void add_unconnected(broad_phase::Pair first_blocks, const TrianglesOfBlocks& triangles) {
        number.unconnected += write(first_blocks, triangles, unconnected.data() + number.unconnected);
    }
    void add_neighbours(broad_phase::Pair first_blocks, const TrianglesOfBlocks& triangles) {
        number.neighbours += write(first_blocks, triangles, neighbours.data() + number.neighbours);
    }

private:
    static std::size_t write(broad_phase::Pair first_blocks, const TrianglesOfBlocks& triangles,
                             broad_phase::Pair* out) {
        const broad_phase::Pair* begin = out;
        const auto size = static_cast<std::uint32_t>(block_size);
        const broad_phase::Pair first{size * (first_blocks.a + triangles.place / size),
                                      size * (first_blocks.b + triangles.place % size)};
        for (std::uint64_t bits = triangles.bits; bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
            *out++ = {first.a + bit / size, first.b + bit % size};
        }
        return static_cast<std::size_t>(out - begin);
    }
};

/// The budget of a piece is that of the whole search: see find_in_waves.
class LeafPairTests::Piece {
public:
    Piece(const Query& query, const Input& input, RegularFans& fans, Findings& out)
        : query_(query), input_(input), fans_(fans), out_(out) {}

    void test(std::span<const broad_phase::Pair> pairs);

private:
    void test(const LeafPair& pair);
    void test_last_unconnected(broad_phase::Pair leaves, const FoundBlocks& found);
    void test_unconnected(Unconnected& unconnected);
    void test_candidates();
    [[nodiscard]] broad_phase::Pair first_blocks(broad_phase::Pair leaves) const {
        const LeafBlocks& blocks = input_.leaves.blocks;
        return {blocks.first_block(leaves.a), blocks.first_block(leaves.b)};
    }

    const Query& query_;
    const Input& input_;
    RegularFans& fans_;
    Findings& out_;
    Candidates candidates_;
};

void LeafPairTests::find(const Query& query, const Input& input, std::span<const broad_phase::Pair> leaf_pairs) {
    if (!leaf_pairs.empty()) prepare_fans(query, input);
    const parallel::Chunks chunks{leaf_pairs.size(), piece_size(leaf_pairs.size(), query.limited())};
    if (findings_.size() < chunks.number()) findings_.resize(chunks.number());
    narrow_phase::find_in_waves(
        query, chunks.number(), found_,
        [&](std::size_t i) {
            findings_[i].start(query.room);
            Piece piece(query, input, fans_, findings_[i]);
            piece.test(leaf_pairs.subspan(chunks.begin(i), chunks.end(i) - chunks.begin(i)));
        },
        [&](std::size_t i) -> const Findings& { return findings_[i]; });
}

/// Neighbours are tested where it is not clear from all the triangles around a shared vertex that they do not meet.
void LeafPairTests::prepare_fans(const Query& query, const Input& input) {
    if (!input.use_fans || query.options.neighbours != Neighbours::beyond_shared) return;
    if (!fans_.built()) {
        const auto before = frame::Clock::now();
        fans_.build(query.bodies, input.leaves.blocks, input.leaves.vertices);
        query.report.milliseconds.build += frame::milliseconds_since(before);
    }
    fans_.start_frame();
}

void LeafPairTests::Piece::test(std::span<const broad_phase::Pair> pairs) {
    constexpr std::size_t batch = LeafBoxes::most_pairs;
    const BlockNeighbours& neighbours = input_.leaves.neighbours;
    std::array<LeafPair, batch> all;
    std::array<std::uint64_t, batch> blocks;
    for (std::size_t first = 0; first < pairs.size(); first += batch) {
        const auto next = pairs.subspan(first, std::min(batch, pairs.size() - first));
        input_.boxes.overlapping_blocks(next, blocks.data());
        std::size_t left = 0;
        for (std::size_t i = 0; i < next.size(); ++i) {
            const auto number = static_cast<std::size_t>(std::popcount(blocks[i]));
            out_.counters.box_tests += block_size * block_size * (1 + number);
            all[left] = {next[i], blocks[i], neighbours.between(next[i].a, next[i].b)};
            left += number != 0 ? 1 : 0;
        }
        for (std::size_t i = 0; i < left; ++i) {
            if (i + leaf_pairs_ahead < left) neighbours.prefetch(all[i + leaf_pairs_ahead].neighbours);
            test(all[i]);
        }
    }
    test_unconnected(candidates_.unconnected_of[candidates_.next ^ 1]);
    test_candidates();
}

void LeafPairTests::Piece::test(const LeafPair& pair) {
    const auto& [leaves, overlapping, known] = pair;
    BlockNeighbours::Room room;
    const SharedVertices shared =
        input_.leaves.neighbours.shared(known, input_.leaves.blocks, leaves, overlapping, room);
    TrianglesOfBlocks* unconnected = candidates_.unconnected_of[candidates_.next].triangles.data();
    std::array<TrianglesOfBlocks, block_size * block_size> neighbours;
    TrianglesOfBlocks* wanted = query_.options.neighbours == Neighbours::beyond_shared ? neighbours.data() : nullptr;
    const FoundBlocks found = input_.boxes.overlapping_triangles(leaves, overlapping, shared, unconnected, wanted);
    if (found.unconnected != 0) test_last_unconnected(leaves, found);
    for (std::size_t i = 0; i < found.neighbours; ++i) {
        if (candidates_.nearly_full()) test_candidates();
        const std::uint32_t place = neighbours[i].place, size = block_size;
        if (input_.use_fans) {
            neighbours[i].bits &= ~fans_.pairs(query_.bodies, {leaves.a, place / size}, {leaves.b, place % size});
        }
        candidates_.add_neighbours(first_blocks(leaves), neighbours[i]);
    }
}

/// Software pipelining: tests what the leaf pair before has left, while what this one needs is prefetched.
void LeafPairTests::Piece::test_last_unconnected(broad_phase::Pair leaves, const FoundBlocks& found) {
    Unconnected& next = candidates_.unconnected_of[candidates_.next];
    next.leaves = leaves;
    next.number = found.unconnected;
    next.places = found.places_of_unconnected;
    for (const std::uint32_t leaf : {leaves.a, leaves.b}) simd::prefetch(&input_.regions.of_leaf(leaf));
    const LaidOut& laid_out = candidates_.laid_out;
    const unsigned first = laid_out.missing(leaves.a, next.of_first(), LaidOut::place_of_first(leaves));
    const unsigned second = laid_out.missing(leaves.b, next.of_second(), LaidOut::place_of_second(leaves));
    const broad_phase::CornerBlock *a = input_.leaves.blocks.corners(leaves.a).data(),
                                   *b = input_.leaves.blocks.corners(leaves.b).data();
    for (unsigned blocks = first | second << block_size; blocks != 0; blocks &= blocks - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(blocks));
        simd::prefetch(i < block_size ? a + i : b + (i - block_size), sizeof(broad_phase::CornerBlock));
    }
    candidates_.next ^= 1;
    test_unconnected(candidates_.unconnected_of[candidates_.next]);
}

/// Those that no plane tells apart become candidates.
void LeafPairTests::Piece::test_unconnected(Unconnected& unconnected) {
    if (unconnected.number == 0) return;
    if (candidates_.nearly_full()) test_candidates();
    const broad_phase::Pair leaves = unconnected.leaves;
    if (filters_blocks(query_.bodies)) {
        LaidOut& laid_out = candidates_.laid_out;
        const LeafBlocks& blocks = input_.leaves.blocks;
        const std::size_t first = LaidOut::place_of_first(leaves), second = LaidOut::place_of_second(leaves);
        const BlocksOfLeaf of_first = laid_out.take(blocks, leaves.a, unconnected.of_first(), first);
        const BlocksOfLeaf of_second = laid_out.take(blocks, leaves.b, unconnected.of_second(), second);
        if ((of_first.wanted | of_second.wanted) != 0) {
            lay_out_triangles(query_.bodies.vertices().floats, of_first, of_second);
        }
        const float reach = reach_of(input_.regions.of_leaf(leaves.a), input_.regions.of_leaf(leaves.b));
        const Unproven unproven =
            write_unproven(laid_out.of(first), laid_out.of(second), reach, first_blocks(leaves), unconnected.all(),
                           candidates_.unconnected.data() + candidates_.number.unconnected);
        out_.counters.candidates += unproven.of;
        candidates_.number.unconnected += unproven.number;
    } else {
        for (const TrianglesOfBlocks& triangles : unconnected.all()) {
            candidates_.add_unconnected(first_blocks(leaves), triangles);
        }
    }
    unconnected.number = 0;
}

void LeafPairTests::Piece::test_candidates() {
    const broad_phase::TriangleBlocks slots = input_.leaves.blocks.slots();
    const Bodies& bodies = query_.bodies;
    const std::span<broad_phase::Pair> unconnected{candidates_.unconnected.data(), candidates_.number.unconnected};
    if (filters_blocks(bodies)) {
        out_.test_unproven(bodies, slots, slots, unconnected);
    } else {
        out_.test_unconnected(bodies, slots, slots, unconnected);
    }
    const std::span<broad_phase::Pair> neighbours{candidates_.neighbours.data(), candidates_.number.neighbours};
    for (broad_phase::Pair& pair : neighbours) pair = {slots.triangle(pair.a), slots.triangle(pair.b)};
    out_.test_neighbours(bodies, neighbours);
    candidates_.number = {};
}

}  // namespace pliant::regularity
