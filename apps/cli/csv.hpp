// Tables for spreadsheets and scripts: comma-separated values, quoted as in RFC 4180, lines that end in \n.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

using CsvRow = std::vector<std::string>;

/// The shortest text that reads back as the same number; empty for NaN and infinity.
std::string csv_number(double value);

/// In quotes where it holds a comma, a quote or the end of a line.
std::string csv_text(std::string_view text);

/// The fields are quoted already where they must be.
std::string csv(std::span<const CsvRow> rows);

}  // namespace pliant::cli
