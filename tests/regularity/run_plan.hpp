// Loops of a build, run to their end.
#pragma once

#include "detect/regularity/loops.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// plan(loops) adds them. `bodies` may be empty for those that read none.
template <class Plan>
void run_plan(const Plan& plan, const frame::Bodies& bodies = {}) {
    Loops loops;
    plan(loops);
    loops.run_to_end(bodies);
}

}  // namespace pliant::regularity
