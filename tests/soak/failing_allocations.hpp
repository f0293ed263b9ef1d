// Replaces operator new by one that fails when told to.
#pragma once

#include <atomic>

namespace pliant::soak {

/// So many calls of operator new succeed, on any thread, before one fails; none does below zero.
#ifdef PLIANT_SOAK_WITHOUT_ALLOCATIONS  // in a build with a sanitizer, which replaces operator new itself
inline std::atomic<long> allocations_until_failure = -1;
#else
extern std::atomic<long> allocations_until_failure;
#endif

}  // namespace pliant::soak
