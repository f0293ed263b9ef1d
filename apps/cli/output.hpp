// Text to a file or to standard output.
#pragma once

#include <string>
#include <string_view>

namespace pliant::cli {

/// `file` "-" is standard output. Throws UsageError naming a file that cannot be written.
void write_output(const std::string& file, std::string_view text);

}  // namespace pliant::cli
