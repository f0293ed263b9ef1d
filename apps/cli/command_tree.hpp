// The commands and options as they are defined, without the parser: what completion and the manual are made of.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace pliant::cli {

enum class Values { none, words, files, folders, any };

struct OptionInfo {
    std::vector<std::string> names;  // "-o", "--out"; of a positional its one name
    std::string description, value;  // "" where it takes none
    Values values = Values::none;
    std::vector<std::string> words;
    bool required = false, repeats = false;
};

struct CommandInfo {
    std::string path;  // "scene export"; "" is the program
    std::string description, footer;
    std::vector<OptionInfo> options, positionals;
    std::vector<CommandInfo> commands;

    /// The last word of the path.
    [[nodiscard]] std::string name() const { return path.substr(path.rfind(' ') + 1); }
};

/// Without what is hidden from the help.
CommandInfo command_tree(const CLI::App& app);

/// The command and all below it, parents first.
std::vector<const CommandInfo*> all_commands(const CommandInfo& root);

/// A script for "bash", "zsh" or "fish".
std::string completion_script(const CommandInfo& root, const std::string& shell);

/// pliant(1), in the man macros.
std::string manual_page(const CommandInfo& root);

}  // namespace pliant::cli
