// The sampled directions of [Volino1994, 2.3.4] and the projections along them.
#pragma once

#include <array>
#include <cstddef>

#include "detect/regularity/leaf_bounds.hpp"
#include "detect/regularity/simple_contours.hpp"
#include "numeric/vec.hpp"

namespace pliant::regularity {

/// Integer vectors (x, y, z) with |x| + |y| + |z| = 7, in pairs of opposite ones: 198 directions, every other one
/// within 13 degrees of one of them. Number 2 i + 1 is opposite to number 2 i.
inline constexpr std::size_t half_the_directions = sampled_directions / 2;

const Direction& direction(std::size_t number);

/// Of a vector of any length but zero.
Direction direction_along(const Vec3& vector);

/// The numbers that follow those of the sampled directions.
using OwnDirections = std::array<Direction, most_own_directions>;

const DirectionSamples& direction_samples();

/// The sampled direction of a set that lies closest to the middle of those in the set. There is one.
std::size_t middle_of(const DirectionSet& set);

/// That one; where a set has none, the first of its own directions. The set is not empty.
const Direction& common_direction(const DirectionSet& set, const OwnDirections& own);

}  // namespace pliant::regularity
