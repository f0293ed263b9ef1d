// What a body brings to a push.
#pragma once

#include <cstdint>

#include <pliant/soft_bodies.hpp>

namespace pliant::respond {

inline void add_weighted(Point& sum, double weight, const Point& p) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += weight * p[k];
}

/// A vertex of the solver, or a part of what is anchored.
template <class Body>
void take(Push& push, const Body& body, std::uint32_t vertex, double weight) {
    if (!body.obstacle()) {
        push.vertices[push.count] = body.solver.first + vertex;
        push.weights[push.count] = weight;
        ++push.count;
        return;
    }
    add_weighted(push.anchor, weight, body.after[vertex]);
    add_weighted(push.anchor_motion, weight, body.after[vertex]);
    add_weighted(push.anchor_motion, -weight, body.before[vertex]);
}

}  // namespace pliant::respond
