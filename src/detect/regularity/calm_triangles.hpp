// Triangles that meet no neighbour beyond what they share, found for some leaves in each frame.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/region_bounds.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/neighbours.hpp"

namespace pliant::regularity {

/// A vertex is calm where the triangles around it certainly lie side by side, so that no two of them meet beyond what
/// they share; a triangle is, where its three vertices are. Those of a leaf are looked at when they are first asked for
/// in a frame, by whichever thread it is: all find the same.
class CalmTriangles {
public:
    /// Once per topology. Eight blocks are a leaf.
    void build(const frame::Bodies& bodies, std::span<const broad_phase::CornerBlock> blocks);

    /// Forgets what is known of all.
    void start_frame();

    /// Bit 8 * i + k where triangle i of block a or triangle k of block b is calm. `blocks` are those of the last
    /// build.
    [[nodiscard]] std::uint64_t pairs(const frame::Bodies& bodies, std::span<const broad_phase::CornerBlock> blocks,
                                      std::uint32_t a, std::uint32_t b);

private:
    enum class State : std::uint8_t { unknown, calm, restless };

    unsigned of_block(const frame::Bodies& bodies, std::span<const broad_phase::CornerBlock> blocks,
                      std::uint32_t number);
    void look_at_leaf(const frame::Bodies& bodies, std::span<const broad_phase::CornerBlock> blocks, std::size_t leaf);
    void look_at_vertices(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);
    [[nodiscard]] State load(std::uint32_t vertex) {
        return std::atomic_ref(states_[vertex]).load(std::memory_order_relaxed);
    }
    void store(std::uint32_t vertex, State state) {
        std::atomic_ref(states_[vertex]).store(state, std::memory_order_relaxed);
    }

    narrow_phase::Neighbours neighbours_;
    std::vector<std::uint32_t> first_vertex_;  // by leaf: of those below
    std::vector<std::uint32_t> leaf_vertices_;
    std::vector<State> states_;          // by vertex
    std::vector<std::uint16_t> blocks_;  // bits of calm triangles, and one more where they are known
};

}  // namespace pliant::regularity
