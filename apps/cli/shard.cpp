#include "shard.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "names.hpp"

namespace pliant::cli {
namespace {

std::optional<std::size_t> whole(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return number;
}

}  // namespace

Shard shard_named(const std::string& text) {
    const std::size_t slash = text.find('/');
    const auto number = whole(std::string_view(text).substr(0, slash));
    const auto count = slash == std::string::npos ? std::nullopt : whole(std::string_view(text).substr(slash + 1));
    if (number && count && *number >= 1 && *number <= *count) return {*number, *count};
    throw UsageError(fmt::format("--shard: '{}' is not of the form K/N with K from 1 to N", text));
}

FrameList all_of(FrameRange range) {
    FrameList list;
    for (std::size_t frame = range.first; frame < range.end; ++frame) list.frames.push_back(frame);
    return list;
}

FrameList frames_of(const Shard& shard, FrameRange range, bool motion) {
    const std::size_t frames = range.end - range.first;
    if (motion) {
        const std::size_t least = frames / shard.count, more = frames % shard.count;
        const auto begin_of = [&](std::size_t number) { return range.first + number * least + std::min(number, more); };
        FrameList list = all_of({begin_of(shard.number - 1), begin_of(shard.number)});
        if (!list.frames.empty() && list.frames[0] > range.first) list.start = list.frames[0] - 1;
        return list;
    }
    FrameList list;
    for (std::size_t i = shard.number - 1; i < frames; i += shard.count) list.frames.push_back(range.first + i);
    return list;
}

}  // namespace pliant::cli
