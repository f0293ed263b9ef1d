#include "table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace pliant::cli {
namespace {

/// Characters of UTF-8 text, as a terminal shows them.
std::size_t width(const std::string& text) {
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string line(const Row& row, std::span<const Align> columns, std::span<const std::size_t> widths) {
    std::string result;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const std::string padding(widths[k] - width(row[k]), ' ');
        result += "  ";
        result += columns[k] == Align::left ? row[k] + padding : padding + row[k];
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result + '\n';
}

}  // namespace

std::string triple(const std::array<double, 3>& p) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]); }

std::string table(std::span<const Row> rows, std::span<const Align> columns) {
    std::vector<std::size_t> widths(columns.size(), 0);
    for (const Row& row : rows) {
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width(row[k]));
    }
    std::string result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        result += line(rows[i], columns, widths);
        if (i > 0) continue;
        Row rule;
        for (const std::size_t w : widths) rule.emplace_back(w, '-');
        result += line(rule, columns, widths);
    }
    return result;
}

}  // namespace pliant::cli
