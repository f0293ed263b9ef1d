// pliant man: the manual page, made of the definitions of the commands.
#include <sstream>

#include <fmt/format.h>

#include <pliant/version.hpp>

#include "command_tree.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace pliant::cli {
namespace {

/// Text of roff: a backslash begins an escape, a dot or quote a request, and a bare - is a hyphen, not what is typed.
std::string roff(std::string_view text) {
    std::string result;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else {
            result += c;
        }
        line_begins = c == '\n';
    }
    return result;
}

std::string synopsis(const CommandInfo& command) {
    std::string text = ".B pliant" + (command.path.empty() ? "" : " " + roff(command.path)) + "\n";
    if (!command.options.empty()) text += ".RI [ options ]\n";
    if (!command.commands.empty()) text += ".I command\n";
    for (const OptionInfo& positional : command.positionals) {
        const std::string name = roff(positional.value) + (positional.repeats ? " ..." : "");
        text += positional.required ? ".I " + name + "\n" : ".RI [ \"" + name + "\" ]\n";
    }
    return text;
}

std::string option_entry(const OptionInfo& option) {
    std::string names;
    for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
    if (!option.value.empty()) names += " \\fI" + roff(option.value) + "\\fR";
    std::string text = ".TP\n" + names + "\n" + roff(option.description) + "\n";
    if (option.required) text += "Required.\n";
    return text;
}

/// What stands under the help of a command: sentences are filled, lines that are set in by blanks stay as they are.
std::string footer(const std::string& text) {
    std::string result = text.empty() ? "" : ".PP\n";
    bool as_typed = false;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const bool set_in = line.starts_with("  ");
        if (set_in != as_typed) result += set_in ? ".PP\n.nf\n" : ".fi\n.PP\n";
        as_typed = set_in;
        result += line.empty() ? ".PP\n" : roff(line) + "\n";
    }
    return result + (as_typed ? ".fi\n" : "");
}

std::string section(const CommandInfo& command) {
    std::string text =
        fmt::format(".SS pliant {}\n{}.PP\n{}.\n", roff(command.path), synopsis(command), roff(command.description));
    for (const OptionInfo& option : command.options) text += option_entry(option);
    return text + footer(command.footer);
}

}  // namespace

std::string manual_page(const CommandInfo& root) {
    std::string text = fmt::format(
        ".\\\" Written by `pliant man` from the definitions of its commands.\n"
        ".TH PLIANT 1 \"\" \"pliant {}\" \"User Commands\"\n"
        ".SH NAME\npliant \\- exact collision detection of meshes that bend\n"
        ".SH SYNOPSIS\n{}.SH DESCRIPTION\n{}\n",
        PLIANT_VERSION, synopsis(root), roff(root.description));
    for (const OptionInfo& option : root.options) text += option_entry(option);
    text += footer(root.footer) + ".SH COMMANDS\n";
    for (const CommandInfo* command : all_commands(root)) {
        if (!command->path.empty()) text += section(*command);
    }
    return text +
           ".SH EXIT STATUS\n"
           ".TP\n.B 0\nNothing was found, and everything was examined.\n"
           ".TP\n.B 1\nFound: intersections, penetrations, contacts, shared volume, points inside.\n"
           ".TP\n.B 2\nFiles, names or options cannot be used; one line on standard error says why.\n"
           ".TP\n.B 3\nNothing was found, but not everything was examined.\n";
}

void add_manual(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("man", "Write the manual page, pliant(1)");
    command->group("");  // for those who install
    command->footer(
        "Examples:\n"
        "  pliant man | man -l -\n"
        "Exit code: 0 written, 2 bad input.");
    command->callback([&app, &exit_code] {
        write_output("-", manual_page(command_tree(app)));
        exit_code = exit_code::clean;
    });
}

}  // namespace pliant::cli
