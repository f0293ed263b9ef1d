// Which vector target tests run on.
#pragma once

#include <cstdint>

namespace pliant::simd {

/// Whether the environment asks for a run without vectors.
bool only_scalar();

/// From now on the best of these, as bits of Highway; 0: what the environment asks for, or else the machine has.
void choose_targets(std::int64_t targets);

}  // namespace pliant::simd
