#include "surfaces/winding_anchors.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/orientation.hpp"
#include "surfaces/projected_triangle.hpp"

namespace pliant::surfaces {

namespace {

// Relative to the box: bound on the rounding of coordinates in it.
constexpr double place_margin = 1e-9;
// Depths of steeper triangles are not trusted; windings are counted on at most this many lines.
constexpr double least_slope_of_lines = 1e-3;
constexpr std::size_t most_lines = 64;

double norm_of(const Vec3& v) { return std::sqrt(dot(v, v)); }

Vec3 middle_of_polygon(const Polygon& polygon) {
    Vec3 middle;
    for (int i = 0; i < polygon.size; ++i) middle = middle + 1.0 / polygon.size * polygon[i];
    return middle;
}

}  // namespace

/// Whether windings are known all around a point of the box.
bool WindingAnchors::known_at(const Vec3& p) const {
    const CellLayout& layout = surface_.image->layout();
    const TurnedBox& box = layout.box;
    const CellGrid& grid = layout.grid;
    CellRange cells;
    for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < box.lo[k] || p[k] > box.hi[k]) return false;
        const double around = place_margin * (box.hi[k] - box.lo[k]);
        const unsigned shift = k < 2 ? grid.shift : 0;
        cells.first[k] = static_cast<std::uint16_t>(grid.place(p[k] - around, k) >> shift);
        cells.last[k] = static_cast<std::uint16_t>(grid.place(p[k] + around, k) >> shift);
    }
    bool known = true;
    layout.for_each_cell(cells, [&](CellIndex cell) { known &= runs_->is_known(cell); });
    return known;
}

Polygon WindingAnchors::in_box(const Corners& t) const {
    const TurnedBox& box = surface_.image->box();
    Polygon polygon{{t[0], t[1], t[2]}, 3}, spare;
    const auto keep = [&](auto cut_off, double at, double sign) {
        cut_off(polygon, at, sign, spare);
        std::swap(polygon, spare);
    };
    keep(cut<0>, box.lo[0], 1), keep(cut<0>, box.hi[0], -1);
    keep(cut<1>, box.lo[1], 1), keep(cut<1>, box.hi[1], -1);
    keep(cut<2>, box.lo[2], 1), keep(cut<2>, box.hi[2], -1);
    return polygon;
}

/// Samples the part of a triangle in the box: one point in a known cell is enough.
WindingAnchors::Tie WindingAnchors::tie_of(const OpenTriangle& open) const {
    const Corners t = surface_.image->corners(open.triangle);
    const Polygon polygon = in_box(t);
    if (polygon.size < 3 || collinear(t[0], t[1], t[2])) return Tie::absent;
    const Vec3 middle = middle_of_polygon(polygon);
    bool known = known_at(middle);
    for (int i = 0; i < polygon.size && !known; ++i) {
        for (const double share : {0.25, 0.5, 0.75, 0.9375}) {
            known = known || known_at(middle + share * (polygon[i] - middle));
        }
    }
    return known ? Tie::anchored : Tie::loose;
}

bool WindingAnchors::edge_in_box(const Vec3& p, const Vec3& q) const {
    const TurnedBox& box = surface_.image->box();
    double from = 0, to = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const double inset = place_margin * (box.hi[k] - box.lo[k]), along = q[k] - p[k];
        const double lo = box.lo[k] + inset - p[k], hi = box.hi[k] - inset - p[k];
        if (along == 0) {
            if (lo > 0 || hi < 0) return false;
            continue;
        }
        from = std::max(from, std::min(lo / along, hi / along));
        to = std::min(to, std::max(lo / along, hi / along));
    }
    return from <= to;
}

/// Flood fill across edges that no third triangle shares.
void WindingAnchors::spread() {
    while (!queue_.empty()) {
        const OpenTriangle& open = open_[queue_.back()];
        queue_.pop_back();
        const Corners t = surface_.image->corners(open.triangle);
        for (std::size_t e = 0; e < 3; ++e) {
            const std::uint32_t next = open.neighbours[e];
            if (open.partners[e] != 1 || next == OpenTriangle::none || ties_[next] != Tie::loose) continue;
            if (!edge_in_box(t[e], t[(e + 1) % 3])) continue;
            ties_[next] = Tie::anchored;
            queue_.push_back(next);
        }
    }
}

/// Windings on both sides of a triangle in the box, counted along a line from beyond all triangles.
WindingAnchors::Found WindingAnchors::count_on_line(std::uint32_t triangle) {
    const Corners t = surface_.image->corners(triangle);
    const Polygon polygon = in_box(t);
    const Vec3 p = middle_of_polygon(polygon), normal = cross(t[1] - t[0], t[2] - t[0]);
    const double too_near = place_margin * (surface_.image->box().hi[2] - surface_.image->box().lo[2]);
    if (!(std::abs(normal.z) > least_slope_of_lines * norm_of(normal))) return Found::nothing;
    const bool from_above = surface_.image->surface().counts_from_above();
    int crossed = 0;  // between the triangle and the end of the line
    for (std::uint32_t i = 0; i < surface_.triangles(); ++i) {
        if (i == triangle) continue;
        const Corners other = surface_.image->corners(i);
        const Extent extent = extent_of(other);
        if (p.x < extent.x0 || p.x > extent.x1 || p.y < extent.y0 || p.y > extent.y1) continue;
        const double lowest = least(other[0].z, other[1].z, other[2].z),
                     highest = greatest(other[0].z, other[1].z, other[2].z);
        if (from_above ? highest < p.z - too_near : lowest > p.z + too_near) continue;
        const auto [turn, weight] = ProjectedTriangle(other).at(p.x, p.y);
        if (turn == 0) continue;
        if (from_above ? lowest <= p.z + too_near : highest >= p.z - too_near) {
            const Vec3 across = cross(other[1] - other[0], other[2] - other[0]);
            const double depth = (weight[0] * other[0].z + weight[1] * other[1].z + weight[2] * other[2].z) /
                                 (weight[0] + weight[1] + weight[2]);
            const bool clear =
                std::abs(across.z) > least_slope_of_lines * norm_of(across) && std::abs(depth - p.z) > too_near;
            if (!clear) return Found::nothing;
            if ((depth < p.z) == from_above) continue;
        }
        crossed += turn;
    }
    const int own = normal.z < 0 ? 1 : -1;
    const int below = from_above ? -crossed - own : crossed, above = below + own, beside = below + above;
    if (below * above != 0 || std::abs(beside) != 1 || facing_ * beside < 0) return Found::contradiction;
    facing_ = beside;
    return Found::agreement;
}

/// One triangle of each connected piece that reaches no known cell.
bool WindingAnchors::anchor_loose() {
    std::size_t lines = 0;
    for (std::uint32_t i = 0; i < open_.size(); ++i) {
        if (ties_[i] != Tie::loose) continue;
        const Found found = ++lines > most_lines ? Found::nothing : count_on_line(open_[i].triangle);
        if (found == Found::contradiction) return false;
        if (found == Found::nothing) continue;
        ties_[i] = Tie::anchored;
        queue_.assign(1, i);
        spread();
    }
    return std::none_of(ties_.begin(), ties_.end(), [](Tie tie) { return tie == Tie::loose; });
}

bool WindingAnchors::find(const SurfaceInCells& surface, const RunProof& runs, std::span<const OpenTriangle> open) {
    surface_ = surface;
    runs_ = &runs;
    open_ = open;
    const CellImage::Windings windings = surface.image->windings();
    facing_ = windings.least + windings.most;
    ties_.resize(open.size());
    queue_.clear();
    for (std::uint32_t i = 0; i < open.size(); ++i) {
        ties_[i] = tie_of(open[i]);
        if (ties_[i] == Tie::anchored) queue_.push_back(i);
    }
    spread();
    return anchor_loose();
}

}  // namespace pliant::surfaces
