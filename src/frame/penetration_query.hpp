// One question about vertices in the tetrahedra of a frame.
#pragma once

#include <cstdint>

#include <pliant/penetrations.hpp>

#include "frame/query.hpp"
#include "frame/tetrahedra.hpp"

namespace pliant::frame {

struct PenetrationQuery : Query<PenetrationOptions> {
    const Tetrahedra& tetrahedra;

    /// Whether vertices of the vertex's body are to be looked for in the tetrahedron's body, and that one takes part.
    [[nodiscard]] bool wants(std::uint32_t vertex, std::uint32_t tetrahedron) const {
        const Body& body = bodies.all()[tetrahedra.body_index(tetrahedron)];
        if (body.set_aside) return false;
        const bool self = vertex >= body.first_vertex && vertex - body.first_vertex < body.vertices;
        return self ? options.self : options.between;
    }

    /// The limit that is reached after `strict` penetrations that are no mere contacts, and this share of the work, if
    /// any.
    [[nodiscard]] Limit limit_reached(std::uint64_t strict, double done) const {
        const PenetrationBudget& budget = options.budget;
        if (budget.candidates && report.counters.candidates >= *budget.candidates) return Limit::candidates;
        if (budget.penetrations && strict > *budget.penetrations) return Limit::penetrations;
        if (!go_on(done, strict)) return Limit::caller;
        return late() ? Limit::time : Limit::none;
    }
};

}  // namespace pliant::frame
