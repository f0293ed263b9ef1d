// Allocations that fail when told to.
#pragma once

#include <atomic>

#ifndef PLIANT_SOAK_WITHOUT_ALLOCATIONS
#include "allocations.hpp"
#endif

namespace pliant::soak {

#ifdef PLIANT_SOAK_WITHOUT_ALLOCATIONS  // in a build with a sanitizer, which replaces operator new itself: none fails
inline std::atomic<long> allocations_until_failure = -1;
#else
inline std::atomic<long>& allocations_until_failure = allocations::until_failure;
#endif

}  // namespace pliant::soak
