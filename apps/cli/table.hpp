// Rows of text in columns.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace pliant::cli {

using Row = std::vector<std::string>;

enum class Align : char { left, right };

/// The first row is the heading, underlined; every line is indented by two blanks. A missing cell is empty.
std::string table(std::span<const Row> rows, std::span<const Align> columns);

}  // namespace pliant::cli
