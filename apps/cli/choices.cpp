#include "choices.hpp"

#include <sstream>

#include <fmt/format.h>

namespace pliant::cli {
namespace {

// CLI11 has no place of its own for what does not change the help: a check that passes everything carries the words.
constexpr std::string_view prefix = "choices: ";

}  // namespace

CLI::Option* offer(CLI::Option* option, const std::vector<std::string_view>& words) {
    CLI::Validator note([](std::string&) { return std::string(); }, "");
    note.name(fmt::format("{}{}", prefix, fmt::join(words, " ")));
    return option->check(note);
}

std::vector<std::string> choices_of(const CLI::Option& option) {
    auto& searched = const_cast<CLI::Option&>(option);  // get_validator() is not const in CLI11 2.1
    std::vector<std::string> words;
    try {
        for (int i = 0;; ++i) {
            const std::string name = searched.get_validator(i)->get_name();
            if (!name.starts_with(prefix)) continue;
            std::istringstream text(name.substr(prefix.size()));
            for (std::string word; text >> word;) words.push_back(word);
        }
    } catch (const CLI::OptionNotFound&) {
    }
    return words;
}

}  // namespace pliant::cli
