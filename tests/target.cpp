// PLIANT_TEST_TARGET=scalar in the environment: kernels run without vectors, whatever the processor has.
#include "target.hpp"

#include <hwy/targets.h>

#include <cstdlib>
#include <string_view>

namespace pliant::simd {

bool only_scalar() {
    const char* target = std::getenv("PLIANT_TEST_TARGET");
    return target != nullptr && std::string_view(target) == "scalar";
}

void choose_targets(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets == 0 && only_scalar() ? HWY_SCALAR : targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

namespace {
const bool chosen = [] {
    if (only_scalar()) choose_targets(0);
    return true;
}();
}  // namespace

}  // namespace pliant::simd
