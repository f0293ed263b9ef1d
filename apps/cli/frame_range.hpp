// --frames A:B: which frames of a sequence are looked at.
#pragma once

#include <cstddef>
#include <string>

namespace pliant::cli {

struct FrameRange {
    std::size_t first = 0;
    std::size_t end = 0;  // one behind the last
};

/// "A:B": frames A to B - 1; either may be left out. "A" alone is that one frame. Throws UsageError.
FrameRange frame_range(const std::string& option, std::size_t frames);

}  // namespace pliant::cli
