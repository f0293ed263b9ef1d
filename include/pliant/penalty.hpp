// Forces that push two bodies apart where their spheres overlap.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <pliant/contacts.hpp>
#include <pliant/export.hpp>
#include <pliant/points.hpp>

namespace pliant {

/// Of the two bodies that `contacts_within` was asked about.
enum class Side : std::uint8_t { a, b };

/// Each contact pushes the vertex of the body's cage that is nearest to its position along the line of the two centres,
/// by stiffness times depth; a vertex that is pushed more than once takes the mean [Mendoza2005, 4.3]. Contacts that
/// were not tested count like the others. Pairs of triangles have no depth and push nothing: ask for Finest::spheres.
/// `out` has a place for every vertex of the cage; std::invalid_argument otherwise. stiffness in N/m, forces in N.
PLIANT_EXPORT void penalty_forces(const Contacts& contacts, Side side, Points cage, double stiffness,
                                  std::span<std::array<double, 3>> out);

}  // namespace pliant
