#include "scene/contact_question.hpp"

#include <algorithm>
#include <chrono>
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

using Clock = std::chrono::steady_clock;

double milliseconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

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

/// What is not a number equals nothing, so that no search would be resumed.
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
    // The one before may lie in the same memory, and is asked for later.
    const bool known_before = tree.cage_moved_for > 0 && tree.cage_moved_for + 1 == body.times_moved;
    std::swap(tree.cage, tree.cage_before);
    if (!known_before) tree.cage_before.clear();
    // One that is not all numbers tells nothing; the surface does.
    bool numbers = true;
    tree.cage.resize(cage.size());
    for (std::size_t i = 0; i < cage.size(); ++i) {
        tree.cage[i] = cage[i];
        numbers &= finite(cage[i]);
    }
    tree.cage_moved_for = numbers ? body.times_moved : 0;
}

void ContactQuestion::forget(BodyId body) {
    trees_.erase(body);
    std::erase_if(searches_, [&](const auto& s) { return s.first.first == body || s.first.second == body; });
}

ContactQuestion::Tree& ContactQuestion::bring_up_to_date(const Body& body, parallel::Workers& workers, Report* report) {
    Tree& tree = trees_[body.id];
    const SurfaceNow surface{body.positions, body.triangles};
    const auto started = Clock::now();
    const bool rebuild = tree.built_for != body.times_remade;
    if (rebuild) {
        if (tree.given && body.free.empty() && sphere_tree::fits(*tree.given, body.triangles, body.positions.size())) {
            tree.tree.build(surface, *tree.given);
        } else {
            tree.tree.build(surface, body.gone);
        }
        tree.built_for = body.times_remade;
        tree.updated_for.reset();
    }
    const bool by_cage = tree.skin && tree.cage_moved_for == body.times_moved && body.times_moved > 0 &&
                         tree.skin->skin.links.size() == body.positions.size();
    const bool newly_followed = by_cage && tree.followed_for != body.times_remade;
    if (newly_followed) {
        tree.tree.follow(tree.skin->skin, tree.skin->off);
        tree.followed_for = body.times_remade;
    }
    const auto built = Clock::now();
    if (tree.updated_for != body.times_moved) {
        if (by_cage) {
            tree.tree.update(surface, tree.cage, tree.cage_before);
        } else {
            tree.tree.update(surface, workers);
        }
        tree.updated_for = body.times_moved;
        ++tree.changes;
    }
    if (report != nullptr) {
        report->rebuilt |= rebuild;
        if (rebuild || newly_followed) report->milliseconds.build += milliseconds_between(started, built);
        report->milliseconds.update += milliseconds_between(built, Clock::now());
    }
    return tree;
}

/// Nothing is lost without a word: vertices that are not finite, triangles without area or with vertices that are not
/// there.
void ContactQuestion::collect_flaws(const Body& body, Tree& tree) {
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
    for (const std::uint32_t t : tree.tree.unsound()) {
        ++lost;
        const Triangle& v = body.triangles[t];
        const bool numbers =
            std::all_of(v.begin(), v.end(), [&](std::uint32_t i) { return finite(body.positions[i]); });
        if (numbers) out.push_back({body.id, FlawKind::degenerate, t});
        some_not_finite |= !numbers;
    }
    for (std::uint32_t v = 0; some_not_finite && v < body.positions.size(); ++v) {
        if (!finite(body.positions[v])) out.push_back({body.id, FlawKind::not_finite, v});
    }
    if (lost == body.triangles.size()) out.push_back({body.id, FlawKind::empty_body, 0});
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
    const auto called = Clock::now();
    Tree& tree_a = bring_up_to_date(body_a, workers, &report);
    Tree& tree_b = bring_up_to_date(body_b, workers, &report);
    const sphere_tree::TreePair trees{a, b, tree_a.tree, tree_b.tree};

    // What brings spheres of bodies without a cage up to date, or makes their trees, would leave no time to search.
    const bool at_once = report.milliseconds.build == 0 && tree_a.tree.follows_cage() && tree_b.tree.follows_cage();
    const auto updated = Clock::now(), started = at_once ? called : updated;
    Running& running = searches_[{a, b}];
    // Brute force starts over every time, and so does a search that keeps more pairs than are allowed now.
    answer_.resumed = options.resume && !by_brute_force(options) && running.search.fits(options.budget) &&
                      running.started && running.changes_a == tree_a.changes && running.changes_b == tree_b.changes &&
                      same_search(running.options, options);
    running.options = options;
    running.changes_a = tree_a.changes;
    running.changes_b = tree_b.changes;
    running.started = true;
    if (report.detector == Detector::brute_force) {
        running.search.test_all(trees, options, report, started);
    } else {
        if (!answer_.resumed) running.search.start(trees, options);
        running.search.run(trees, options, report, started);
    }
    running.search.write(trees, answer_);
    if (options.budget.pairs == 0) list_nothing(answer_);
    collect_flaws(body_a, tree_a);
    collect_flaws(body_b, tree_b);
    std::sort(report.set_aside.begin(), report.set_aside.end());
    report.milliseconds.find = milliseconds_between(updated, Clock::now());
    report.complete = report.stopped_by == Limit::none;
    return answer_;
}

SphereTreeView ContactQuestion::tree(const frame::Bodies& bodies, BodyId body, parallel::Workers& workers) {
    return bring_up_to_date(bodies.at(body), workers, nullptr).tree.view();
}

}  // namespace pliant
