// Pushes as constraints of a substep: firm, with friction.
#pragma once

#include <span>
#include <vector>

#include <pliant/soft_bodies.hpp>

#include "deform/cloth_blocks.hpp"

namespace pliant::deform {

/// What pushes move.
struct PushedState {
    std::span<ClothVertex> positions;
    std::span<ClothVertex> before;  // at the start of the substep
    double seconds = 0;
};

/// A push, and how far the step has come: 0 at its start, 1 at its end.
struct SubstepTime {
    double start = 0, end = 0;
};

/// Keeps what a push holds apart from coming nearer than its distance, or nearer than it was at the start of the
/// substep, whichever is less: no speed is gained. What is too near is led out by moving the start as well. Friction
/// takes the motion along the plane of contact away, up to Coulomb's bound. Adds the impulse to `force`, in N times the
/// substep.
void solve(Push& push, const PushedState& state, const SubstepTime& time);

/// Can it come to act in so many substeps more? Judged by how fast both sides come nearer in this one, with a margin:
/// most of what is near never touches. What is judged wrongly is met at the end of the step.
bool may_act(const Push& push, const PushedState& state, const SubstepTime& time, double substeps);

}  // namespace pliant::deform
