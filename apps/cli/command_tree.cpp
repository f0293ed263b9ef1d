#include "command_tree.hpp"

#include "choices.hpp"

namespace pliant::cli {
namespace {

Values values_of(const OptionInfo& option) {
    if (!option.words.empty()) return Values::words;
    if (option.value == "FILE" || option.value == "BODY") return Values::files;
    return option.value == "DIR" ? Values::folders : Values::any;
}

OptionInfo info_of(const CLI::Option& option) {
    OptionInfo info;
    info.description = option.get_description();
    info.words = choices_of(option);
    info.required = option.get_required();
    info.repeats = option.get_items_expected_max() > 1;
    if (option.nonpositional()) {
        for (const std::string& name : option.get_snames()) info.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
        if (option.get_items_expected_max() > 0) info.value = option.get_type_name();
        info.value.resize(std::min(info.value.size(), info.value.find(':')));
    } else {
        info.names.push_back(option.get_name(true));
        info.value = info.names.front();
    }
    if (!info.value.empty()) info.values = values_of(info);
    return info;
}

CommandInfo info_of(const CLI::App& app, const std::string& path) {
    CommandInfo info;
    info.path = path;
    info.description = app.get_description();
    info.footer = app.get_footer();
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;  // hidden
        (option->nonpositional() ? info.options : info.positionals).push_back(info_of(*option));
    }
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_group().empty()) continue;
        info.commands.push_back(
            info_of(*command, path.empty() ? command->get_name() : path + " " + command->get_name()));
    }
    return info;
}

void add_all(const CommandInfo& command, std::vector<const CommandInfo*>& list) {
    list.push_back(&command);
    for (const CommandInfo& below : command.commands) add_all(below, list);
}

}  // namespace

CommandInfo command_tree(const CLI::App& app) { return info_of(app, ""); }

std::vector<const CommandInfo*> all_commands(const CommandInfo& root) {
    std::vector<const CommandInfo*> list;
    add_all(root, list);
    return list;
}

}  // namespace pliant::cli
