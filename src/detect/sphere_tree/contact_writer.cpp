#include "detect/sphere_tree/contact_writer.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "detect/sphere_tree/deadline.hpp"
#include "detect/sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr double most_nanoseconds_per_contact = 1000;

/// Depth and normal, as a test would have them.
void measure_untested(SpherePair& pair, const Sphere& a, const Sphere& b) {
    const Vec3 line = Vec3(b.centre) - Vec3(a.centre);
    const double length = std::sqrt(dot(line, line));
    pair.depth = a.radius + b.radius - length;
    if (length > tiny_length && std::isfinite(length)) pair.normal = (1 / length) * line;
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

/// Rises faster than it falls, but not at once: a single long time may be that of a preempted thread.
void WritingTime::note(double took, std::size_t contacts) {
    constexpr double overhead = 1000;  // nanoseconds, whatever is written
    if (contacts == 0) return;
    const double now = std::max(0.0, took - overhead) / static_cast<double>(contacts);
    each += (now < each ? 0.1 : 0.3) * (std::min(now, most_nanoseconds_per_contact) - each);
}

void ContactWriter::write(const TreePair& trees, BoundedPairs& pairs, Contacts& answer) {
    const auto began = frame::Clock::now();
    answer.items.clear();
    answer.pairs.clear();
    answer.error = answer.gap = 0;
    write_triangles(trees, pairs.settled(), answer);
    const auto between = frame::Clock::now();
    write_spheres(trees, pairs, answer);
    answer.pair_list = pairs.listed();
    answer.collision_list = pairs.settled().size();
    triangle_time_.note(nanoseconds(between - began), pairs.settled().triangles.size());
    sphere_time_.note(nanoseconds(frame::Clock::now() - between), pairs.spheres());
}

void ContactWriter::write_triangles(const TreePair& trees, CollisionList& found, Contacts& answer) {
    const bool swapped = trees.body_b < trees.body_a;
    std::sort(found.triangles.begin(), found.triangles.end(), [&](const auto& p, const auto& q) {
        return swapped ? std::tie(p.b, p.a) < std::tie(q.b, q.a) : std::tie(p.a, p.b) < std::tie(q.a, q.b);
    });
    for (const FoundTriangles& f : found.triangles) {
        const TriangleRef a{trees.body_a, f.a}, b{trees.body_b, f.b};
        answer.items.push_back(found.contacts[f.contact]);
        answer.items.back().pair = static_cast<std::uint32_t>(answer.pairs.size());
        answer.pairs.push_back(swapped ? TrianglePair{b, a, f.kind} : TrianglePair{a, b, f.kind});
    }
}

void ContactWriter::write_spheres(const TreePair& trees, BoundedPairs& pairs, Contacts& answer) {
    listed_.clear();
    pairs.for_each_spheres([&](SpherePair& pair) {
        if (!pair.tested) measure_untested(pair, trees.a.sphere(pair.a), trees.b.sphere(pair.b));
        listed_.push_back({pair.depth > 0 ? pair.depth : 0, &pair});
    });
    deepest_first_.sort(listed_);
    for (const ListedPair& listed : listed_) {
        answer.items.push_back(contact_of(*listed.pair));
        answer.error = std::max(answer.error, listed.pair->error);
        answer.gap = std::max(answer.gap, listed.pair->gap);
    }
}

}  // namespace pliant::sphere_tree
