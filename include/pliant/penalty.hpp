// Forces that push two bodies apart where they touch.
#pragma once

#include <array>
#include <span>

#include <pliant/contacts.hpp>
#include <pliant/export.hpp>
#include <pliant/points.hpp>

namespace pliant {

/// How hard contacts push.
struct PenaltyOptions {
    double stiffness = 1000;       ///< N/m
    double friction = 0;           ///< coefficient of Coulomb
    double creeping_speed = 0.01;  ///< below it friction falls to zero, m/s: what rests does not tremble
    /// Spheres push as well, by their overlap, as in the paper: also bodies that do not touch. Without this, what may
    /// or may not touch pushes nothing, and only pairs of triangles count, which `contacts_within` finds by default.
    bool spheres = false;
};

/// One of the two bodies that `contacts_within` was asked about: what carries its forces.
struct PenaltyBody {
    Points vertices;                          ///< of the body or of its cage, m. None: the body does not give way
    Points velocities;                        ///< of the same, m/s; unset: it stands still
    std::span<std::array<double, 3>> forces;  ///< answer: N, one for each vertex
};

/// Each contact pushes the vertex of either body that is nearest to its position along its normal, by stiffness times
/// depth [Mendoza2005, 4.3]. What one body gains the other loses. So many contacts share a push as there are at the one
/// of its two vertices that has more of them: a finer mesh is no stiffer. std::invalid_argument where there are not as
/// many forces, or velocities, as vertices. Once warm, a call allocates nothing.
PLIANT_EXPORT void penalty_forces(const Contacts& contacts, const PenaltyBody& a, const PenaltyBody& b,
                                  const PenaltyOptions& options = {});

}  // namespace pliant
