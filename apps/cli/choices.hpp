// The words that an option takes, kept with the option: for completion, help and the manual.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace pliant::cli {

/// Notes the words; checking them is left to whoever reads the option.
CLI::Option* offer(CLI::Option* option, const std::vector<std::string_view>& words);

/// Empty where any word may stand.
std::vector<std::string> choices_of(const CLI::Option& option);

}  // namespace pliant::cli
