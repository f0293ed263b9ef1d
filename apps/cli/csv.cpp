#include "csv.hpp"

#include <cmath>

#include <fmt/format.h>

namespace pliant::cli {

std::string csv_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

std::string csv_text(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string csv(std::span<const CsvRow> rows) {
    std::string text;
    for (const CsvRow& row : rows) {
        fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(row, ","));
    }
    return text;
}

}  // namespace pliant::cli
