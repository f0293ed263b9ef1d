#include "detect/surface_overlap/vertex_sides.hpp"

#include <algorithm>

namespace pliant::surface_overlap {

namespace {

PointSide side_in_cells(const CellImage& image, const Vec3& point) {
    const surfaces::TurnedBox& box = image.box();
    const Vec3 p = surfaces::axis_last(point, box.axis);
    for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < box.lo[k] || p[k] > box.hi[k]) return PointSide::outside;
    }
    return static_cast<PointSide>(image.state(image.layout().cell_of(p)));
}

}  // namespace

void VertexSides::look_up(std::span<const Candidate> candidates, std::size_t vertices, const CellImage& other) {
    constexpr PointSide not_looked_up = PointSide::invalid;
    sides_.assign(vertices, not_looked_up);
    for (const Candidate& c : candidates) {
        for (std::size_t k = 0; k < 3; ++k) {
            PointSide& side = sides_[c.triangle[k]];
            if (side == not_looked_up) side = side_in_cells(other, c.corners[k]);
        }
    }
}

bool VertexSides::spread(std::span<const Candidate> candidates, const frame::Body& body, KeptSurface& other,
                         const CommonCells& cells, parallel::Workers& workers) {
    const std::span<PointSide> side = sides_;
    const int inside = other.facing();
    const auto winding = [&](std::uint32_t v) { return side[v] == PointSide::inside ? inside : 0; };
    bool changed = true, unknown = true, agreed = true;
    const auto set = [&](std::uint32_t v, int w) {
        agreed &= (w == 0 || w == inside) && (side[v] == PointSide::uncertain || winding(v) == w);
        if (side[v] == PointSide::uncertain) side[v] = w == 0 ? PointSide::outside : PointSide::inside, changed = true;
    };
    while (changed) {
        changed = unknown = false;
        for (const auto& [corners, t, box, turns] : candidates) {
            if (side[t[0]] != PointSide::uncertain) {
                const int w = winding(t[0]) + turns[0];
                set(t[1], w);
                set(t[2], w + turns[1]);
            } else if (side[t[1]] != PointSide::uncertain) {
                const int w = winding(t[1]);
                set(t[2], w + turns[1]);
                set(t[0], w - turns[0]);
            } else if (side[t[2]] != PointSide::uncertain) {
                const int w = winding(t[2]);
                set(t[0], w + turns[2]);
                set(t[1], w - turns[1]);
            } else {
                unknown = true;
            }
        }
    }
    const bool left = unknown && std::find(side.begin(), side.end(), PointSide::uncertain) != side.end();
    if (left) settler_.settle({other.image(), cells.rule}, body.positions, side, workers);
    return agreed;
}

}  // namespace pliant::surface_overlap
