// What is done when a search has ended: in the time that was set aside for it.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "detect/sphere_tree/search.hpp"
#include "detect/sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr double most_nanoseconds_per_contact = 1000;

/// What a test would have said.
void look_at(SpherePair& pair, const Sphere& a, const Sphere& b) {
    const Vec3 way = Vec3(b.centre) - Vec3(a.centre);
    const double length = std::sqrt(dot(way, way));
    pair.depth = a.radius + b.radius - length;
    if (length > tiny_length && std::isfinite(length)) pair.normal = (1 / length) * way;
}

Contact contact_of(const SpherePair& pair) {
    Contact contact;
    contact.kind = pair.tested ? ContactKind::spheres : ContactKind::untested;
    contact.position = {pair.position.x, pair.position.y, pair.position.z};
    contact.normal = {pair.normal.x, pair.normal.y, pair.normal.z};
    contact.depth = pair.depth > 0 ? pair.depth : 0;
    contact.error = pair.error;
    contact.gap = pair.gap;
    contact.sphere_a = pair.a;
    contact.sphere_b = pair.b;
    return contact;
}

}  // namespace

void Search::write(const TreePair& trees, Contacts& answer) {
    const auto began = Clock::now();
    answer.items.clear();
    answer.pairs.clear();
    answer.error = answer.gap = 0;
    write_triangles(trees, answer);
    const auto between = Clock::now();
    write_spheres(trees, answer);
    answer.pair_list = pair_list_.size() + (held_ ? 1 : 0) + (current_counts() ? 1 : 0);
    answer.collision_list = settled_.spheres.size() + settled_.triangles.size();
    triangle_time_.note(nanoseconds(between - began), settled_.triangles.size());
    sphere_time_.note(nanoseconds(Clock::now() - between), spheres_kept());
}

/// One long one may have been interrupted by other programs; more than one is how it goes now.
void Search::WritingTime::note(double took, std::size_t contacts) {
    constexpr double overhead = 1000;  // nanoseconds, of which there is no telling from so few
    if (contacts == 0) return;
    const double now = std::max(0.0, took - overhead) / static_cast<double>(contacts);
    each += (now < each ? 0.1 : 0.3) * (std::min(now, most_nanoseconds_per_contact) - each);
}

void Search::list_found(const TreePair& trees) {
    const bool swapped = trees.body_b < trees.body_a;
    std::sort(settled_.triangles.begin(), settled_.triangles.end(), [&](const auto& p, const auto& q) {
        return swapped ? std::tie(p.b, p.a) < std::tie(q.b, q.a) : std::tie(p.a, p.b) < std::tie(q.a, q.b);
    });
}

void Search::write_triangles(const TreePair& trees, Contacts& answer) {
    const bool swapped = trees.body_b < trees.body_a;
    list_found(trees);
    for (const FoundTriangles& f : settled_.triangles) {
        const TriangleRef a{trees.body_a, f.a}, b{trees.body_b, f.b};
        answer.items.push_back(settled_.contacts[f.contact]);
        answer.items.back().pair = static_cast<std::uint32_t>(answer.pairs.size());
        answer.pairs.push_back(swapped ? TrianglePair{b, a, f.kind} : TrianglePair{a, b, f.kind});
    }
}

void Search::list_spheres(const TreePair& trees) {
    listed_.clear();
    const auto list = [&](SpherePair& pair) {
        if (!pair.tested) look_at(pair, trees.a.sphere(pair.a), trees.b.sphere(pair.b));
        listed_.push_back({pair.depth > 0 ? pair.depth : 0, &pair});
    };
    for (SpherePair& pair : settled_.spheres) list(pair);
    pair_list_.for_each(list);
    if (held_) list(*held_);
    if (current_counts()) list(current_);
    deepest_first_.sort(listed_);
}

void Search::write_spheres(const TreePair& trees, Contacts& answer) {
    list_spheres(trees);
    for (const ListedPair& listed : listed_) {
        answer.items.push_back(contact_of(*listed.pair));
        answer.error = std::max(answer.error, listed.pair->error);
        answer.gap = std::max(answer.gap, listed.pair->gap);
    }
}

}  // namespace pliant::sphere_tree
