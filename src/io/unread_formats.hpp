// Messages for common formats that are not supported.
#pragma once

#include <string>
#include <string_view>

namespace pliant::io {

/// Why a file with this extension (".abc", in lower case) is not read, and how to convert it; empty for unknown ones.
std::string how_to_convert(std::string_view ending);

}  // namespace pliant::io
