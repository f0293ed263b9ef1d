// Which frames of a sequence a command plays.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace pliant::cli {

struct FrameRange {
    std::size_t first = 0;
    std::size_t end = 0;  // one behind the last
};

/// "A:B": frames A to B - 1; either may be left out. "A" alone is that one frame. Throws UsageError.
FrameRange frame_range(const std::string& option, std::size_t frames);

/// "frame 57", "frames 12–31 and 57", of ascending numbers.
std::string frames_in_words(std::span<const std::size_t> frames);

/// "24 (f0024.obj)"; without a name the number alone.
std::string frame_in_words(std::size_t frame, const std::string& name);

}  // namespace pliant::cli
