// Inside or outside by winding number, under the InsideRule of the question.
#pragma once

#include <pliant/overlap.hpp>

namespace pliant::surfaces {

inline bool is_inside(int winding, InsideRule rule) {
    return rule == InsideRule::winding ? winding != 0 : winding % 2 != 0;
}

}  // namespace pliant::surfaces
