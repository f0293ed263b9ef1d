#pragma once

#include <cstdint>

namespace pliant::bench {

/// Calls of malloc and its kin (operator new among them) since the program began, in all threads.
std::uint64_t allocations();

}  // namespace pliant::bench
