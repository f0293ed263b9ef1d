// The part of `pliant demo` about contacts within a budget.
#pragma once

#include <string>

#include "shapes/catalogue.hpp"

namespace pliant::cli {

/// What the first two bodies of a scene touch, within several budgets of time: a table. Bodies in cages follow them.
std::string contacts_within_budgets(const shapes::AnimatedScene& animation);

}  // namespace pliant::cli
