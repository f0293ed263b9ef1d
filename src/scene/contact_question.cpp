#include "scene/contact_question.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "geometry/link_frame.hpp"
#include "sphere_tree/hierarchy.hpp"
#include "sphere_tree/hierarchy_file.hpp"

namespace pliant {

using bodies::Body;
using sphere_tree::SurfaceNow;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_off = 1e-13;  // of weights from 1, and of positions at rest from where links have them, in parts

double milliseconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

bool by_brute_force(const ContactOptions& options) { return options.method == Method::brute_force; }

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

/// Names the element and what is wrong with it.
[[noreturn]] void refuse_skin(const std::string& element, std::size_t number, const std::string& what) {
    throw std::invalid_argument("pliant: skin: " + element + " " + std::to_string(number) + " " + what);
}

void check_link(const Skin& skin, std::size_t i) {
    const RigidLink& link = skin.links[i];
    const auto refuse = [&](const std::string& what) { refuse_skin("link", i, what); };
    const auto& [p, q, r] = link.cage;
    const std::uint32_t last = std::max({p, q, r});
    if (last >= skin.cage.size()) refuse("names vertex " + std::to_string(last) + ", which its cage does not have");
    if (p == q || q == r || r == p) refuse("names a vertex of the cage twice");
    double sum = 0;
    for (const double w : link.weights) {
        if (!(w >= 0)) refuse("has a weight that is negative or not a number");
        sum += w;
    }
    if (!(std::abs(sum - 1) <= most_off)) refuse("has weights that add up to " + std::to_string(sum) + " and not to 1");
    if (!finite(link.along)) refuse("is not finite");
}

/// Spheres start from the shape at rest: everything has to hang where the links have it. What that may be off is less
/// than the bounds of `CageBounds` allow for.
void check_rest(const Skin& skin) {
    const auto at = [&](std::uint32_t k) { return Vec3(skin.cage[k]); };
    for (std::size_t i = 0; i < skin.links.size(); ++i) {
        const Vec3 p = geometry::linked_position(skin.links[i], at), off = p - Vec3(skin.surface[i]);
        double reach = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        for (const std::uint32_t k : skin.links[i].cage) {
            const Vec3 corner = at(k);
            reach = std::max({reach, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
        }
        if (!(std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) <= most_off * reach)) {
            refuse_skin("vertex of the surface", i, "is at rest not where its link has it");
        }
    }
}

void check(const Skin& skin) {
    for (std::size_t i = 0; i < skin.cage.size(); ++i) {
        if (!finite(skin.cage[i])) refuse_skin("vertex of the cage", i, "is not finite");
    }
    for (std::size_t i = 0; i < skin.surface.size(); ++i) {
        if (!finite(skin.surface[i])) refuse_skin("vertex of the surface", i, "is not finite");
    }
    for (std::size_t i = 0; i < skin.links.size(); ++i) check_link(skin, i);
    check_rest(skin);
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
    check(skin);
    Tree& tree = trees_[body.id];
    tree.skin = skin;
    tree.cage.clear();  // the one that is known belongs to another skin
    for (auto* cage : {&tree.cage, &tree.cage_before}) cage->reserve(skin.cage.size());
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
                         tree.skin->links.size() == body.positions.size();
    const bool newly_followed = by_cage && tree.followed_for != body.times_remade;
    if (newly_followed) {
        tree.tree.follow(*tree.skin);
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

const Contacts& ContactQuestion::answer(const bodies::Bodies& bodies, BodyId a, BodyId b, const ContactOptions& options,
                                        parallel::Workers& workers) {
    if (a == b) throw std::invalid_argument("pliant: contacts_within is asked of two bodies");
    const Body &body_a = bodies.at(a), &body_b = bodies.at(b);
    Report& report = answer_.report;
    report.stopped_by = Limit::none;
    report.method = by_brute_force(options) ? Method::brute_force : Method::sphere_tree;
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
    if (report.method == Method::brute_force) {
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
    report.complete = report.stopped_by == Limit::none && report.set_aside.empty();
    return answer_;
}

SphereTreeView ContactQuestion::tree(const bodies::Bodies& bodies, BodyId body, parallel::Workers& workers) {
    return bring_up_to_date(bodies.at(body), workers, nullptr).tree.view();
}

}  // namespace pliant
