#include "detect/depth_layers/mixed_layer.hpp"

#include <algorithm>
#include <cmath>

#include "surfaces/projected_triangle.hpp"

namespace pliant::depth_layers {

namespace {

enum class Where : std::uint8_t { outside, inside, unknown };

// An upright fragment has nearly no area: its centroid is not trusted, and it weighs nothing.
constexpr double least_area = 1e-9;
constexpr double least_slope = 1e-3;

bool boxes_meet(const Fragment& f, const Fragment& g) {
    return f.lo <= g.hi && g.lo <= f.hi && f.extent.x0 <= g.extent.x1 && g.extent.x0 <= f.extent.x1 &&
           f.extent.y0 <= g.extent.y1 && g.extent.y0 <= f.extent.y1;
}

double size_of(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// Whether a triangle lies on one side of the plane of another, by more than rounding.
bool on_one_side(const Corners& plane, const Corners& t, double slack) {
    const Vec3 normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
    const double margin = 64 * slack * size_of(normal);
    const double a = dot(normal, t[0] - plane[0]), b = dot(normal, t[1] - plane[0]), c = dot(normal, t[2] - plane[0]);
    return (a > margin && b > margin && c > margin) || (a < -margin && b < -margin && c < -margin);
}

bool steep(const Corners& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    return !(std::abs(normal.z) > least_slope * size_of(normal));
}

class Classifier {
public:
    Classifier(const PairOfSides& pair, const Layer& layer, std::span<const Fragment> fragments, double area)
        : pair_(pair), layer_(layer), fragments_(fragments), area_(area) {}

    [[nodiscard]] Where place(const Fragment& f) const {
        if (std::abs(f.moments.area) < least_area * area_ || may_meet_other(f)) return Where::unknown;
        const double per = 1 / f.moments.area;
        return place_of({per * f.moments.x, per * f.moments.y, per * f.moments.z}, 1 - f.body);
    }

private:
    [[nodiscard]] Corners corners(const Fragment& f) const { return pair_.side[f.body].surface.corners(f.triangle); }

    [[nodiscard]] bool may_meet_other(const Fragment& f) const {
        for (const Fragment& g : fragments_) {
            if (g.body == f.body || !boxes_meet(f, g)) continue;
            const Corners s = corners(f), t = corners(g);
            if (!on_one_side(s, t, pair_.slack) && !on_one_side(t, s, pair_.slack)) return true;
        }
        return false;
    }

    /// Counts what a line crosses between the point and the side from which the other body is seen.
    [[nodiscard]] Where place_of(const Vec3& p, std::size_t other) const {
        const bool from_below = pair_.side[other].seen_from_below;
        int winding = from_below ? layer_.before[other] : layer_.after[other];
        for (const Fragment& g : fragments_) {
            const bool beside = g.body != other || p.x < g.extent.x0 - pair_.slack || p.x > g.extent.x1 + pair_.slack ||
                                p.y < g.extent.y0 - pair_.slack || p.y > g.extent.y1 + pair_.slack;
            if (beside || (from_below ? g.lo > p.z : g.hi < p.z)) continue;
            const Corners t = corners(g);
            const auto [turn, weight] = surfaces::ProjectedTriangle(t).at(p.x, p.y);
            if (turn == 0) continue;
            if (p.z >= g.lo && p.z <= g.hi) {
                if (steep(t)) return Where::unknown;
                const double depth = (weight[0] * t[0].z + weight[1] * t[1].z + weight[2] * t[2].z) /
                                     (weight[0] + weight[1] + weight[2]);
                if (from_below ? depth > p.z : depth < p.z) continue;
            }
            winding += from_below ? turn : -turn;
        }
        return is_inside(winding, pair_.rule) ? Where::inside : Where::outside;
    }

    const PairOfSides& pair_;
    const Layer& layer_;
    std::span<const Fragment> fragments_;
    double area_;
};

}  // namespace

VolumeBounds bounds_by_fragments(const PairOfSides& pair, const Layer& layer, std::span<const Fragment> fragments,
                                 double area, std::vector<Doubt>& doubts) {
    const Classifier classifier(pair, layer, fragments, area);
    // Depths count from where the doubt is.
    double weights = 0, weighted = 0;
    Moments sure;
    doubts.clear();
    for (const Fragment& f : fragments) {
        const double facing = pair.side[f.body].orientation;
        switch (classifier.place(f)) {
            case Where::outside: break;
            case Where::inside:
                sure.area += facing * f.moments.area;
                sure.z += facing * f.moments.z;
                break;
            case Where::unknown:
                doubts.push_back({std::abs(f.moments.area), f.lo, f.hi, facing * f.moments.area > 0});
                weights += std::abs(f.moments.area);
                weighted += std::abs(f.moments.area) * (f.lo + f.hi) / 2;
                break;
        }
    }
    const double level = weights > 0 ? weighted / weights : (layer.lo + layer.hi) / 2;
    const bool below = is_inside(layer.before[0], pair.rule) && is_inside(layer.before[1], pair.rule);
    const bool above = is_inside(layer.after[0], pair.rule) && is_inside(layer.after[1], pair.rule);
    const double volume = (above ? (layer.hi - level) * area : 0) - (below ? (layer.lo - level) * area : 0) -
                          (sure.z - level * sure.area);
    VolumeBounds bounds{volume, volume};
    for (const Doubt& doubt : doubts) {
        const double over = doubt.size * std::max(0.0, doubt.hi - level),
                     under = doubt.size * std::max(0.0, level - doubt.lo);
        bounds.lo -= doubt.entering ? over : under;
        bounds.hi += doubt.entering ? under : over;
    }
    return bounds;
}

}  // namespace pliant::depth_layers
