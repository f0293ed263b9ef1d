#include <algorithm>
#include <charconv>
#include <optional>

#include "io/formats.hpp"
#include "io/io.hpp"
#include "io/points.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::io {

namespace {

using Fields = std::vector<std::string_view>;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Takes a field up to the next unquoted separator; the rest of the line where a quote is not closed.
std::size_t end_of_field(std::string_view line, std::string_view separators) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (!quoted && separators.find(line[i]) != std::string_view::npos) return i;
    }
    return line.size();
}

/// Guesses the separator of a line: semicolons if there are any, else commas, else white space.
std::string_view separators_of(std::string_view line) {
    for (const std::string_view separator : {";", ","}) {
        if (end_of_field(line, separator) < line.size()) return separator;
    }
    return " \t";
}

std::string_view without_quotes(std::string_view field) {
    const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    return quoted ? trimmed(field.substr(1, field.size() - 2)) : field;
}

void split(std::string_view line, Fields& out) {
    out.clear();
    const std::string_view separators = separators_of(line);
    const bool by_space = separators.front() == ' ';
    while (!line.empty()) {
        const std::size_t end = end_of_field(line, separators);
        const std::string_view field = without_quotes(trimmed(line.substr(0, end)));
        if (!by_space || !field.empty()) out.push_back(field);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Accepts a decimal comma (0,5) in fields that are quoted or separated by semicolons.
bool has_decimal_comma(const Fields& fields) {
    return std::any_of(fields.begin(), fields.end(), [](std::string_view field) {
        const std::size_t comma = field.find(',');
        return comma != std::string_view::npos && comma + 1 < field.size() && is_digit(field[comma + 1]) &&
               (comma == 0 || is_digit(field[comma - 1]) || field[comma - 1] == '-' || field[comma - 1] == '+');
    });
}

std::optional<double> number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || text.front() == '-' || text.front() == '+') return std::nullopt;
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (hexadecimal) text.remove_prefix(2);
    if (text.starts_with('-')) return std::nullopt;  // from_chars would take a sign here
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value,
                                              hexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return negative ? -value : value;
}

/// Column of x in a heading with x, y, z in consecutive columns.
std::optional<std::size_t> named_columns(const Fields& fields) {
    for (std::size_t i = 0; i + 2 < fields.size(); ++i) {
        const auto called = [&](std::string_view x, std::string_view y, std::string_view z) {
            return fields[i] == x && fields[i + 1] == y && fields[i + 2] == z;
        };
        if (called("x", "y", "z") || called("px", "py", "pz") || called("X", "Y", "Z")) return i;
    }
    return std::nullopt;
}

std::optional<std::array<double, 3>> point_at(const Fields& fields, std::size_t column) {
    if (column + 2 >= fields.size()) return std::nullopt;
    const auto x = number(fields[column]), y = number(fields[column + 1]), z = number(fields[column + 2]);
    if (!x || !y || !z) return std::nullopt;
    return std::array{*x, *y, *z};
}

std::optional<std::size_t> first_numbers(const Fields& fields) {
    for (std::size_t i = 0; i + 2 < fields.size(); ++i) {
        if (point_at(fields, i)) return i;
    }
    return std::nullopt;
}

/// A heading has no number: a line with one is a point or an error.
bool is_heading(const Fields& fields) {
    return std::none_of(fields.begin(), fields.end(), [](std::string_view field) {
        const std::size_t behind_sign = field.find_first_not_of("+-.");
        return behind_sign != std::string_view::npos && is_digit(field[behind_sign]);
    });
}

}  // namespace

std::vector<std::array<double, 3>> points_from_text(std::string_view text, const std::string& name) {
    std::vector<std::array<double, 3>> points;
    std::optional<std::size_t> column;
    bool heading_seen = false;
    Fields fields;
    if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark)) text.remove_prefix(mark.size());
    for (std::size_t line_number = 1; !text.empty(); ++line_number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) continue;
        const bool comment = line.front() == '#';
        split(comment ? trimmed(line.substr(1)) : line, fields);
        if (comment) {
            if (const auto named = named_columns(fields); named && points.empty()) column = named;
            continue;
        }
        if (points.empty() && !heading_seen && is_heading(fields)) {
            heading_seen = true;
            column = named_columns(fields);
            continue;
        }
        if (!column) column = first_numbers(fields);
        const auto point = column ? point_at(fields, *column) : std::nullopt;
        if (!point) {
            throw FileError(name + ":" + std::to_string(line_number) +
                            (has_decimal_comma(fields) ? ": a number with a decimal comma; write 0.5 instead of 0,5"
                                                       : ": no three numbers for a point"));
        }
        points.push_back(*point);
    }
    if (points.empty()) throw FileError(name + ": holds no points");
    return points;
}

std::vector<std::array<double, 3>> read_points(const std::filesystem::path& path) {
    const parallel::FloatingPointMode mode;
    const std::vector<std::byte> bytes = load_file(path);
    return points_from_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name_of(path));
}

}  // namespace pliant::io
