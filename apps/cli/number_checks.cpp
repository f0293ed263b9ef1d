#include "number_checks.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "names.hpp"

namespace pliant::cli {
namespace {

template <class Number>
std::optional<Number> parse(std::string_view text) {
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

double finite_number(std::string_view text, std::string_view option, std::string_view wanted) {
    const auto number = parse<double>(text);
    if (number && std::isfinite(*number)) return *number;
    throw UsageError(fmt::format("{}: '{}' is not {}", option, text, wanted));
}

std::array<double, 3> three_numbers(std::string_view text, std::string_view option) {
    std::array<double, 3> result{};
    std::string_view rest = text;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t comma = k < 2 ? rest.find(',') : rest.size();
        if (comma == std::string_view::npos)
            throw UsageError(fmt::format("{}: '{}' is not of the form X,Y,Z", option, text));
        result[k] = finite_number(rest.substr(0, comma), option, "a number of X,Y,Z");
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return result;
}

}  // namespace pliant::cli
