// The command line that was typed, for reports to show.
#pragma once

#include <span>
#include <string>

namespace pliant::cli {

/// Called once, by main.
void remember_command_line(std::span<char* const> words);

/// As it can be typed again in a shell: "pliant check 'frames/*.ply' floor.obj".
const std::string& command_line();

}  // namespace pliant::cli
