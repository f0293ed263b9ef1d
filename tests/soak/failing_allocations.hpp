// Replaces operator new by one that fails when told to.
#pragma once

#include <atomic>

namespace pliant::soak {

/// So many calls of operator new succeed, on any thread, before one fails; none does below zero.
extern std::atomic<long> allocations_until_failure;

}  // namespace pliant::soak
