#include "detect/depth_layers/gradient.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::depth_layers {

namespace {

/// Vector area and centroid of a flat polygon in space.
struct Patch {
    Vec3 area;
    Vec3 centroid;
};

Patch patch_of(const Polygon& polygon) {
    Patch patch{};
    double weights = 0;
    for (int i = 2; i < polygon.size; ++i) {
        const Vec3 twice = cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
        const double weight = std::sqrt(dot(twice, twice));
        patch.area = patch.area + 0.5 * twice;
        patch.centroid = patch.centroid + weight / 3 * (polygon[0] + polygon[i - 1] + polygon[i]);
        weights += weight;
    }
    patch.centroid = weights > 0 ? 1 / weights * patch.centroid : polygon[0];
    return patch;
}

/// Barycentric coordinates of a point in the plane of a triangle.
std::array<double, 3> barycentric(const Vec3& p, const Corners& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const double square = dot(normal, normal);
    if (!(square > 0)) return {1.0 / 3, 1.0 / 3, 1.0 / 3};
    const double second = dot(cross(p - t[0], t[2] - t[0]), normal) / square;
    const double third = dot(cross(t[1] - t[0], p - t[0]), normal) / square;
    return {1 - second - third, second, third};
}

/// Whether the triangle is crossed on the way to p, from below or from above, and in which direction on the way up;
/// rounded.
int turn_on_the_way(const Vec3& p, const Corners& t, bool from_below) {
    const auto side = [&](const Vec3& a, const Vec3& b) {
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    const double c = side(t[0], t[1]), a = side(t[1], t[2]), b = side(t[2], t[0]);
    const bool front = a >= 0 && b >= 0 && c >= 0, back = a <= 0 && b <= 0 && c <= 0;
    const double sum = a + b + c;
    if ((!front && !back) || sum == 0) return 0;
    const double depth = (a * t[0].z + b * t[1].z + c * t[2].z) / sum;
    if (from_below ? depth >= p.z : depth <= p.z) return 0;
    return front ? -1 : 1;
}

bool ranges_meet(const Corners& s, const Corners& t, std::size_t k) {
    const auto [s_lo, s_hi] = std::minmax({s[0][k], s[1][k], s[2][k]});
    const auto [t_lo, t_hi] = std::minmax({t[0][k], t[1][k], t[2][k]});
    return s_lo <= t_hi && t_lo <= s_hi;
}

bool boxes_meet(const DepthRange& depths, const Corners& s, const Fragment& g, const Corners& t) {
    return depths.lo <= g.hi && g.lo <= depths.hi && ranges_meet(s, t, 0) && ranges_meet(s, t, 1);
}

// A fragment that stands upright in its column is cut into pieces about as high as the column is wide, at most so many.
constexpr double most_pieces = 64;

}  // namespace

void Gradient::add_fragment(const Layer& layer, const Fragment& fragment) {
    const Corners corners = pair_->side[fragment.body].surface.corners(fragment.triangle);
    if (!is_added(corners)) return;
    Polygon rest = clip(corners, extent_of(corners), column_, scratch_.polygons), below;
    const bool mixed = layer.has(0) && layer.has(1);
    const double width = std::min(column_.x1 - column_.x0, column_.y1 - column_.y0);
    const double pieces = mixed ? std::clamp(std::ceil((fragment.hi - fragment.lo) / width), 1.0, most_pieces) : 1.0;
    for (int piece = 1; piece < pieces; ++piece) {
        const double at = fragment.lo + (fragment.hi - fragment.lo) * piece / pieces;
        cut<2>(rest, at, -1, below);
        if (below.size > 2) add_polygon(layer, fragment, below);
        cut<2>(rest, at, 1, below);
        std::swap(rest, below);
    }
    if (rest.size > 2) add_polygon(layer, fragment, rest);
}

void Gradient::add_polygon(const Layer& layer, const Fragment& fragment, const Polygon& polygon) {
    const PairOfSides& pair = *pair_;
    const std::size_t own = fragment.body, other = 1 - own;
    const Corners corners = pair.side[own].surface.corners(fragment.triangle);
    const Patch patch = patch_of(polygon);
    const DepthRange depths = depth_range(polygon, corners);
    const bool from_below = pair.side[other].seen_from_below;
    int winding = from_below ? layer.before[other] : layer.after[other];
    // A surface that winds around more than once there may be that of the body, or lie within it.
    bool certain = winds_once(pair.side[own], layer, own) && !layer.incomplete[own] && !layer.incomplete[other];
    for (std::uint32_t i = layer.first; i < layer.last; ++i) {
        const Fragment& g = scratch_.fragments[i];
        if (g.body == own) continue;
        const Corners of_other = pair.side[other].surface.corners(g.triangle);
        certain &= !boxes_meet(depths, corners, g, of_other);
        const int turn = turn_on_the_way(patch.centroid, of_other, from_below);
        winding += from_below ? turn : -turn;
    }
    const double sign = pair.side[own].orientation < 0 ? -1 : 1;
    if (!certain) error += std::sqrt(dot(patch.area, patch.area));
    if (!is_inside(winding, pair.rule)) return;
    const auto weights = barycentric(patch.centroid, corners);
    const auto& triangle = pair.side[own].surface.triangles[fragment.triangle];
    for (std::size_t k = 0; k < 3; ++k) {
        Vec3& sum = by_vertex[own][triangle[k]];
        sum = sum + sign * weights[k] * patch.area;
    }
}

/// Upright faces that other columns see better are left to these.
bool Gradient::is_added(const Corners& t) const {
    const auto in_plane = [&](std::size_t k) { return t[0][k] == t[1][k] && t[0][k] == t[2][k]; };
    if (faces_ == FacesToAdd::across_axis) return in_plane(2);
    return !in_plane(0) && !in_plane(1);
}

void Gradient::add_layer(const Layer& layer) {
    const PairOfSides& pair = *pair_;
    for (std::size_t own = 0; own < 2; ++own) {
        const std::size_t other = 1 - own;
        if (!layer.has(own)) continue;
        const bool outside = !layer.has(other) && !is_inside(layer.before[other], pair.rule);
        const bool within_itself = goes_one_way(layer, own) && !layer.incomplete[own] &&
                                   is_inside(layer.before[own], pair.rule) == is_inside(layer.after[own], pair.rule) &&
                                   !winds_once(pair.side[own], layer, own);
        if (outside || within_itself) continue;
        for (std::uint32_t i = layer.first; i < layer.last; ++i) {
            if (scratch_.fragments[i].body == own) add_fragment(layer, scratch_.fragments[i]);
        }
    }
}

/// Where a surface is not closed any of it may lie in the other body.
void Gradient::add_unknown() {
    for (const Fragment& fragment : scratch_.fragments) {
        const Corners corners = pair_->side[fragment.body].surface.corners(fragment.triangle);
        if (!is_added(corners)) continue;
        const Vec3 area = patch_of(clip(corners, extent_of(corners), column_, scratch_.polygons)).area;
        error += std::sqrt(dot(area, area));
    }
}

void Gradient::add_column(std::span<const TriangleOfPair> triangles) {
    find_fragments(*pair_, column_, triangles, scratch_);
    if (!find_layers(*pair_, column_.area(), scratch_) || reaches_hole(*pair_, column_)) return add_unknown();
    for (const Layer& layer : scratch_.layers) add_layer(layer);
}

void Gradient::add_up(const Columns& columns, const Refinement& refined, FacesToAdd faces) {
    pair_ = &columns.pair();
    error = 0;
    faces_ = faces;
    for (std::size_t s = 0; s < 2; ++s) by_vertex[s].assign(pair_->side[s].surface.positions.size(), Vec3{});
    refined.for_each_leaf([&](unsigned level, const Cell& cell, std::span<const TriangleOfPair> triangles) {
        column_ = columns.grid().rectangle(cell.ix, cell.iy, level);
        add_column(triangles);
    });
}

}  // namespace pliant::depth_layers
