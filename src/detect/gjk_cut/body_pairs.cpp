#include "detect/gjk_cut/body_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::gjk_cut {

using frame::Bodies;
using frame::Body;

namespace {

Box<double> bounds_of_finite(const Bodies& bodies, const Body& body) {
    Box<double> box = Box<double>::empty();
    for (std::uint32_t v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
        const Vec3 p = bodies.position(v);
        if (finite(p)) box = united(box, {{p.x, p.y, p.z}, {p.x, p.y, p.z}});
    }
    return box;
}

}  // namespace

bool all_finite(const Body& body) {
    return std::none_of(body.flaws.begin(), body.flaws.end(),
                        [](const Flaw& f) { return f.kind == FlawKind::not_finite; });
}

void BodyPairs::update(const Bodies& bodies) {
    bodies_.resize(bodies.all().size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = bodies.all()[i];
        BodyBounds& bounds = bodies_[i];
        if (bounds.body == body.id && bounds.version == body.version) continue;
        bounds.body = body.id;
        bounds.version = body.version;
        bounds.box = all_finite(body) ? body.box : bounds_of_finite(bodies, body);
    }
}

void BodyPairs::find(const IntersectionQuery& query) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = query.bodies.all()[i];
        bodies_[i].takes_part = !body.set_aside && body.vertices > 0 && !body.is_empty();
        bodies_[i].partners = 0;
        bodies_[i].wanted = Box<double>::empty();
    }
    pairs_.clear();
    if (query.options.self) find_self(query);
    if (query.options.between) find_between(query);
}

void BodyPairs::find_self(const IntersectionQuery& query) {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        if (!bodies_[i].takes_part || query.rests(i)) continue;
        bodies_[i].wanted = Box<double>::everything();
        pairs_.push_back({i, i});
    }
}

void BodyPairs::find_between(const IntersectionQuery& query) {
    sweep_.clear();
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        if (bodies_[i].takes_part) sweep_.add(bodies_[i].box, i);
    }
    sweep_.for_each_overlap([&](std::uint32_t a, std::uint32_t b) {
        if (query.rests(a) && query.rests(b)) return;
        const Box<double> both = intersection(bodies_[a].box, bodies_[b].box);
        for (const std::uint32_t i : {a, b}) {
            bodies_[i].wanted = united(bodies_[i].wanted, both);
            ++bodies_[i].partners;
        }
        pairs_.push_back({a, b});
    });
}

}  // namespace pliant::gjk_cut
