#include "detect/regularity/calm_triangles.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <array>

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;
using Blocks = std::span<const broad_phase::CornerBlock>;

namespace {

constexpr unsigned known = 0x100;
constexpr std::size_t most_vertices = 3 * block_size * blocks_per_leaf;  // of a leaf
constexpr std::uint64_t in_each_byte = 0x0101010101010101;

/// Byte i all ones where bit i is set.
std::uint64_t bits_to_bytes(unsigned bits) {
    const std::uint64_t one_each = bits * in_each_byte & 0x8040201008040201;  // bit i in byte i
    return ((one_each + in_each_byte * 0x7f) >> 7 & in_each_byte) * 0xff;
}

}  // namespace

void CalmTriangles::build(const Bodies& bodies, Blocks blocks) {
    neighbours_.build(bodies);
    leaf_vertices_.clear();
    first_vertex_.assign(1, 0);
    std::vector<std::uint32_t> own;
    for (std::size_t first = 0; first < blocks.size(); first += blocks_per_leaf) {
        own.clear();
        for (const broad_phase::CornerBlock& block : blocks.subspan(first, blocks_per_leaf)) {
            for (const auto& corners : block.vertex) own.insert(own.end(), std::begin(corners), std::end(corners));
        }
        std::sort(own.begin(), own.end());
        leaf_vertices_.insert(leaf_vertices_.end(), own.begin(), std::unique(own.begin(), own.end()));
        first_vertex_.push_back(static_cast<std::uint32_t>(leaf_vertices_.size()));
    }
    states_.resize(bodies.vertex_count());
    blocks_.resize(blocks.size());
}

void CalmTriangles::start_frame() {
    std::fill(states_.begin(), states_.end(), State::unknown);
    std::fill(blocks_.begin(), blocks_.end(), std::uint16_t{0});
}

std::uint64_t CalmTriangles::pairs(const Bodies& bodies, Blocks blocks, std::uint32_t a, std::uint32_t b) {
    return bits_to_bytes(of_block(bodies, blocks, a)) | of_block(bodies, blocks, b) * in_each_byte;
}

unsigned CalmTriangles::of_block(const Bodies& bodies, Blocks blocks, std::uint32_t number) {
    const std::atomic_ref<std::uint16_t> bits(blocks_[number]);
    if (bits.load(std::memory_order_relaxed) == 0) look_at_leaf(bodies, blocks, number / blocks_per_leaf);
    return bits.load(std::memory_order_relaxed) & (known - 1);
}

void CalmTriangles::look_at_leaf(const Bodies& bodies, Blocks blocks, std::size_t leaf) {
    look_at_vertices(
        bodies, std::span(leaf_vertices_).subspan(first_vertex_[leaf], first_vertex_[leaf + 1] - first_vertex_[leaf]));
    for (std::size_t block = leaf * blocks_per_leaf; block < (leaf + 1) * blocks_per_leaf; ++block) {
        const auto& corners = blocks[block].vertex;
        const auto is_calm = [&](std::uint32_t v) { return load(v) == State::calm ? 1u : 0u; };
        unsigned bits = known;
        for (std::size_t lane = 0; lane < block_size; ++lane) {
            bits |= (is_calm(corners[0][lane]) & is_calm(corners[1][lane]) & is_calm(corners[2][lane])) << lane;
        }
        std::atomic_ref(blocks_[block]).store(static_cast<std::uint16_t>(bits), std::memory_order_relaxed);
    }
}

/// Those that nothing is known of.
void CalmTriangles::look_at_vertices(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    std::array<narrow_phase::Fan, most_vertices> fans;
    std::array<std::uint32_t, most_vertices> irregular;
    std::size_t count = 0;
    for (const std::uint32_t v : vertices) {
        if (load(v) != State::unknown) continue;
        if (const narrow_phase::Fan* fan = neighbours_.fan(v)) {
            fans[count++] = *fan;
        } else {
            store(v, State::restless);
        }
    }
    const std::size_t restless =
        narrow_phase::irregular_fans(bodies.vertices(), {fans.data(), count}, neighbours_.ring(), irregular.data());
    std::size_t next = 0;  // they come in the order of the fans
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_irregular = next < restless && irregular[next] == i;
        next += is_irregular ? 1 : 0;
        store(fans[i].vertex, is_irregular ? State::restless : State::calm);
    }
}

}  // namespace pliant::regularity
