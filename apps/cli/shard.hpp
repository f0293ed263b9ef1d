// One of several equal parts of a sequence, for machines that know nothing of each other.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "frame_range.hpp"

namespace pliant::cli {

struct Shard {
    std::size_t number = 1;  // from 1
    std::size_t count = 1;
};

/// "3/40". Throws UsageError.
Shard shard_named(const std::string& text);

/// Which frames are played, in ascending order.
struct FrameList {
    std::vector<std::size_t> frames;
    /// The frame from which the motion to the first one starts; unset where that has none.
    std::optional<std::size_t> start;
};

/// All frames of a range.
FrameList all_of(FrameRange range);

/// The frames of a shard: numbers of frames differ by one at most. Every count-th frame, since neighbouring frames cost
/// about the same; with motion a run of frames, since each needs the one before it.
FrameList frames_of(const Shard& shard, FrameRange range, bool motion);

}  // namespace pliant::cli
