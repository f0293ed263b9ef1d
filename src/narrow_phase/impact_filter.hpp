// Candidates of features that certainly do not meet during a step are dropped, several at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "broad_phase/features.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Part of a step, from its start.
struct StepPart {
    simd::Steps steps;
    double until = 1;  // in (0, 1]
};

/// Places in a batch of candidates that may meet in this part of the step; ascending. `kept` has room for all of them.
/// The batch may be written to beyond its count.
std::size_t possibly_meeting(const StepPart& step, broad_phase::FeatureBatch& batch, std::uint16_t* kept);

}  // namespace pliant::narrow_phase
