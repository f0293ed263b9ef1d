// Runs a test on every vector target that the library was compiled for and this processor has.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <string>

#include "simd/target.hpp"
#include "target.hpp"

namespace pliant::simd {

/// Calls run(name) once per target; the choice of the machine is back afterwards. A build with one target runs once.
template <class Run>
int on_each_target(const Run& run) {
    choose_targets(0);
    const std::int64_t here = hwy::SupportedTargets();
    int count = 0;
    for (std::int64_t left = here; left != 0; left &= left - 1) {
        const std::int64_t target = left & -left;
        const std::string name = hwy::TargetName(target);
        choose_targets(target);
        if (target_name() != name) continue;  // the processor has it, the library does not
        SCOPED_TRACE(name);
        run(name);
        ++count;
    }
    choose_targets(0);
    return count;
}

}  // namespace pliant::simd
