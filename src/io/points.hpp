// Points from text.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::io {

/// One point a line, its fields apart by commas, semicolons, tabs or spaces; numbers decimal or hexadecimal (0x1.8p-1).
/// Lines that begin with # are comments. The coordinates are in the columns that a heading, or the last comment above
/// the first point, calls x, y, z or px, py, pz; else the first three numbers in a row of the line. Throws FileError.
std::vector<std::array<double, 3>> read_points(const std::filesystem::path& path);

/// The same from memory; `name` goes into error messages.
std::vector<std::array<double, 3>> points_from_text(std::string_view text, const std::string& name);

}  // namespace pliant::io
