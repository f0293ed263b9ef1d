#include "sphere_tree/search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "sphere_tree/sphere.hpp"
#include "sphere_tree/triangle_contact.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr double time_to_end = 3000;               // nanoseconds
constexpr double in_reserve = 1.5;                 // parts of the time that writing should take
constexpr double most_nanoseconds_per_step = 1e5;  // a longer one was interrupted by other programs

/// Of a budget, the time in which a search is to end. The rest is for what stops any program now and then: interrupts,
/// and whatever else the machine does.
double aim(double budget) {
    constexpr double least = 2e4, most = 1e5;  // nanoseconds
    return budget - std::min(0.2 * budget, std::clamp(0.1 * budget, least, most));
}

double farthest(const Sphere& a, const Sphere& b) { return upper(distance(a.centre, b.centre) + a.radius + b.radius); }

static_assert(sizeof(Sphere) == 4 * sizeof(double));
const double* numbers(const Sphere& sphere) { return sphere.centre.data(); }

double approach(const TreePair& trees, const SpherePair& pair, const Sphere& a, const Sphere& b) {
    const Vec3 way = Vec3(b.centre) - Vec3(a.centre);
    const double length = std::sqrt(dot(way, way));
    return length > 0 ? dot(trees.a.motion(pair.a) - trees.b.motion(pair.b), way) / length : 0;
}

/// The viewer cannot tell how far off it may be.
bool seen_small(const SpherePair& pair, const ContactOptions& options) {
    return options.viewer && pair.error < options.detail * distance(pair.position, *options.viewer);
}

}  // namespace

void Search::start_empty() {
    pair_list_.clear();
    settled_.clear();
    found_.clear();
    found_contacts_.clear();
    held_.clear();
    sequence_ = 0;
}

void Search::start(const TreePair& trees, const ContactOptions& options) {
    start_empty();
    put_roots(trees, options);
}

void Search::put_roots(const TreePair& trees, const ContactOptions& options) {
    const Sphere &a = trees.a.sphere(0), &b = trees.b.sphere(0);
    if (a.radius < 0 || b.radius < 0) return;
    SpherePair roots;
    roots.gap = farthest(a, b);
    const Sphere& smaller = a.radius < b.radius ? a : b;
    roots.position = smaller.centre;
    roots.error = smaller.radius;
    put(roots, options);
}

void Search::run(const TreePair& trees, const ContactOptions& options, Report& report, Clock::time_point started) {
    tests_ = 0;
    step_ = std::exchange(slowest_step_, 0);
    // Whatever the last search met, this one may begin.
    if (options.budget.time) step_ = std::min(step_, 0.4 * nanoseconds(*options.budget.time));
    started_ = started;
    looked_at_clock_ = Clock::now();
    std::size_t held_before = 0;
    while (!pair_list_.empty() || (!held_.empty() && held_.size() != held_before)) {
        if (pair_list_.empty()) {  // some memory may have become free since they were held back
            held_before = held_.size();
            for (const SpherePair& pair : held_) pair_list_.put(pair);
            held_.clear();
        }
        report.stopped_by = limit_reached(pair_list_.first(), trees, options);
        if (report.stopped_by != Limit::none) return;
        current_ = pair_list_.take_first();
        look_into(trees, options, report.counters);
    }
    if (!held_.empty()) report.stopped_by = Limit::pairs;
}

/// The first steps of a search are the slowest, since much hangs on the spheres near the roots: the next search begins
/// with what the slowest of this one took.
void Search::note_step(double took) {
    took = std::min(took, most_nanoseconds_per_step);
    slowest_step_ = std::max(slowest_step_, took);
    step_ = std::max(took, 0.8 * step_);
}

Limit Search::limit_reached(const SpherePair& next, const TreePair& trees, const ContactOptions& options) {
    const Budget& budget = options.budget;
    if (budget.tests && tests_ + cost(next, trees, options) > *budget.tests) return Limit::tests;
    return time_is_up(budget) ? Limit::time : Limit::none;
}

/// A step is what is done between two looks at the clock. One more has to be done, and the answer to be written.
bool Search::time_is_up(const Budget& budget) {
    if (!budget.time) return false;
    const auto now = Clock::now();
    // However much there is to be written, every call does something: else a search in slices might never end.
    if (tests_ == 0 && now - started_ < *budget.time) return false;
    note_step(nanoseconds(now - std::exchange(looked_at_clock_, now)));
    const double writing = triangle_time_.each * static_cast<double>(found_.size()) +
                           sphere_time_.each * static_cast<double>(spheres_kept());
    const double end = nanoseconds(now - started_) + step_ + time_to_end + in_reserve * writing;
    return end > aim(static_cast<double>(budget.time->count()));
}

/// Tests that looking into a pair takes.
std::uint64_t Search::cost(const SpherePair& pair, const TreePair& trees, const ContactOptions& options) const {
    if (!pair.tested) return 1;
    if (trees.a.leaf(pair.a) && trees.b.leaf(pair.b)) {
        return std::uint64_t{trees.a.pieces(pair.a).size()} * trees.b.pieces(pair.b).size();
    }
    if (options.order == ContactOrder::breadth_first) return 0;
    return descends_second(pair, trees, options) ? trees.b.children(pair.b) : trees.a.children(pair.a);
}

void Search::look_into(const TreePair& trees, const ContactOptions& options, Counters& counters) {
    const bool both_leaves = trees.a.leaf(current_.a) && trees.b.leaf(current_.b);
    if (!current_.tested) {
        if (!test(current_, trees, options, counters)) return;
        // As in figure 7: what overlaps gives way to its children at once.
        if (options.order != ContactOrder::breadth_first || both_leaves || seen_small(current_, options)) {
            put(current_, options);
            return;
        }
    }
    if (both_leaves) {
        test_triangles(trees, counters);
        if (has_room(triangles_.size(), options)) keep_triangles(trees);
        return;
    }
    if (!test_children(trees, options, counters)) {
        put(current_, options);  // it stands for what it holds; spheres that were made are kept
        return;
    }
    if (!has_room(children_.size(), options)) return;
    for (const SpherePair& child : children_) put(child, options);
}

/// Where there is none, the current pair is held back and stands for what it holds.
bool Search::has_room(std::size_t more, const ContactOptions& options) {
    if (!options.budget.pairs || kept() + more <= *options.budget.pairs || more <= 1) return true;
    held_.push_back(current_);
    return false;
}

/// Onto the list, or to the settled ones where nothing more is to be known about it.
void Search::put(const SpherePair& pair, const ContactOptions& options) {
    if (pair.tested && (seen_small(pair, options) || pair.finest)) {
        settled_.push_back(pair);
        return;
    }
    if (options.order != ContactOrder::breadth_first) {
        pair_list_.put(pair);
        return;
    }
    SpherePair last = pair;
    last.importance = -static_cast<double>(sequence_++);
    pair_list_.put(last);
}

/// False where the two are apart.
bool Search::test(SpherePair& pair, const TreePair& trees, const ContactOptions& options, Counters& counters) {
    ++tests_;
    ++counters.sphere_tests;
    const Sphere &a = trees.a.sphere(pair.a), &b = trees.b.sphere(pair.b);
    if (simd::test_spheres(numbers(a), 1, numbers(b), bounds_) == 0) return false;
    measure(pair, 0, normal_of(0, false), trees, options);
    return true;
}

/// From a to b, of the sphere that was tested and is of one of them.
Vec3 Search::normal_of(std::size_t tested, bool of_second) const {
    const Vec3 normal{bounds_.normal_x[tested], bounds_.normal_y[tested], bounds_.normal_z[tested]};
    return of_second ? normal : -1.0 * normal;
}

/// Bounds of a pair are never looser than those of the pair that it comes from: its pieces are pieces of those.
void Search::measure(SpherePair& pair, std::size_t tested, Vec3 normal, const TreePair& trees,
                     const ContactOptions& options) const {
    pair.tested = true;
    pair.depth = bounds_.depth[tested];
    pair.normal = normal;
    pair.gap = std::min(pair.gap, bounds_.gap[tested]);
    if (bounds_.error[tested] < pair.error) {
        pair.error = bounds_.error[tested];
        pair.position = {bounds_.x[tested], bounds_.y[tested], bounds_.z[tested]};
    }
    switch (options.order) {
        case ContactOrder::breadth_first: break;
        case ContactOrder::widest: pair.importance = pair.error; break;
        case ContactOrder::deepest: pair.importance = bounds_.depth[tested]; break;
        case ContactOrder::nearest:
            pair.importance = -distance(pair.position, options.interest.value_or(std::array<double, 3>{}));
            break;
        case ContactOrder::approaching:
            pair.importance = approach(trees, pair, trees.a.sphere(pair.a), trees.b.sphere(pair.b));
            break;
    }
    if (std::isnan(pair.importance)) pair.importance = 0;
    pair.finest = options.finest == Finest::spheres && trees.a.leaf(pair.a) && trees.b.leaf(pair.b);
}

/// By turns in the paper; else the larger of the two.
bool Search::descends_second(const SpherePair& pair, const TreePair& trees, const ContactOptions& options) {
    if (trees.b.leaf(pair.b)) return false;
    if (trees.a.leaf(pair.a)) return true;
    if (options.order == ContactOrder::breadth_first) return pair.second_next;
    return trees.b.sphere(pair.b).radius > trees.a.sphere(pair.a).radius;
}

/// Breadth first they are tested when their turn comes, as in the paper; else before they are put on the list. False
/// where time runs out before their spheres are made.
bool Search::test_children(const TreePair& trees, const ContactOptions& options, Counters& counters) {
    children_.clear();
    const bool second = descends_second(current_, trees, options);
    SphereTree& tree = second ? trees.b : trees.a;
    const std::uint32_t node = second ? current_.b : current_.a, first = tree.first_child(node);
    const std::uint32_t end = first + tree.children(node);
    const auto add = [&](std::uint32_t child) -> SpherePair& {
        SpherePair& pair = children_.emplace_back(current_);
        (second ? pair.b : pair.a) = child;
        pair.tested = false;
        pair.second_next = !second;
        return pair;
    };
    if (options.order == ContactOrder::breadth_first) {
        for (std::uint32_t child = first; child < end; ++child) add(child);
        return true;
    }
    for (std::uint32_t child = first; child < end; ++child) {
        if (tree.takes_long(child) && time_is_up(options.budget)) return false;
        tree.make(child);
    }
    const Sphere& other = second ? trees.a.sphere(current_.a) : trees.b.sphere(current_.b);
    for (std::uint32_t begin = first; begin < end; begin += simd::spheres_at_once) {
        const std::size_t count = std::min<std::size_t>(simd::spheres_at_once, end - begin);
        tests_ += count;
        counters.sphere_tests += count;
        for (unsigned left = simd::test_spheres(numbers(tree.sphere(begin)), count, numbers(other), bounds_); left != 0;
             left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            measure(add(begin + i), i, normal_of(i, second), trees, options);
        }
    }
    return true;
}

void Search::test_triangles(const TreePair& trees, Counters& counters) {
    triangles_.clear();
    for (const Piece& p : trees.a.pieces(current_.a)) {
        const geometry::TriangleCorners corners = trees.a.corners(p.triangle);
        for (const Piece& q : trees.b.pieces(current_.b)) {
            ++tests_;
            ++counters.candidates;
            const auto kind = meet(corners, trees.b.corners(q.triangle));
            if (kind) triangles_.push_back({p.triangle, q.triangle, *kind, 0});
        }
    }
}

/// Their contacts are made here and not when the answer is written, since by then the time is nearly up.
void Search::keep_triangles(const TreePair& trees) {
    for (FoundTriangles& f : triangles_) {
        f.contact = static_cast<std::uint32_t>(found_contacts_.size());
        Contact& contact = found_contacts_.emplace_back(contact_of(trees.a.corners(f.a), trees.b.corners(f.b)));
        contact.sphere_a = current_.a;
        contact.sphere_b = current_.b;
        found_.push_back(f);
    }
}

void Search::test_all(const TreePair& trees, const ContactOptions& options, Report& report, Clock::time_point started) {
    const Budget& budget = options.budget;
    Counters& counters = report.counters;
    const auto limit = [&](std::uint64_t more_tests) {
        if (budget.tests && counters.candidates + more_tests > *budget.tests) return Limit::tests;
        if (budget.time && Clock::now() - started >= *budget.time) return Limit::time;
        return budget.pairs && found_.size() > *budget.pairs ? Limit::pairs : Limit::none;
    };
    start_empty();
    current_ = {};
    triangles_.clear();
    for (const std::uint32_t p : trees.a.usable()) {
        report.stopped_by = limit(trees.b.usable().size());
        if (report.stopped_by != Limit::none) break;
        const geometry::TriangleCorners corners = trees.a.corners(p);
        for (const std::uint32_t q : trees.b.usable()) {
            ++counters.candidates;
            if (const auto kind = meet(corners, trees.b.corners(q))) triangles_.push_back({p, q, *kind, 0});
        }
        keep_triangles(trees);
        triangles_.clear();
    }
    if (report.stopped_by == Limit::none && budget.pairs && found_.size() > *budget.pairs) {
        report.stopped_by = Limit::pairs;
    }
    if (report.stopped_by == Limit::pairs) start_empty();  // one pair of spheres instead
    if (report.stopped_by != Limit::none) put_roots(trees, options);
}

}  // namespace pliant::sphere_tree
