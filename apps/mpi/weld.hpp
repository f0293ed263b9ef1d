// Vertices of equal position that are one vertex, though they lie on several ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/points.hpp>

#include "mpi/communicator.hpp"

namespace pliant::mpi_cli {

/// Collective: for each position the least of the numbers that any rank has given an equal one. -0 equals 0; a position
/// that is not finite equals none.
std::vector<std::uint64_t> welded(mpi::Communicator& communicator, std::span<const Point> positions,
                                  std::span<const std::uint64_t> numbers);

}  // namespace pliant::mpi_cli
