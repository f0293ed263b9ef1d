// The report that `pliant demo` writes.
#pragma once

#include <string>

#include <pliant/pliant.hpp>

#include "shapes/catalogue.hpp"

namespace pliant::cli {

/// Plays the scene once more, asking for all intersections. Throws std::runtime_error naming a file that cannot be
/// written.
void write_demo_report(const std::string& file, const shapes::AnimatedScene& animation, IntersectionMethod method,
                       unsigned threads);

}  // namespace pliant::cli
