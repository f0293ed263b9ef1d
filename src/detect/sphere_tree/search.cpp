#include "detect/sphere_tree/search.hpp"

#include "detect/sphere_tree/triangle_contact.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr std::uint32_t steps_per_question = 256;  // to a watch

}  // namespace

void Search::start(const ContactQuery& query) {
    pairs_.clear();
    sequence_ = 0;
    put_roots(query);
}

void Search::put_roots(const ContactQuery& query) {
    if (auto roots = roots_of(query.trees)) put(*roots, query);
}

void Search::run(const ContactQuery& query) {
    refinement_.start();
    deadline_.start(query.options.budget, query.started);
    pairs_.set_limit(query.trees, query.options.budget);
    begun_ = false;
    until_asked_ = 0;
    while (pairs_.open() || take_next()) {
        query.report.stopped_by = limit_reached(query);
        if (query.report.stopped_by != Limit::none) return;
        if (refine(query) == Step::done) pairs_.close();
        begun_ = true;
        pairs_.give_up_where_full();
    }
    if (pairs_.full()) query.report.stopped_by = Limit::pairs;
}

bool Search::take_next() {
    refinement_.begin();
    return pairs_.take_next();
}

/// Before a step of the current pair.
Limit Search::limit_reached(const ContactQuery& query) {
    const ContactBudget& budget = query.options.budget;
    if (query.watched() && until_asked_-- == 0) {
        if (!query.go_on(0, pairs_.triangles())) return Limit::caller;
        until_asked_ = steps_per_question;
    }
    if (budget.tests && refinement_.tests() == *budget.tests) {
        const SpherePair& current = pairs_.current();
        const bool takes_tests = !query.breadth_first() || !current.tested || query.trees.both_leaves(current);
        if (takes_tests) return Limit::tests;
    }
    // However little time there is, every call does something: else a search in slices might never end.
    const bool has_to_begin = !begun_ && budget.time && budget.time->count() > 0;
    return !has_to_begin && (deadline_.passed() || time_is_up(query)) ? Limit::time : Limit::none;
}

bool Search::time_is_up(const ContactQuery& query) {
    if (!query.options.budget.time) return false;
    return deadline_.check(refinement_.tests() > 0, writer_.time_to_write(pairs_.triangles(), pairs_.spheres()));
}

/// One step of the current pair; open where it needs more tests than are left.
Search::Step Search::refine(const ContactQuery& query) {
    SpherePair& current = pairs_.current();
    const bool both_leaves = query.trees.both_leaves(current);
    if (!current.tested) {
        if (!refinement_.test(current, query)) return Step::done;
        // Breadth first as in figure 7: what overlaps is replaced by its children at once.
        if (!query.breadth_first() || both_leaves || seen_small(current, query.options)) {
            put(current, query);
            return Step::done;
        }
    }
    if (!both_leaves) return refine_to_children(query);
    if (refinement_.test_triangles(pairs_, query) == Step::open) return Step::open;
    pairs_.settle_triangles(query.trees);
    return Step::done;
}

Search::Step Search::refine_to_children(const ContactQuery& query) {
    const SpherePair& current = pairs_.current();
    const Descent descent = descent_of(current, query);
    if (query.breadth_first()) {
        refinement_.list_children(current, descent);
    } else {
        const NodeRange next = refinement_.next_children(descent, query.options.budget);
        if (!make_spheres(descent.tree, next, query)) return Step::open;
        if (refinement_.test_children(current, descent, next, query) == Step::open) return Step::open;
    }
    pairs_.make_room(refinement_.children().size());
    for (SpherePair& child : refinement_.children()) put(child, query);
    return Step::done;
}

/// False where the time is up before all are made; those that are made are kept.
bool Search::make_spheres(SphereTree& tree, NodeRange nodes, const ContactQuery& query) {
    bool made = begun_;
    for (std::uint32_t node = nodes.first; node < nodes.end; ++node) {
        const bool takes_long = tree.takes_long(node);
        if (takes_long && made && time_is_up(query)) return false;
        tree.make(node);
        made |= takes_long;
    }
    return true;
}

/// Onto the list, or to the settled ones where nothing more is to be known about it.
void Search::put(SpherePair& pair, const ContactQuery& query) {
    if (pair.tested && (pair.finest || seen_small(pair, query.options))) {
        pairs_.settle(pair);
        return;
    }
    if (query.breadth_first()) pair.importance = -static_cast<double>(sequence_++);
    pairs_.put(pair);
}

void Search::test_all(const ContactQuery& query) {
    pairs_.clear();
    sequence_ = 0;
    query.report.stopped_by = test_rows(query);
    if (query.report.stopped_by == Limit::none) return;
    // One pair of spheres for all that was not tested; for everything where there is no room for both.
    const ContactBudget& budget = query.options.budget;
    if (budget.pairs && pairs_.settled().size() + 1 > *budget.pairs) pairs_.clear();
    put_roots(query);
}

/// A triangle of a with all of b at a time: what a row found is kept once all of it was tested.
Limit Search::test_rows(const ContactQuery& query) {
    const ContactBudget& budget = query.options.budget;
    const TreePair& trees = query.trees;
    std::uint64_t& tests = query.report.counters.candidates;
    CollisionList& found = pairs_.settled();
    for (const std::uint32_t p : trees.a.usable()) {
        if (budget.tests && tests + trees.b.usable().size() > *budget.tests) return Limit::tests;
        if (query.late()) return Limit::time;
        if (!query.go_on(0, found.size())) return Limit::caller;
        const geometry::TriangleCorners corners = trees.a.corners(p);
        row_.clear();
        for (const std::uint32_t q : trees.b.usable()) {
            ++tests;
            if (const auto kind = meet(corners, trees.b.corners(q))) row_.push_back({p, q, *kind, 0});
            if (budget.pairs && found.size() + row_.size() > *budget.pairs) return Limit::pairs;
        }
        for (const FoundTriangles& f : row_) found.add(f, contact_in(trees, f, {}));
    }
    return Limit::none;
}

}  // namespace pliant::sphere_tree
