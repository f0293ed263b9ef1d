// The sampled directions of [Volino1994, 2.3.4] and the projections along them.
#pragma once

#include <array>
#include <cstddef>

#include "detect/regularity/leaf_bounds.hpp"
#include "detect/regularity/simple_contours.hpp"

namespace pliant::regularity {

/// Integer vectors (x, y, z) with |x| + |y| + |z| = 7, in pairs of opposite ones: 198 directions, every other one
/// within 13 degrees of one of them. Number 2 i + 1 is opposite to number 2 i.
inline constexpr std::size_t half_the_directions = 99;

struct Direction {
    std::array<double, 3> along;  // unit vector
    std::array<float, 3> u, v;    // unit vectors across it; u, v, along are right-handed
};

const Direction& direction(std::size_t number);

const DirectionSamples& direction_samples();

/// The direction of a set that lies closest to the middle of the set. The set is not empty.
std::size_t middle_of(const DirectionSet& set);

}  // namespace pliant::regularity
