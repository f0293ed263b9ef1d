// Options that mean the same in every command that has them.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace pliant::cli {

/// --json FILE; write_answer() does what it says.
CLI::Option* add_json_option(CLI::App& command, std::string& file);
void add_threads_option(CLI::App& command, unsigned& threads);
void add_weld_flag(CLI::App& command, bool& weld);
void add_quiet_flag(CLI::App& command, bool& quiet);

}  // namespace pliant::cli
