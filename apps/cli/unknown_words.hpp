// Words that are no command and no option, and the nearest ones that are.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "names.hpp"

namespace pliant::cli {

/// `word` names none of the commands below `app`.
UsageError no_such_command(const CLI::App& app, const std::string& word);

/// What is wrong with the words of a command line that could not be parsed, in better words than the parser has: a
/// command or an option that is not there.
std::optional<std::string> unknown_word(const CLI::App& app, std::span<char*> words);

/// An option that would be taken for the value of the one before it, as a file by its name would be written.
std::optional<std::string> option_as_value(const CLI::App& app, std::span<char*> words);

/// The command that was typed, as far as it is one: "pliant check".
std::string typed_command(const CLI::App& app, std::span<char*> words);

}  // namespace pliant::cli
