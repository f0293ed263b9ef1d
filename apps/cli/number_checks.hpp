// Validation of numeric options, with one plain sentence for each error.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include <CLI/CLI.hpp>

namespace pliant::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A finite number of at least `least`.
CLI::Validator real_number(double least);

/// A finite number. UsageError, which says what was `wanted` of which option, for any other text.
double finite_number(std::string_view text, std::string_view option, std::string_view wanted);

/// X,Y,Z.
std::array<double, 3> three_numbers(std::string_view text, std::string_view option);

}  // namespace pliant::cli
