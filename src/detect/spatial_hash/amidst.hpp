// The origin of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "frame/bodies.hpp"

namespace pliant::spatial_hash {

inline constexpr std::size_t most_samples = 31;

/// A place that is among the vertices even where a few of them have flown away: the middle of some, axis by axis.
Vec3 amidst(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);

}  // namespace pliant::spatial_hash
