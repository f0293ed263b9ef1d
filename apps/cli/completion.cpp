// pliant completion: a script that lets a shell complete commands, options and their words. It is made of the
// definitions of the commands, so that it knows whatever they know.
#include <memory>

#include <fmt/format.h>

#include <pliant/version.hpp>

#include "choices.hpp"
#include "command_tree.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace pliant::cli {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view gap = " ") {
    return fmt::format("{}", fmt::join(words, gap));
}

std::vector<std::string> names_of_commands(const CommandInfo& command) {
    std::vector<std::string> names;
    for (const CommandInfo& below : command.commands) names.push_back(below.name());
    return names;
}

std::vector<std::string> names_of_options(const CommandInfo& command) {
    std::vector<std::string> names;
    for (const OptionInfo& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::string heading(std::string_view shell) {
    return fmt::format("# {} completion for pliant {}, written by `pliant completion {}`.\n", shell, PLIANT_VERSION,
                       shell);
}

/// For single quotes of a shell, in which only the quote itself is special.
std::string shell_quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// The first line of every branch that goes from a command to one below it.
template <class Line>
std::string steps(const CommandInfo& root, Line line) {
    std::string text;
    for (const CommandInfo* command : all_commands(root)) {
        for (const CommandInfo& below : command->commands) text += line(command->path + " " + below.name(), below.path);
    }
    return text;
}

// bash: variables `files`, `folders` and `words` say what may stand here.

std::string bash_values(const OptionInfo& option) {
    switch (option.values) {
        case Values::words: return "words=" + shell_quoted(joined(option.words));
        case Values::files: return "files=yes";
        case Values::folders: return "folders=yes";
        default: return ":";
    }
}

std::string bash_branch(const CommandInfo& command) {
    std::string text;
    for (const OptionInfo& option : command.options) {
        if (option.values == Values::none) continue;
        std::vector<std::string> patterns;
        for (const std::string& name : option.names) patterns.push_back(shell_quoted(command.path + ":" + name));
        text += fmt::format("        {}) {} ;;\n", joined(patterns, " | "), bash_values(option));
    }
    text += fmt::format("        {}*)\n            options={}\n", shell_quoted(command.path + ":"),
                        shell_quoted(joined(names_of_options(command))));
    if (!command.commands.empty())
        text += fmt::format("            words={}\n", shell_quoted(joined(names_of_commands(command))));
    for (const OptionInfo& positional : command.positionals) text += "            " + bash_values(positional) + "\n";
    return text + "            ;;\n";
}

std::string bash_script(const CommandInfo& root) {
    std::string branches;
    for (const CommandInfo* command : all_commands(root)) branches += bash_branch(*command);
    const std::string path_steps = steps(root, [](const std::string& at, const std::string& below) {
        return fmt::format("            {}) command={} ;;\n", shell_quoted(at), shell_quoted(below));
    });
    return heading("bash") + fmt::format(R"(_pliant() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command= word
    local files= folders= words= options=
    # bash splits --option=word at the sign.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$command $word" in
{}        esac
    done
    case "$command:$previous" in
{}    esac
    COMPREPLY=()
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
    elif [[ -n $folders ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -d -- "$current")
    fi
}}
complete -F _pliant pliant
)",
                                         path_steps, branches);
}

// zsh: a function of _arguments for each command.

/// Colons and brackets end a description of _arguments.
std::string zsh_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_action(const OptionInfo& option) {
    switch (option.values) {
        case Values::words: return "(" + joined(option.words) + ")";
        case Values::files: return "_files";
        case Values::folders: return "_files -/";
        default: return " ";
    }
}

std::string zsh_option(const OptionInfo& option) {
    std::string lines;
    for (const std::string& name : option.names) {
        const bool takes_value = option.values != Values::none;
        const std::string_view sign = !takes_value ? "" : name.starts_with("--") ? "=" : "+";
        std::string spec = fmt::format("{}{}[{}]", name, sign, zsh_escaped(option.description));
        if (takes_value) spec += fmt::format(":{}:{}", zsh_escaped(option.value), zsh_action(option));
        if (option.names.size() > 1) spec = "(" + joined(option.names) + ")" + spec;
        lines += "        " + shell_quoted(spec) + " \\\n";
    }
    return lines;
}

std::string zsh_function_name(const CommandInfo& command) {
    std::string name = "_pliant";
    if (!command.path.empty()) name += "_" + command.path;
    for (char& c : name) c = c == ' ' ? '_' : c;
    return name;
}

std::string zsh_function(const CommandInfo& command) {
    std::string text = zsh_function_name(command) + "() {\n";
    if (!command.commands.empty()) text += "    local curcontext=$curcontext state line\n";
    text += fmt::format("    _arguments {}\\\n", command.commands.empty() ? "" : "-C ");
    for (const OptionInfo& option : command.options) text += zsh_option(option);
    if (!command.commands.empty()) {
        text += "        '1:command:->command' \\\n        '*::argument:->argument'\n    case $state in\n";
        text += "    command)\n        local -a commands=(\n";
        for (const CommandInfo& below : command.commands) {
            text += "            " + shell_quoted(below.name() + ":" + zsh_escaped(below.description)) + "\n";
        }
        text += "        )\n        _describe command commands\n        ;;\n    argument)\n        case $words[1] in\n";
        for (const CommandInfo& below : command.commands) {
            text += fmt::format("        {}) {} ;;\n", below.name(), zsh_function_name(below));
        }
        return text + "        esac\n        ;;\n    esac\n}\n\n";
    }
    for (const OptionInfo& positional : command.positionals) {
        text += "        " +
                shell_quoted(fmt::format("{}:{}:{}", positional.repeats ? "*" : "1", zsh_escaped(positional.value),
                                         zsh_action(positional))) +
                " \\\n";
    }
    text.resize(text.size() - 3);  // the last line goes on no further
    return text + "\n}\n\n";
}

std::string zsh_script(const CommandInfo& root) {
    std::string text = "#compdef pliant\n" + heading("zsh");
    for (const CommandInfo* command : all_commands(root)) text += zsh_function(*command);
    // From $fpath the file is the function; sourced, it has to be made known.
    return text + "if [[ $funcstack[1] == _pliant ]]; then\n    _pliant \"$@\"\nelse\n    compdef _pliant pliant\nfi\n";
}

// fish: a condition for each command.

std::string fish_values(const OptionInfo& option) {
    switch (option.values) {
        case Values::none: return "";
        case Values::words: return " -x -a " + shell_quoted(joined(option.words));
        case Values::files: return " -r -F";
        case Values::folders: return " -x -a '(__fish_complete_directories)'";
        case Values::any: return " -x";
    }
    return "";
}

std::string fish_lines(const CommandInfo& command) {
    const std::string here = "complete -c pliant -n " + shell_quoted("__pliant_at " + shell_quoted(command.path));
    std::string text;
    for (const CommandInfo& below : command.commands) {
        text += fmt::format("{} -f -a {} -d {}\n", here, below.name(), shell_quoted(below.description));
    }
    for (const OptionInfo& option : command.options) {
        text += here;
        for (const std::string& name : option.names) {
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        }
        text += fish_values(option) + " -d " + shell_quoted(option.description) + "\n";
    }
    for (const OptionInfo& positional : command.positionals) {
        if (positional.values == Values::words)
            text += here + " -f -a " + shell_quoted(joined(positional.words)) + "\n";
        if (positional.values == Values::files) text += here + " -F\n";
    }
    return text;
}

std::string fish_script(const CommandInfo& root) {
    const std::string path_steps = steps(root, [](const std::string& at, const std::string& below) {
        return fmt::format("            case {}\n                set command {}\n", shell_quoted(at),
                           shell_quoted(below));
    });
    std::string text = heading("fish") + fmt::format(R"(function __pliant_at
    set -l command ''
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
{}        end
    end
    test "$command" = "$argv[1]"
end
)",
                                                     path_steps);
    for (const CommandInfo* command : all_commands(root)) text += fish_lines(*command);
    return text;
}

}  // namespace

std::string completion_script(const CommandInfo& root, const std::string& shell) {
    return shell == "bash" ? bash_script(root) : shell == "zsh" ? zsh_script(root) : fish_script(root);
}

void add_completion(CLI::App& app, int& exit_code) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completion", "Write a script that completes commands in a shell");
    command->footer(
        "Examples:\n"
        "  source <(pliant completion bash)     in ~/.bashrc\n"
        "  source <(pliant completion zsh)      in ~/.zshrc, after compinit\n"
        "  pliant completion fish > ~/.config/fish/completions/pliant.fish\n"
        "`cmake --install` and the packages put all three where the shells look for them.\n"
        "Exit code: 0 written, 2 bad input.");
    CLI::Option* name = command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("");
    offer(name->check(CLI::IsMember({"bash", "zsh", "fish"})), {"bash", "zsh", "fish"});
    command->callback([shell, &app, &exit_code] {
        write_output("-", completion_script(command_tree(app), *shell));
        exit_code = exit_code::clean;
    });
}

}  // namespace pliant::cli
