#include "scene/contact_question.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "detect/sphere_tree/hierarchy.hpp"
#include "detect/sphere_tree/hierarchy_file.hpp"

namespace pliant {

using frame::Body;
using sphere_tree::SurfaceNow;

namespace {

bool by_brute_force(const ContactOptions& options) { return options.method == ContactMethod::brute_force; }

/// Everything but the budget, which may be another at every call.
bool same_search(const ContactOptions& p, const ContactOptions& q) {
    return by_brute_force(p) == by_brute_force(q) && p.order == q.order && p.finest == q.finest &&
           p.interest == q.interest && p.viewer == q.viewer && p.detail == q.detail;
}

/// The bounds stay those of all that there is to say.
void list_nothing(Contacts& answer) {
    if (!answer.empty()) answer.report.stopped_by = Limit::pairs;
    answer.items.clear();
    answer.pairs.clear();
}

/// NaN compares unequal to itself: no search would ever be resumed.
void check(const ContactOptions& options) {
    const auto refuse = [](const char* what) { throw std::invalid_argument(std::string("pliant: ") + what); };
    if (options.interest && !finite(*options.interest)) refuse("the point of interest is not finite");
    if (options.viewer && !finite(*options.viewer)) refuse("the viewer is not at a finite place");
    if (std::isnan(options.detail)) refuse("detail is not a number");
}

}  // namespace

void ContactQuestion::use(const Body& body, const SphereHierarchy& hierarchy) {
    if (const char* flaw = sphere_tree::flaw_of(hierarchy)) {
        throw std::invalid_argument(std::string("pliant: not a hierarchy of spheres: ") + flaw);
    }
    if (!body.free.empty() || !sphere_tree::fits(hierarchy, body.triangles, body.positions.size())) {
        throw std::invalid_argument("pliant: the hierarchy of spheres was made for another mesh");
    }
    Tree& tree = trees_[body.id];
    tree.given = hierarchy;
    tree.built_for.reset();
    tree.followed_for.reset();
}

void ContactQuestion::follow(const Body& body, const Skin& skin) {
    if (skin.links.size() != body.positions.size() || skin.surface.size() != skin.links.size()) {
        throw std::invalid_argument("pliant: a skin has a link for every vertex of its body");
    }
    sphere_tree::CheckedSkin checked = sphere_tree::check(skin);
    Tree& tree = trees_[body.id];
    tree.skin = std::move(checked);
    tree.cage.clear();  // the one that is known belongs to another skin
    for (auto* cage : {&tree.cage, &tree.cage_before}) cage->reserve(skin.cage.size());
    tree.cage_moved_for = 0;
    tree.followed_for.reset();
    tree.updated_for.reset();
}

void ContactQuestion::check_cage(BodyId body, Points cage) const {
    const auto at = trees_.find(body);
    if (at == trees_.end() || !at->second.skin) throw std::invalid_argument("pliant: the body follows no cage");
    if (at->second.skin->skin.cage.size() != cage.size()) {
        throw std::invalid_argument("pliant: the cage has another number of vertices than its skin");
    }
}

void ContactQuestion::move_cage(const Body& body, Points cage) {
    Tree& tree = trees_[body.id];
    // A copy: the caller may move the next cage in the same memory.
    const bool known_before = tree.cage_moved_for > 0 && tree.cage_moved_for + 1 == body.times_moved;
    std::swap(tree.cage, tree.cage_before);
    if (!known_before) tree.cage_before.clear();
    // A cage with a NaN or an infinity is ignored; spheres are then fitted to the surface itself.
    bool all_finite = true;
    tree.cage.resize(cage.size());
    for (std::size_t i = 0; i < cage.size(); ++i) {
        tree.cage[i] = cage[i];
        all_finite &= finite(cage[i]);
    }
    tree.cage_moved_for = all_finite ? body.times_moved : 0;
}

void ContactQuestion::forget(BodyId body) {
    trees_.erase(body);
    std::erase_if(searches_, [&](const auto& s) { return s.first.first == body || s.first.second == body; });
}

/// Whether it was rebuilt.
bool ContactQuestion::build(const Body& body, Tree& tree) {
    if (tree.built_for == body.times_remade) return false;
    const SurfaceNow surface{body.positions, body.triangles};
    if (tree.given && body.free.empty() && sphere_tree::fits(*tree.given, body.triangles, body.positions.size())) {
        tree.tree.build(surface, *tree.given);
    } else {
        tree.tree.build(surface, body.gone);
    }
    tree.built_for = body.times_remade;
    tree.updated_for.reset();
    return true;
}

/// Whether the positions of this frame came with those of a cage.
bool ContactQuestion::follows_cage(const Body& body, const Tree& tree) {
    return tree.skin && tree.cage_moved_for == body.times_moved && body.times_moved > 0 &&
           tree.skin->skin.links.size() == body.positions.size();
}

/// With a budget of time the spheres below patches wait until the search gets to them. What came nearer fastest is
/// known of all spheres or of none.
bool ContactQuestion::lazily(const ContactOptions& options) {
    return options.budget.time && options.order != ContactOrder::approaching;
}

ContactQuestion::Tree& ContactQuestion::bring_up_to_date(const Body& body, parallel::Workers& workers, Report& report,
                                                         bool lazily) {
    Tree& tree = trees_[body.id];
    const auto started = frame::Clock::now();
    const bool rebuilt = build(body, tree), by_cage = follows_cage(body, tree);
    const bool newly_followed = by_cage && tree.followed_for != body.times_remade;
    if (newly_followed) {
        tree.tree.follow(tree.skin->skin, tree.skin->off);
        tree.followed_for = body.times_remade;
    }
    report.rebuilt |= rebuilt;
    if (rebuilt || newly_followed) report.milliseconds.build += frame::milliseconds_since(started);
    const auto built = frame::Clock::now();
    if (tree.updated_for != body.times_moved) {
        const SurfaceNow surface{body.positions, body.triangles};
        if (by_cage) {
            tree.tree.update(surface, tree.cage, tree.cage_before);
        } else if (lazily && !rebuilt) {
            tree.tree.update_lazily(surface, workers);
        } else {
            tree.tree.update(surface, workers);
        }
        tree.updated_for = body.times_moved;
        ++tree.changes;
    }
    report.milliseconds.update += frame::milliseconds_since(built);
    return tree;
}

/// What was set aside: vertices that are not finite, triangles without area or with vertices that do not exist.
void ContactQuestion::collect_flaws(const Body& body, Tree& tree, bool all) {
    std::vector<Flaw>& out = answer_.report.set_aside;
    out.insert(out.end(), body.given_flaws.begin(), body.given_flaws.end());
    std::size_t lost = body.free.size();
    const std::size_t there = body.triangles.size() - lost;
    if (tree.tree.usable().size() < there) {
        for (std::uint32_t t = 0; t < body.triangles.size(); ++t) {
            const Triangle& v = body.triangles[t];
            if (body.gone[t] != 0 || std::max({v[0], v[1], v[2]}) < body.positions.size()) continue;
            out.push_back({body.id, FlawKind::index_out_of_range, t});
            ++lost;
        }
    }
    bool some_not_finite = false;
    for (const std::uint32_t t : tree.tree.unsound(all)) {
        ++lost;
        const Triangle& v = body.triangles[t];
        const bool all_finite =
            std::all_of(v.begin(), v.end(), [&](std::uint32_t i) { return finite(body.positions[i]); });
        if (all_finite) out.push_back({body.id, FlawKind::degenerate, t});
        some_not_finite |= !all_finite;
    }
    for (std::uint32_t v = 0; some_not_finite && v < body.positions.size(); ++v) {
        if (!finite(body.positions[v])) out.push_back({body.id, FlawKind::not_finite, v});
    }
    if (lost == body.triangles.size()) out.push_back({body.id, FlawKind::empty_body, 0});
}

/// Brute force starts over every time, and so does a search that keeps more pairs than are allowed now.
bool ContactQuestion::resumes(const Running& running, const sphere_tree::ContactQuery& query, std::uint64_t changes_a,
                              std::uint64_t changes_b) {
    const ContactOptions& options = query.options;
    return options.resume && !by_brute_force(options) && running.search.fits(options.budget) && running.started &&
           running.changes_a == changes_a && running.changes_b == changes_b && same_search(running.options, options);
}

const Contacts& ContactQuestion::answer(const frame::Bodies& bodies, BodyId a, BodyId b, const ContactOptions& options,
                                        parallel::Workers& workers) {
    if (a == b) throw std::invalid_argument("pliant: contacts_within is asked of two bodies");
    check(options);
    const Body &body_a = bodies.at(a), &body_b = bodies.at(b);
    Report& report = answer_.report;
    report.stopped_by = Limit::none;
    report.detector = by_brute_force(options) ? Detector::brute_force : Detector::sphere_tree;
    report.rebuilt = false;
    report.counters = {};
    report.milliseconds = {};
    report.set_aside.clear();
    const auto called = frame::Clock::now();
    Tree& tree_a = bring_up_to_date(body_a, workers, report, lazily(options));
    Tree& tree_b = bring_up_to_date(body_b, workers, report, lazily(options));
    // Building, or fitting all spheres, would leave no time to search: then the budget counts from here.
    const bool at_once = report.milliseconds.build == 0 && tree_a.tree.lazy() && tree_b.tree.lazy();
    const auto updated = frame::Clock::now();
    const sphere_tree::ContactQuery query{{bodies, options, workers, report, at_once ? called : updated},
                                          {a, b, tree_a.tree, tree_b.tree}};
    Running& running = searches_[{a, b}];
    answer_.resumed = resumes(running, query, tree_a.changes, tree_b.changes);
    running.options = options;
    running.changes_a = tree_a.changes;
    running.changes_b = tree_b.changes;
    running.started = false;
    if (by_brute_force(options)) {
        running.search.test_all(query);
    } else {
        if (!answer_.resumed) running.search.start(query);
        running.search.run(query);
    }
    running.started = true;  // last: a search that threw cannot be resumed
    running.search.write(query.trees, answer_);
    if (options.budget.pairs == 0) list_nothing(answer_);
    collect_flaws(body_a, tree_a, !options.budget.time);
    collect_flaws(body_b, tree_b, !options.budget.time);
    std::sort(report.set_aside.begin(), report.set_aside.end());
    report.milliseconds.find = frame::milliseconds_since(updated);
    report.complete = report.stopped_by == Limit::none;
    return answer_;
}

SphereTreeView ContactQuestion::tree(const frame::Bodies& bodies, BodyId body, parallel::Workers& workers) {
    Report ignored;
    return bring_up_to_date(bodies.at(body), workers, ignored, false).tree.view();
}

}  // namespace pliant
