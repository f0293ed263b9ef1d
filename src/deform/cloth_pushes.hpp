// Pushes as constraints of a substep: firm, with friction.
#pragma once

#include <span>
#include <vector>

#include <pliant/soft_bodies.hpp>

#include "deform/cloth_elements.hpp"

namespace pliant::deform {

/// A push, and how far the step has come: 0 at its start, 1 at its end.
struct SubstepTime {
    double start = 0, end = 0;
};

/// Keeps what a push holds apart from coming nearer than its distance, or nearer than it was at the start of the
/// substep, whichever is less: no speed is gained. What is too near is led out by moving the start as well. Friction
/// takes the motion along the plane of contact away, up to Coulomb's bound. Adds the impulse to `force`, in N times the
/// substep.
void solve(Push& push, const SubstepState& state, const SubstepTime& time);

}  // namespace pliant::deform
