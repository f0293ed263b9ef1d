#include "detect/sphere_tree/refinement.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "detect/sphere_tree/sphere.hpp"
#include "detect/sphere_tree/triangle_contact.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr std::uint64_t most_triangle_tests_per_step = 256;

double farthest(const Sphere& a, const Sphere& b) { return upper(distance(a.centre, b.centre) + a.radius + b.radius); }

static_assert(sizeof(Sphere) == 4 * sizeof(double));
const double* numbers(const Sphere& sphere) { return sphere.centre.data(); }

/// How fast two spheres approach: distance per frame, along the line of their centres.
double approach(const TreePair& trees, const SpherePair& pair) {
    const Vec3 line = Vec3(trees.b.sphere(pair.b).centre) - Vec3(trees.a.sphere(pair.a).centre);
    const double length = std::sqrt(dot(line, line));
    return length > 0 ? dot(trees.a.motion(pair.a) - trees.b.motion(pair.b), line) / length : 0;
}

double importance(const SpherePair& pair, const ContactQuery& query) {
    switch (query.options.order) {
        case ContactOrder::breadth_first: return pair.importance;
        case ContactOrder::widest: return pair.error;
        case ContactOrder::deepest: return pair.depth;
        case ContactOrder::nearest:
            return -distance(pair.position, query.options.interest.value_or(std::array<double, 3>{}));
        case ContactOrder::approaching: return approach(query.trees, pair);
    }
    return 0;
}

}  // namespace

bool seen_small(const SpherePair& pair, const ContactOptions& options) {
    return options.viewer && pair.error < options.detail * distance(pair.position, *options.viewer);
}

std::optional<SpherePair> roots_of(const TreePair& trees) {
    const Sphere &a = trees.a.sphere(0), &b = trees.b.sphere(0);
    if (a.radius < 0 || b.radius < 0) return std::nullopt;
    SpherePair roots;
    roots.gap = farthest(a, b);
    const Sphere& smaller = a.radius < b.radius ? a : b;
    roots.position = smaller.centre;
    roots.error = smaller.radius;
    return roots;
}

Descent descent_of(const SpherePair& pair, const ContactQuery& query) {
    const TreePair& trees = query.trees;
    const auto descends_second = [&] {
        if (trees.b.leaf(pair.b)) return false;
        if (trees.a.leaf(pair.a)) return true;
        if (query.breadth_first()) return pair.second_next;
        return trees.b.sphere(pair.b).radius > trees.a.sphere(pair.a).radius;
    };
    if (descends_second()) return {trees.b, pair.b, true};
    return {trees.a, pair.a, false};
}

void Refinement::begin() {
    done_ = 0;
    children_.clear();
}

std::uint64_t Refinement::tests_left(const ContactBudget& budget) const {
    return budget.tests ? *budget.tests - tests_ : std::numeric_limits<std::uint64_t>::max();
}

bool Refinement::test(SpherePair& pair, const ContactQuery& query) {
    ++tests_;
    ++query.report.counters.sphere_tests;
    const Sphere &a = query.trees.a.sphere(pair.a), &b = query.trees.b.sphere(pair.b);
    if (test_spheres(numbers(a), 1, numbers(b), bounds_) == 0) return false;
    measure(pair, 0, false, query);
    return true;
}

/// From a lane of the last test, in which the sphere of one body (`second`: of b) was tested against one of the other.
/// Bounds of a pair are never looser than those of its parent: its pieces are pieces of those.
void Refinement::measure(SpherePair& pair, std::size_t lane, bool second, const ContactQuery& query) const {
    const Vec3 normal{bounds_.normal_x[lane], bounds_.normal_y[lane], bounds_.normal_z[lane]};
    pair.tested = true;
    pair.depth = bounds_.depth[lane];
    pair.normal = second ? normal : -1.0 * normal;
    pair.gap = std::min(pair.gap, bounds_.gap[lane]);
    if (bounds_.error[lane] < pair.error) {
        pair.error = bounds_.error[lane];
        pair.position = {bounds_.x[lane], bounds_.y[lane], bounds_.z[lane]};
    }
    pair.importance = importance(pair, query);
    if (std::isnan(pair.importance)) pair.importance = 0;
    pair.finest = query.options.finest == Finest::spheres && query.trees.both_leaves(pair);
}

SpherePair& Refinement::add_child(const SpherePair& pair, const Descent& descent, std::uint32_t child) {
    SpherePair& added = children_.emplace_back(pair);
    (descent.second ? added.b : added.a) = child;
    added.tested = false;
    added.second_next = !descent.second;
    return added;
}

void Refinement::list_children(const SpherePair& pair, const Descent& descent) {
    const std::uint32_t first = descent.tree.first_child(descent.node), all = descent.tree.children(descent.node);
    for (std::uint32_t child = first; child < first + all; ++child) add_child(pair, descent, child);
}

NodeRange Refinement::next_children(const Descent& descent, const ContactBudget& budget) const {
    const std::uint32_t all = descent.tree.children(descent.node);
    const auto now = static_cast<std::uint32_t>(std::min(all - done_, tests_left(budget)));
    const auto first = descent.tree.first_child(descent.node) + static_cast<std::uint32_t>(done_);
    return {first, first + now};
}

Refinement::Step Refinement::test_children(const SpherePair& pair, const Descent& descent, NodeRange next,
                                           const ContactQuery& query) {
    SphereTree& tree = descent.tree;
    const Sphere& other = descent.second ? query.trees.a.sphere(pair.a) : query.trees.b.sphere(pair.b);
    for (std::uint32_t begin = next.first; begin < next.end; begin += spheres_at_once) {
        const std::size_t count = std::min<std::size_t>(spheres_at_once, next.end - begin);
        for (unsigned left = test_spheres(numbers(tree.sphere(begin)), count, numbers(other), bounds_); left != 0;
             left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            measure(add_child(pair, descent, begin + lane), lane, descent.second, query);
        }
    }
    const std::uint32_t tested = next.end - next.first;
    tests_ += tested;
    query.report.counters.sphere_tests += tested;
    done_ += tested;
    return done_ == tree.children(descent.node) ? Step::done : Step::open;
}

Refinement::Step Refinement::test_triangles(BoundedPairs& pairs, const ContactQuery& query) {
    const TreePair& trees = query.trees;
    const auto of_a = trees.a.pieces(pairs.current().a), of_b = trees.b.pieces(pairs.current().b);
    const std::uint64_t all = std::uint64_t{of_a.size()} * of_b.size();
    const std::uint64_t now = std::min({all - done_, tests_left(query.options.budget), most_triangle_tests_per_step});
    auto i = std::size_t(done_ == 0 ? 0 : done_ / of_b.size()), k = std::size_t(done_ == 0 ? 0 : done_ % of_b.size());
    std::uint64_t before = 0;  // tested in other leaves
    std::uint64_t left = now;
    for (bool room = true; left > 0 && room; ++i, k = 0) {
        const geometry::TriangleCorners corners = trees.a.corners(of_a[i].triangle);
        const std::size_t end = std::size_t(std::min<std::uint64_t>(of_b.size(), k + left));
        for (; k < end && room; ++k, --left) {
            if (pairs.tested_before(of_a[i], of_b[k])) {
                ++before;
                continue;
            }
            const auto kind = meet(corners, trees.b.corners(of_b[k].triangle));
            if (kind) room = pairs.keep({of_a[i].triangle, of_b[k].triangle, *kind, 0}, trees);
        }
    }
    tests_ += now - left - before;
    query.report.counters.candidates += now - left - before;
    done_ += now - left;
    return done_ == all ? Step::done : Step::open;
}

}  // namespace pliant::sphere_tree
