// A point in the midst of vertices, for the origin of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "frame/bodies.hpp"

namespace pliant::spatial_hash {

inline constexpr std::size_t most_samples = 31;

/// The median of at most `most_samples` vertices, axis by axis: a few outliers do not move it far. The origin where no
/// sample is finite.
Vec3 sampled_median(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);

}  // namespace pliant::spatial_hash
