// A few vertices of a leaf's contour, across which its triangles face.
#pragma once

#include <cstdint>

#include "detect/regularity/leaf_bounds.hpp"
#include "detect/regularity/simple_contours.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// Four vertices of the longest loop, evenly spread along it, that enclose most of what it does at the positions last
/// read: a leaf may be crooked. Whatever the positions are later, bounds that are made with these are right; where they
/// enclose nothing any more, the leaf has no direction. Without a loop, a given vertex of the leaf: others may not have
/// been read when it is bounded.
ContourSamples sample_contour(const frame::Bodies& bodies, const ContourLoops& loops, std::uint32_t vertex);

}  // namespace pliant::regularity
