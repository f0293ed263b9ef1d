// Highway's list of vector targets, where there is one: what its library does elsewhere.
#include <hwy/highway.h>

namespace hwy {

#undef SupportedTargets
int64_t SupportedTargets() { return HWY_STATIC_TARGET; }
void DisableTargets(int64_t) {}
void SetSupportedTargetsForTest(int64_t) {}

ChosenTarget& GetChosenTarget() {
    static ChosenTarget chosen;
    return chosen;
}

}  // namespace hwy
