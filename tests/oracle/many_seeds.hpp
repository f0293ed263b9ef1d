// Random cases against rational arithmetic: a few in the tests, millions in `scripts/check random`.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "oracle/random.hpp"

namespace pliant::oracle {

/// PLIANT_TEST_RANDOM in the environment: how many times as many.
inline int times_as_many() {
    const char* given = std::getenv("PLIANT_TEST_RANDOM");
    return given == nullptr ? 1 : std::clamp(std::atoi(given), 1, 10'000);
}

inline Seeds many_seeds(std::uint64_t first, int count) { return seeds(first, count * times_as_many()); }

}  // namespace pliant::oracle
