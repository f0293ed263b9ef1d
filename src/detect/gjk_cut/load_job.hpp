// Loads the lists of a pair of bodies, relative to a local origin near what they share.
#pragma once

#include <optional>

#include "broad_phase/blocks.hpp"
#include "detect/gjk_cut/body_pairs.hpp"
#include "detect/gjk_cut/triangle_selection.hpp"
#include "detect/gjk_cut/workspace.hpp"

namespace pliant::gjk_cut {

/// What jobs are loaded from; the same for all pairs of lists.
struct LoadedFrom {
    const frame::Bodies& bodies;
    const BodyPairs& pairs;
    const TriangleSelection& triangles;
};

/// The lists live in the workspace. None where a list is empty.
std::optional<Job> load_job(const LoadedFrom& from, const broad_phase::Pair& pair, Workspace& workspace);

}  // namespace pliant::gjk_cut
