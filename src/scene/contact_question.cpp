#include "scene/contact_question.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "sphere_tree/hierarchy.hpp"
#include "sphere_tree/hierarchy_file.hpp"

namespace pliant {

using bodies::Body;
using sphere_tree::SurfaceNow;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

/// Everything but the budget, which may be another at every call.
bool same_search(const ContactOptions& p, const ContactOptions& q) {
    return p.method == q.method && p.order == q.order && p.finest == q.finest && p.interest == q.interest &&
           p.viewer == q.viewer && p.detail == q.detail;
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
    const auto beyond_cage = [&](const RigidLink& link) {
        return std::any_of(link.cage.begin(), link.cage.end(), [&](std::uint32_t v) { return v >= skin.cage.size(); });
    };
    if (std::any_of(skin.links.begin(), skin.links.end(), beyond_cage)) {
        throw std::invalid_argument("pliant: a link of the skin names a vertex that its cage does not have");
    }
    if (!std::all_of(skin.surface.begin(), skin.surface.end(), [](const auto& p) { return finite(p); })) {
        throw std::invalid_argument("pliant: a coordinate of the skin is not finite");
    }
    Tree& tree = trees_[body.id];
    tree.skin = skin;
    tree.cage = {};  // the one that is known belongs to another skin
    tree.cage_moved_for = 0;
    tree.followed_for.reset();
    tree.updated_for.reset();
}

void ContactQuestion::check_cage(BodyId body, Points cage) const {
    const auto at = trees_.find(body);
    if (at == trees_.end() || !at->second.skin) throw std::invalid_argument("pliant: the body follows no cage");
    if (at->second.skin->cage.size() != cage.size()) {
        throw std::invalid_argument("pliant: the cage has another number of vertices than its skin");
    }
}

void ContactQuestion::move_cage(const Body& body, Points cage) {
    Tree& tree = trees_[body.id];
    tree.cage = cage;
    // One that is not all numbers tells nothing; the surface does.
    bool numbers = true;
    for (std::size_t i = 0; i < cage.size(); ++i) numbers &= finite(cage[i]);
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
                         tree.skin->links.size() == body.positions.size();
    const bool newly_followed = by_cage && tree.followed_for != body.times_remade;
    if (newly_followed) {
        tree.tree.follow(*tree.skin);
        tree.followed_for = body.times_remade;
    }
    const auto built = Clock::now();
    if (tree.updated_for != body.times_moved) {
        if (by_cage) {
            tree.tree.update(surface, tree.cage);
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

const Contacts& ContactQuestion::answer(const bodies::Bodies& bodies, BodyId a, BodyId b, const ContactOptions& options,
                                        parallel::Workers& workers) {
    if (a == b) throw std::invalid_argument("pliant: contacts_within is asked of two bodies");
    const Body &body_a = bodies.at(a), &body_b = bodies.at(b);
    Report& report = answer_.report;
    report.stopped_by = Limit::none;
    report.method = options.method == Method::brute_force ? Method::brute_force : Method::sphere_tree;
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
    answer_.resumed = options.resume && running.started && running.changes_a == tree_a.changes &&
                      running.changes_b == tree_b.changes && same_search(running.options, options);
    running.options = options;
    running.changes_a = tree_a.changes;
    running.changes_b = tree_b.changes;
    running.started = true;
    if (report.method == Method::brute_force) {
        running.search.test_all(trees, options, report, started);
    } else {
        if (!answer_.resumed) running.search.start(trees, options);
        running.search.run(trees, options, report, started);
    }
    running.search.write(trees, answer_);
    collect_flaws(body_a, tree_a);
    collect_flaws(body_b, tree_b);
    std::sort(report.set_aside.begin(), report.set_aside.end());
    report.milliseconds.find = milliseconds_between(updated, Clock::now());
    report.complete = report.stopped_by == Limit::none && report.set_aside.empty();
    return answer_;
}

SphereTreeView ContactQuestion::tree(const bodies::Bodies& bodies, BodyId body, parallel::Workers& workers) {
    return bring_up_to_date(bodies.at(body), workers, nullptr).tree.view();
}

}  // namespace pliant
