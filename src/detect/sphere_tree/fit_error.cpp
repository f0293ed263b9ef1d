#include "detect/sphere_tree/fit_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "detect/sphere_tree/hierarchy.hpp"
#include "detect/sphere_tree/sphere.hpp"
#include "geometry/closest_point.hpp"

namespace pliant::sphere_tree {

namespace {

/// Branch and bound: nearest child first, others only where they may be nearer.
class NearestSearch {
public:
    NearestSearch(SphereTree& tree, const Vec3& point) : tree_(tree), point_(point), best_(point) {}

    Vec3 run() {
        visit(0);
        return best_;
    }

private:
    [[nodiscard]] double at_least(std::uint32_t node) const {
        const Sphere& s = tree_.sphere(node);
        return s.radius < 0 ? std::numeric_limits<double>::infinity() : distance(s.centre, point_) - s.radius;
    }

    void visit(std::uint32_t node) {
        if (tree_.leaf(node)) return test_pieces(node);
        std::array<std::pair<double, std::uint32_t>, usual_branching> open;
        const std::uint32_t count = tree_.children(node);
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t child = tree_.first_child(node) + k;
            open[k] = {at_least(child), child};
        }
        std::sort(open.begin(), open.begin() + count);
        for (std::uint32_t k = 0; k < count; ++k) {
            if (open[k].first < nearest_) visit(open[k].second);
        }
    }

    void test_pieces(std::uint32_t leaf) {
        for (const Piece& piece : tree_.pieces(leaf)) {
            const Vec3 p = geometry::closest_point(point_, tree_.corners(piece));
            const double away = distance(p, point_);
            if (!(away < nearest_)) continue;
            nearest_ = away;
            best_ = p;
        }
    }

    SphereTree& tree_;
    Vec3 point_, best_;
    double nearest_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Solid::Solid(const SurfaceView& surface) : winding_(surface) {
    const SurfaceNow now{surface.positions, surface.triangles};
    parallel::Workers workers(1);
    tree_.build(now, std::vector<std::uint8_t>(surface.triangles.size(), 0));
    tree_.update(now, workers);
}

Vec3 Solid::nearest(const Vec3& point) const { return NearestSearch(tree_, point).run(); }

double Solid::depth(const Vec3& point) const {
    if (winding_.empty()) return 0;
    const double away = distance(nearest(point), point);
    return winding_.inside(point) ? away : -away;
}

double Solid::error(const Sphere& sphere) const {
    if (sphere.radius < 0) return 0;
    return std::clamp(sphere.radius - depth(sphere.centre), 0.0, 2 * sphere.radius);
}

std::vector<double> errors_of(const SphereHierarchy& hierarchy, const SurfaceView& surface, const Solid& solid) {
    const SurfaceNow now{surface.positions, surface.triangles};
    SphereTree tree;
    parallel::Workers workers(1);
    tree.build(now, hierarchy);
    tree.update(now, workers);
    std::vector<double> errors;
    double leaves_above = 0;  // the smallest spheres of coarser levels stand for their surface in finer ones, too
    for (std::size_t level = 0; level + 1 < hierarchy.level.size(); ++level) {
        double most = leaves_above;
        for (std::uint32_t node = hierarchy.level[level]; node < hierarchy.level[level + 1]; ++node) {
            const double error = solid.error(tree.sphere(node));
            most = std::max(most, error);
            if (tree.leaf(node)) leaves_above = std::max(leaves_above, error);
        }
        errors.push_back(most);
    }
    return errors;
}

}  // namespace pliant::sphere_tree
