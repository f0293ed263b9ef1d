#include "frame_range.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "names.hpp"

namespace pliant::cli {
namespace {

std::size_t frame_number(std::string_view text, std::size_t if_empty, const std::string& option) {
    if (text.empty()) return if_empty;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    throw UsageError(fmt::format("--frames: '{}' is not of the form A:B, A: or :B", option));
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
    range.end = std::min(range.end, frames);
    if (range.first < range.end) return range;
    throw UsageError(fmt::format("--frames: '{}' leaves none of the {} frames", option, frames));
}

}  // namespace pliant::cli
