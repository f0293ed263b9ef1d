// Formats that people have and that are not read.
#pragma once

#include <string>
#include <string_view>

namespace pliant::io {

/// Why a file with this ending (".abc", in small letters) is not read, and how to convert it to one that is; empty
/// where nothing is known of it.
std::string how_to_convert(std::string_view ending);

}  // namespace pliant::io
