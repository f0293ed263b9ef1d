// Checks for options that are numbers, with one plain sentence for those that are not.
#pragma once

#include <cstdint>
#include <limits>

#include <CLI/CLI.hpp>

namespace pliant::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A finite number of at least `least`.
CLI::Validator real_number(double least);

}  // namespace pliant::cli
