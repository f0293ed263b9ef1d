#include "detect/regularity/regular_fans.hpp"

#include <algorithm>
#include <array>

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

namespace {

constexpr unsigned known = 0x100;
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
    return bits.load(std::memory_order_relaxed) & (known - 1);
}

void RegularFans::test_leaf(const Bodies& bodies, std::uint32_t leaf) {
    std::array<std::uint32_t, most_vertices> room;
    test_vertices(bodies, vertices_of(*blocks_, *vertices_, leaf, room));
    const auto corners = blocks_->corners(leaf);
    for (std::size_t block = 0; block < corners.size(); ++block) {
        const auto& vertex = corners[block].vertex;
        const auto is_regular = [&](std::uint32_t v) { return load(v) == State::regular ? 1u : 0u; };
        unsigned bits = known;
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

}  // namespace pliant::regularity
