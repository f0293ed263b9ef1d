// What a body brings to a push.
#pragma once

#include <cstdint>

#include <pliant/soft_bodies.hpp>

namespace pliant::respond {

inline void add_weighted(Point& sum, double weight, const Point& p) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += weight * p[k];
}

/// Adds a vertex to a push: as one of the solver, or, of an obstacle, as part of the anchor, which moves by plan.
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
