// The paper's one-pass variant: tetrahedra in every cell of their box, and the vertices of those that share a cell
// tested [Teschner2003, 7]. Slower than two passes, as the paper found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/box_grid.hpp"
#include "detect/spatial_hash/cell_sweep.hpp"
#include "detect/spatial_hash/float_vertices.hpp"
#include "detect/spatial_hash/slots.hpp"

namespace pliant::teschner2003 {

class OnePass {
public:
    /// Vertices of no tetrahedron with finite corners become boxes of their own. `buckets` may be any number but 0.
    void build(const spatial_hash::Slots& slots, const spatial_hash::FloatVertices& vertices, double cell_size,
               std::uint32_t buckets);

    /// Adds the candidates of one tetrahedron, each once; `near` is scratch.
    void find(std::uint32_t slot, std::vector<std::uint32_t>& near, spatial_hash::Sweep& out) const;

private:
    void add_vertex(std::uint32_t slot, std::uint32_t vertex, std::vector<std::uint32_t>& near) const;

    std::span<const broad_phase::TetrahedronBlock> blocks_;
    const simd::FloatVertex* vertices_ = nullptr;
    std::uint32_t slot_count_ = 0;
    std::vector<std::uint8_t> present_;          // by vertex: takes part
    std::vector<std::uint8_t> covered_;          // by vertex: a corner of a tetrahedron with finite corners
    std::vector<std::uint32_t> loose_;           // vertices behind the tetrahedra
    std::vector<spatial_hash::FloatBox> boxes_;  // of slots, then of loose vertices
    spatial_hash::BoxGrid grid_;
};

}  // namespace pliant::teschner2003
