// Points from text.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/io.hpp>

namespace pliant::io {

/// As read_points; `name` goes into error messages.
std::vector<std::array<double, 3>> points_from_text(std::string_view text, const std::string& name);

}  // namespace pliant::io
