#include "unknown_words.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace pliant::cli {
namespace {

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
    return did_you_mean(word, std::vector<std::string_view>(names.begin(), names.end()));
}

const CLI::App* command_named(const CLI::App& app, const std::string& word) {
    const auto named = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; });
    return named.empty() ? nullptr : named.front();
}

bool has_commands(const CLI::App& app) {
    return !app.get_subcommands([](const CLI::App*) { return true; }).empty();
}

/// "--colour" of "--colour=red".
std::string option_typed(const std::string& word) { return word.substr(0, word.find('=')); }

bool has_option(const CLI::App& app, const std::string& word) {
    const auto options = app.get_options();
    return std::any_of(options.begin(), options.end(), [&](const CLI::Option* option) {
        return option->check_name(option_typed(word)) ||
               (word.size() > 1 && word[1] != '-' && option->check_name(word.substr(0, 2)));
    });
}

std::string no_such_option(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return fmt::format("there is no option '{}'{}", option_typed(word), suggestion(option_typed(word), names));
}

/// An option that takes the word behind it.
const CLI::Option* taker(const CLI::App& app, const std::string& word) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->nonpositional() && option->get_items_expected_max() > 0 && option->check_name(word)) return option;
    }
    return nullptr;
}

/// A number, or a file by the name of -.
bool may_be_value(const std::string& word) {
    return word.size() < 2 || word.find_first_not_of("-.0123456789e,:") == std::string::npos;
}

}  // namespace

UsageError no_such_command(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (!command->get_group().empty()) names.push_back(command->get_name());
    }
    const std::string typed = app.get_parent() == nullptr ? word : app.get_name() + " " + word;
    return UsageError(fmt::format("there is no command '{}'{}", typed, suggestion(word, names)));
}

std::optional<std::string> unknown_word(const CLI::App& app, std::span<char*> words) {
    const CLI::App* at = &app;
    bool taken = false;  // by the option before
    for (const std::string word : words) {
        if (word == "--") return std::nullopt;
        if (std::exchange(taken, false)) continue;
        taken = taker(*at, word) != nullptr;
        if (word.starts_with('-') && !may_be_value(word)) {
            if (!has_option(*at, word)) return no_such_option(*at, word);
        } else if (has_commands(*at)) {
            const CLI::App* next = command_named(*at, word);
            if (next == nullptr) return no_such_command(*at, word).what();
            at = next;
        }
    }
    return std::nullopt;
}

std::optional<std::string> option_as_value(const CLI::App& app, std::span<char*> words) {
    const CLI::App* at = &app;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string word = words[i], next = words[i + 1];
        if (word == "--") return std::nullopt;
        if (const CLI::App* command = command_named(*at, word)) at = command;
        if (taker(*at, word) == nullptr) continue;
        if (next.starts_with("--") && has_option(*at, next)) {
            return fmt::format("{}: a value is missing in front of {}", word, next);
        }
        ++i;
    }
    return std::nullopt;
}

std::string typed_command(const CLI::App& app, std::span<char*> words) {
    const CLI::App* at = &app;
    std::string typed = app.get_name();
    for (const std::string word : words) {
        const CLI::App* next = command_named(*at, word);
        if (next == nullptr) break;
        at = next;
        typed += " " + word;
    }
    return typed;
}

}  // namespace pliant::cli
