#include "frame_range.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "names.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

// Of more ranges the rest is counted.
constexpr std::size_t ranges_shown = 8;

std::size_t frame_number(std::string_view text, std::size_t if_empty, const std::string& option) {
    if (text.empty()) return if_empty;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    throw UsageError(fmt::format("--frames: '{}' is not of the form A:B, A: or :B", option));
}

std::vector<FrameRange> ranges(std::span<const std::size_t> frames) {
    std::vector<FrameRange> result;
    for (const std::size_t frame : frames) {
        if (result.empty() || result.back().end != frame) result.push_back({frame, frame});
        ++result.back().end;
    }
    return result;
}

}  // namespace

FrameRange frame_range(const std::string& option, std::size_t frames) {
    const std::size_t colon = option.find(':');
    FrameRange range;
    range.first = frame_number(std::string_view(option).substr(0, colon), 0, option);
    if (colon == std::string::npos) {
        range.end = option.empty() ? frames : range.first + 1;
    } else {
        range.end = frame_number(std::string_view(option).substr(colon + 1), frames, option);
    }
    const std::string all = counted(frames, "frame", "frames");
    if (range.first >= std::min(range.end, frames)) {
        throw UsageError(fmt::format("--frames: '{}' leaves none of the {}", option, all));
    }
    if (range.end > frames) {  // part of them would be clean, and frames that are missing not noticed
        throw UsageError(
            fmt::format("--frames: '{}' asks for more than the {}; {}: ends with the last", option, all, range.first));
    }
    return range;
}

std::string frames_in_words(std::span<const std::size_t> frames) {
    const std::vector<FrameRange> all = ranges(frames);
    std::string text = frames.size() == 1 ? "frame " : "frames ";
    for (std::size_t i = 0; i < std::min(all.size(), ranges_shown); ++i) {
        if (i > 0) text += i + 1 == all.size() ? " and " : ", ";
        text += all[i].end - all[i].first == 1 ? fmt::format("{}", all[i].first)
                                               : fmt::format("{}–{}", all[i].first, all[i].end - 1);
    }
    if (all.size() > ranges_shown) text += fmt::format(" and {} more ranges", all.size() - ranges_shown);
    return text;
}

std::string frame_in_words(std::size_t frame, const std::string& name) {
    return name.empty() ? fmt::format("{}", frame) : fmt::format("{} ({})", frame, name);
}

}  // namespace pliant::cli
