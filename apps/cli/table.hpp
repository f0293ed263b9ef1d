// Rows of text in columns.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

namespace pliant::cli {

/// "(x, y, z)", six digits each.
std::string triple(const std::array<double, 3>& p);

using Row = std::vector<std::string>;

enum class Align : char { left, right };

/// The first row is the heading, underlined; every line is indented by two blanks. A missing cell is empty.
std::string table(std::span<const Row> rows, std::span<const Align> columns);

}  // namespace pliant::cli
