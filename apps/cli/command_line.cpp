#include "command_line.hpp"

#include <string_view>

namespace pliant::cli {
namespace {

std::string& remembered() {
    static std::string line;
    return line;
}

bool is_plain(std::string_view word) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./,:@%";
    return !word.empty() && word.find_first_not_of(plain) == std::string_view::npos;
}

std::string quoted(std::string_view word) {
    if (is_plain(word)) return std::string(word);
    std::string text = "'";
    for (const char c : word) text.append(c == '\'' ? "'\\''" : std::string(1, c));
    return text + "'";
}

}  // namespace

void remember_command_line(std::span<char* const> words) {
    std::string& line = remembered();
    line = "pliant";
    for (std::size_t i = 1; i < words.size(); ++i) line.append(" ").append(quoted(words[i]));
}

const std::string& command_line() { return remembered(); }

}  // namespace pliant::cli
