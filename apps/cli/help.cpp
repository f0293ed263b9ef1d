// pliant help: what --help says, for those who ask first.
#include <memory>

#include "choices.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "unknown_words.hpp"

namespace pliant::cli {
namespace {

std::string help_of(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* at = &app;
    std::string name = app.get_name();
    for (const std::string& word : words) {
        const auto named = at->get_subcommands([&](const CLI::App* command) { return command->get_name() == word; });
        if (named.empty()) throw no_such_command(*at, word);
        at = named.front();
        name += " " + word;
    }
    // Not at->help(), which goes on to the command that was typed: to this one.
    return at->get_formatter()->make_help(at, name, CLI::AppFormatMode::Normal);
}

}  // namespace

void add_help(CLI::App& app, int& exit_code) {
    auto words = std::make_shared<std::vector<std::string>>();
    CLI::App* command = app.add_subcommand("help", "The same as --help after a command");
    command->footer(
        "Examples:\n"
        "  pliant help\n"
        "  pliant help check\n"
        "  pliant help scene export\n"
        "Exit code: 0 written, 2 bad input.");
    std::vector<std::string> names;
    for (const CLI::App* other : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (!other->get_group().empty()) names.push_back(other->get_name());
    }
    offer(command->add_option("COMMAND", *words, "A command")->type_name(""), {names.begin(), names.end()});
    command->callback([words, &app, &exit_code] {
        write_output("-", help_of(app, *words));
        exit_code = exit_code::clean;
    });
}

}  // namespace pliant::cli
