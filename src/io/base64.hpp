// Base64 decoder (RFC 4648) that tolerates white space, and data behind padded groups, as VTK files have it.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

namespace pliant::io {

struct Base64Result {
    std::vector<std::byte> bytes;
    bool clean = true;     // false: stopped at a character that is not base64
    std::size_t read = 0;  // characters of the text that were read
};

/// Decodes until `most_bytes` are there (up to two more may come), the text ends, or a character is not base64. A
/// padded group ("QQ==") does not end decoding: VTK writes header and data as two padded runs.
Base64Result decode_base64(std::string_view text, std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

}  // namespace pliant::io
