// How much memory a command may take.
#pragma once

#include <cstdint>

namespace pliant::cli {

/// A quarter of the machine's memory, or of what this process may have where that is less: by its limit (ulimit -v) or
/// that of its control group.
std::uint64_t memory_share();

}  // namespace pliant::cli
