// Edges of surfaces in cells: those that pass through a tetrahedron with no end inside, the case that [Teschner2003, 7]
// leaves out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/box_grid.hpp"
#include "frame/penetration_query.hpp"
#include "narrow_phase/penetration_writer.hpp"

namespace pliant::spatial_hash {

class EdgeCells {
public:
    /// Collects the edges of the bodies' triangles, once per topology.
    void build(const frame::Bodies& bodies);

    /// Hashes them at the positions of the frame; `vertices` are floats that keep the order of the coordinates.
    void update(const frame::Bodies& bodies, const simd::FloatVertex* vertices);

    struct Piece {
        std::vector<narrow_phase::FoundEdge> found;
        Counters counters;

        void clear() {
            found.clear();
            counters = {};
        }
    };

    /// Edges through tetrahedra [first, last), which may be unusable.
    void find(const frame::PenetrationQuery& query, std::uint32_t first, std::uint32_t last, Piece& out) const;

private:
    using Edge = std::array<std::uint32_t, 2>;
    std::vector<Edge> edges_;  // smaller number first
    std::vector<FloatBox> boxes_;
    const simd::FloatVertex* vertices_ = nullptr;
    BoxGrid grid_;
};

}  // namespace pliant::spatial_hash
