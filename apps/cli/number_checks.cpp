#include "number_checks.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace pliant::cli {
namespace {

template <class Number>
std::optional<Number> parse(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::string range_in_words(std::uint64_t least, std::uint64_t most) {
    if (most < std::numeric_limits<std::uint64_t>::max()) return fmt::format("from {} to {}", least, most);
    return fmt::format("of at least {}", least);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto check = [least, most](std::string& text) -> std::string {
        const auto number = parse<std::uint64_t>(text);
        if (number && *number >= least && *number <= most) return "";
        return fmt::format("'{}' is not a whole number {}", text, range_in_words(least, most));
    };
    return {check, ""};
}

CLI::Validator real_number(double least) {
    const auto check = [least](std::string& text) -> std::string {
        const auto number = parse<double>(text);
        if (number && std::isfinite(*number) && *number >= least) return "";
        return fmt::format("'{}' is not a number of at least {}", text, least);
    };
    return {check, ""};
}

}  // namespace pliant::cli
