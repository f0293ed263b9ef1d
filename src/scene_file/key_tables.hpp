// The keys of scene files, for their readers.
#pragma once

#include <string>

namespace pliant::scene_file {

/// A table for every section, in Markdown.
std::string keys_as_markdown();
/// Their names alone, a line or more for every section, set in by two blanks.
std::string keys_in_short();
/// All about them for a terminal, a line for every key.
std::string keys_as_text();

}  // namespace pliant::scene_file
