// Four vertices of a leaf's contour that predict the axis of its normal cone.
#pragma once

#include <cstdint>

#include "detect/regularity/leaf_bounds.hpp"
#include "detect/regularity/simple_contours.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// Four vertices of the longest loop, evenly spread along it: the choice whose area vector reaches farthest along that
/// of the loop, at the positions last read. Bounds made with them are right at any later positions; where the samples
/// enclose nothing any more, the leaf has no direction. Without a loop, `vertex` four times: other vertices may not
/// have been read yet when the leaf is bounded.
ContourSamples sample_contour(const frame::Bodies& bodies, const ContourLoops& loops, std::uint32_t vertex);

}  // namespace pliant::regularity
