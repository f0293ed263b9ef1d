// When and where candidates meet first, one per lane, in doubles: decided where each root of the cubic is well
// separated from the others.
#pragma once

#include <cstddef>
#include <cstdint>

#include <pliant/impacts.hpp>

#include "broad_phase/features.hpp"
#include "impact/certain_impact.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Most candidates that `certain_impacts` decides at a time.
inline constexpr std::size_t impacts_at_once = 64;

/// Decides the candidates of a batch at `count` places, at most `impacts_at_once`: those whose cubic rises or falls all
/// the way between the times at which it turns, with no root near the border of the features. Unknown are all others.
/// Where they meet, `impacts[i]` is bit for bit what impact::first_impact tells.
void certain_impacts(const simd::Steps& steps, const broad_phase::FeatureBatch& batch, const std::uint16_t* places,
                     std::size_t count, impact::Verdict* verdicts, Impact* impacts);

}  // namespace pliant::narrow_phase
