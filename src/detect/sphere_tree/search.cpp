#include "detect/sphere_tree/search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "detect/sphere_tree/sphere.hpp"
#include "detect/sphere_tree/triangle_contact.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr double time_to_end = 3000;               // nanoseconds
constexpr double in_reserve = 1.5;                 // parts of the time that writing should take
constexpr double most_nanoseconds_per_step = 1e5;  // a longer one was interrupted by other programs
constexpr std::uint64_t most_triangle_tests_per_step = 256;

/// Of a budget, the time in which a search is to end. The rest is for what stops any program now and then: interrupts,
/// and whatever else the machine does.
double aim(double budget) {
    constexpr double least = 4e4, most = 2e5;  // nanoseconds
    return budget - std::min(0.4 * budget, std::clamp(0.2 * budget, least, most));
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
    sequence_ = 0;
    open_ = false;
    triangles_.clear();
    stage_ = Stage::searching;
    held_.reset();
    stack_.clear();
    finished_.clear();
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
    time_over_ = begun_ = false;
    step_ = std::exchange(slowest_step_, 0);
    // Whatever the last search met, this one may begin.
    if (options.budget.time) step_ = std::min(step_, 0.4 * nanoseconds(*options.budget.time));
    started_ = started;
    looked_at_clock_ = Clock::now();
    note_room(trees, options.budget);
    while (open_ || take_next()) {
        report.stopped_by = limit_reached(trees, options);
        if (report.stopped_by != Limit::none) return;
        if (look_into(trees, options, report.counters) == Step::done) open_ = false;
        begun_ = true;
        if (stage_ == Stage::finishing) give_up_where_full();
    }
    if (stage_ == Stage::full) report.stopped_by = Limit::pairs;
}

/// What is looked into next, if there is anything left.
bool Search::take_next() {
    if (stage_ != Stage::searching) return take_next_to_finish();
    if (pair_list_.empty()) return false;
    current_ = pair_list_.take_first();
    open_ = true;
    done_ = 0;
    return true;
}

/// The first steps of a search are the slowest, since much hangs on the spheres near the roots: the next search begins
/// with what the slowest of this one took.
void Search::note_step(double took) {
    took = std::min(took, most_nanoseconds_per_step);
    slowest_step_ = std::max(slowest_step_, took);
    step_ = std::max(took, 0.8 * step_);
}

/// Of the current pair.
Limit Search::limit_reached(const TreePair& trees, const ContactOptions& options) {
    if (options.budget.tests && tests_ == *options.budget.tests) {
        const bool takes_tests = options.order != ContactOrder::breadth_first || !current_.tested ||
                                 (trees.a.leaf(current_.a) && trees.b.leaf(current_.b));
        if (takes_tests) return Limit::tests;
    }
    // However little time there is, every call does something: else a search in slices might never end.
    const bool has_to_begin = !begun_ && options.budget.time && options.budget.time->count() > 0;
    return !has_to_begin && (time_over_ || time_is_up(options.budget)) ? Limit::time : Limit::none;
}

std::uint64_t Search::tests_left(const Budget& budget) const {
    return budget.tests ? *budget.tests - tests_ : std::numeric_limits<std::uint64_t>::max();
}

/// A step is what is done between two looks at the clock. One more has to be done, and the answer to be written.
bool Search::time_is_up(const Budget& budget) {
    if (!budget.time) return false;
    const auto now = Clock::now();
    if (tests_ == 0 && now - started_ < *budget.time) return false;  // however much there is to be written
    note_step(nanoseconds(now - std::exchange(looked_at_clock_, now)));
    const std::size_t triangles = settled_.triangles.size() + finished_.triangles.size();
    const double writing =
        triangle_time_.each * static_cast<double>(triangles) + sphere_time_.each * static_cast<double>(spheres_kept());
    const double end = nanoseconds(now - started_) + step_ + time_to_end + in_reserve * writing;
    time_over_ = end > aim(static_cast<double>(budget.time->count()));
    return time_over_;
}

/// May take more than one call: as many tests as are left, and then some more.
Search::Step Search::look_into(const TreePair& trees, const ContactOptions& options, Counters& counters) {
    const bool both_leaves = trees.a.leaf(current_.a) && trees.b.leaf(current_.b);
    if (!current_.tested) {
        if (!test(current_, trees, options, counters)) return Step::done;
        // As in figure 7: what overlaps gives way to its children at once.
        if (options.order != ContactOrder::breadth_first || both_leaves || seen_small(current_, options)) {
            put(current_, options);
            return Step::done;
        }
    }
    if (both_leaves) {
        if (test_triangles(trees, options, counters) == Step::open) return Step::open;
        settle_triangles(trees);
    } else {
        if (test_children(trees, options, counters) == Step::open) return Step::open;
        put_children(options);
    }
    return Step::done;
}

void Search::put_children(const ContactOptions& options) {
    if (stage_ == Stage::searching && !has_room(children_.size())) hold_current();
    for (SpherePair& child : children_) put(child, options);
}

/// Until all triangles of the current pair were tested it stands for them; when there is no room for them they go to
/// the end at once, since two leaves may hold any number. False where there is none either.
bool Search::keep(const FoundTriangles& found, const TreePair& trees) {
    triangles_.push_back(found);
    if (stage_ == Stage::searching) {
        if (has_room(triangles_.size())) return true;
        hold_current();
    }
    list_triangles(trees, finished_);
    triangles_.clear();
    return has_room_to_finish();
}

void Search::settle_triangles(const TreePair& trees) {
    if (stage_ == Stage::searching && !has_room(triangles_.size())) hold_current();
    Settled& to = stage_ == Stage::searching ? settled_ : finished_;
    list_triangles(trees, to);
    triangles_.clear();
    note_tested(trees, to);
}

/// Pieces of large triangles lie in many leaves, and would be tested in each.
void Search::note_tested(const TreePair& trees, Settled& to) const {
    for (const Piece& a : trees.a.pieces(current_.a)) {
        for (const Piece& b : trees.b.pieces(current_.b)) {
            if ((!is_cut(a) && !is_cut(b)) || (pairs_ && to.tested.size() >= std::max<std::uint64_t>(*pairs_, 1024))) {
                continue;
            }
            (void)to.tested.find_or_add(a.triangle, b.triangle, 0);
        }
    }
}

bool Search::tested_before(const Piece& a, const Piece& b) {
    if (!is_cut(a) && !is_cut(b)) return false;
    return settled_.knows(a.triangle, b.triangle, current_) ||
           (stage_ != Stage::searching && finished_.knows(a.triangle, b.triangle, current_));
}

/// Onto the list, or to the settled ones where nothing more is to be known about it.
void Search::put(SpherePair& pair, const ContactOptions& options) {
    const bool finishing = stage_ != Stage::searching;
    if (pair.tested && (seen_small(pair, options) || pair.finest)) {
        (finishing ? finished_ : settled_).spheres.push_back(pair);
        return;
    }
    if (finishing) {
        stack_.push_back(pair);
        return;
    }
    if (options.order == ContactOrder::breadth_first) pair.importance = -static_cast<double>(sequence_++);
    pair_list_.put(pair);
}

/// False where the two are apart.
bool Search::test(SpherePair& pair, const TreePair& trees, const ContactOptions& options, Counters& counters) {
    ++tests_;
    ++counters.sphere_tests;
    const Sphere &a = trees.a.sphere(pair.a), &b = trees.b.sphere(pair.b);
    if (test_spheres(numbers(a), 1, numbers(b), bounds_) == 0) return false;
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

/// Breadth first they are tested when their turn comes, as in the paper; else before they are put on the list. Open
/// where tests or time run out before.
Search::Step Search::test_children(const TreePair& trees, const ContactOptions& options, Counters& counters) {
    if (done_ == 0) children_.clear();
    const bool second = descends_second(current_, trees, options);
    SphereTree& tree = second ? trees.b : trees.a;
    const std::uint32_t node = second ? current_.b : current_.a, first = tree.first_child(node);
    const std::uint32_t all = tree.children(node);
    const auto add = [&](std::uint32_t child) -> SpherePair& {
        SpherePair& pair = children_.emplace_back(current_);
        (second ? pair.b : pair.a) = child;
        pair.tested = false;
        pair.second_next = !second;
        return pair;
    };
    if (options.order == ContactOrder::breadth_first) {
        for (std::uint32_t child = first; child < first + all; ++child) add(child);
        return Step::done;
    }
    const auto now = static_cast<std::uint32_t>(std::min(all - done_, tests_left(options.budget)));
    const auto from = first + static_cast<std::uint32_t>(done_), end = from + now;
    bool made = begun_;
    for (std::uint32_t child = from; child < end; ++child) {
        const bool takes_long = tree.takes_long(child);
        if (takes_long && made && time_is_up(options.budget)) return Step::open;  // spheres that were made are kept
        tree.make(child);
        made |= takes_long;
    }
    const Sphere& other = second ? trees.a.sphere(current_.a) : trees.b.sphere(current_.b);
    for (std::uint32_t begin = from; begin < end; begin += spheres_at_once) {
        const std::size_t count = std::min<std::size_t>(spheres_at_once, end - begin);
        for (unsigned left = test_spheres(numbers(tree.sphere(begin)), count, numbers(other), bounds_); left != 0;
             left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            measure(add(begin + i), i, normal_of(i, second), trees, options);
        }
    }
    tests_ += now;
    counters.sphere_tests += now;
    done_ += now;
    return done_ == all ? Step::done : Step::open;
}

/// Open where tests or room run out, or after so many that it is time to look at the clock.
Search::Step Search::test_triangles(const TreePair& trees, const ContactOptions& options, Counters& counters) {
    const auto of_a = trees.a.pieces(current_.a), of_b = trees.b.pieces(current_.b);
    const std::uint64_t all = std::uint64_t{of_a.size()} * of_b.size();
    const std::uint64_t now = std::min({all - done_, tests_left(options.budget), most_triangle_tests_per_step});
    std::size_t i = done_ == 0 ? 0 : done_ / of_b.size(), k = done_ == 0 ? 0 : done_ % of_b.size();
    std::uint64_t before = 0;  // tested in other leaves
    std::uint64_t left = now;
    for (bool room = true; left > 0 && room; ++i, k = 0) {
        const geometry::TriangleCorners corners = trees.a.corners(of_a[i].triangle);
        const std::size_t end = std::min<std::size_t>(of_b.size(), k + left);
        for (; k < end && room; ++k, --left) {
            if (tested_before(of_a[i], of_b[k])) {
                ++before;
                continue;
            }
            const auto kind = meet(corners, trees.b.corners(of_b[k].triangle));
            if (kind) room = keep({of_a[i].triangle, of_b[k].triangle, *kind, 0}, trees);
        }
    }
    tests_ += now - left - before;
    counters.candidates += now - left - before;
    done_ += now - left;
    return done_ == all ? Step::done : Step::open;
}

void Search::list_triangles(const TreePair& trees, Settled& to) const {
    for (const FoundTriangles& f : triangles_) {
        Contact contact = contact_of(trees.a.corners(f.a), trees.b.corners(f.b));
        contact.sphere_a = current_.a;
        contact.sphere_b = current_.b;
        to.add(f, contact);
    }
}

void Search::test_all(const TreePair& trees, const ContactOptions& options, Report& report, Clock::time_point started) {
    const Budget& budget = options.budget;
    Counters& counters = report.counters;
    const auto limit = [&](std::uint64_t more_tests) {
        if (budget.tests && counters.candidates + more_tests > *budget.tests) return Limit::tests;
        return budget.time && Clock::now() - started >= *budget.time ? Limit::time : Limit::none;
    };
    start_empty();
    current_ = {};
    for (const std::uint32_t p : trees.a.usable()) {
        report.stopped_by = limit(trees.b.usable().size());
        const geometry::TriangleCorners corners = trees.a.corners(p);
        triangles_.clear();
        for (const std::uint32_t q : trees.b.usable()) {
            if (report.stopped_by != Limit::none) break;
            ++counters.candidates;
            if (const auto kind = meet(corners, trees.b.corners(q))) triangles_.push_back({p, q, *kind, 0});
            if (budget.pairs && settled_.size() + triangles_.size() > *budget.pairs) report.stopped_by = Limit::pairs;
        }
        if (report.stopped_by != Limit::none) break;
        list_triangles(trees, settled_);
    }
    if (report.stopped_by == Limit::none) return;
    // One pair of spheres for all that was not tested; for everything where there is no room for both.
    if (budget.pairs && settled_.size() + 1 > *budget.pairs) start_empty();
    put_roots(trees, options);
}

}  // namespace pliant::sphere_tree
