// Vertices that are inside something, as marks of a picture.
#pragma once

#include "check.hpp"
#include "paint.hpp"

namespace pliant::cli {

/// A point for each vertex; by colour how deep, and an arrow to where it gets out, where that is known.
Marks penetration_marks(const ShownFrame& frame, std::span<const Shown> bodies);

}  // namespace pliant::cli
