// When and where moving features meet first: doubles where they are certain, integers where they are not.
#pragma once

#include <optional>

#include <pliant/impacts.hpp>

#include "impact/motion.hpp"

namespace pliant::impact {

/// The same of both kinds. Coordinates are finite.
std::optional<Impact> first_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end);

}  // namespace pliant::impact
