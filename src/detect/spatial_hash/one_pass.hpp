// The paper's other variant: tetrahedra in every cell of their box, and the vertices of those that share a cell tested
// [Teschner2003, 7]. Slower than two passes, as the paper found; here for the comparison.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/box_grid.hpp"
#include "detect/spatial_hash/cell_sweep.hpp"
#include "detect/spatial_hash/slots.hpp"

namespace pliant::spatial_hash {

class OnePass {
public:
    /// `present` are the vertices that take part; those of no sound tetrahedron become boxes of their own.
    void build(const Slots& slots, const simd::FloatVertex* vertices, std::size_t vertex_count,
               std::span<const std::uint32_t> present, double cell_size, std::uint32_t buckets);

    /// Candidates of one tetrahedron, each once; `near` is scratch.
    void find(std::uint32_t slot, std::vector<std::uint32_t>& near, Sweep& out) const;

private:
    void add_vertex(std::uint32_t slot, std::uint32_t vertex, std::vector<std::uint32_t>& near) const;

    std::span<const broad_phase::TetrahedronBlock> blocks_;
    const simd::FloatVertex* vertices_ = nullptr;
    std::uint32_t slot_count_ = 0;
    std::vector<std::uint8_t> present_;  // by vertex
    std::vector<std::uint8_t> covered_;  // by vertex: a corner of a tetrahedron with finite corners
    std::vector<std::uint32_t> loose_;   // vertices behind the tetrahedra
    std::vector<FloatBox> boxes_;        // of slots, then of loose vertices
    BoxGrid grid_;
};

}  // namespace pliant::spatial_hash
