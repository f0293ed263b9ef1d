// LightWave motion designer caches (.mdd): frames, points, the time of each frame; then the frames, big-endian.
#include "io/byte_order.hpp"
#include "io/sequences.hpp"

namespace pliant::io {

PointCache mdd_cache(std::span<const std::byte> head, std::uint64_t size, const std::string& name) {
    if (head.size() < 8) throw FileError(name + ": byte 0: the header is truncated");
    const auto frames = load<std::int32_t>(head.data(), std::endian::big);
    const auto points = load<std::int32_t>(head.data() + 4, std::endian::big);
    if (frames <= 0) throw FileError(name + ": byte 0: there are no frames, or this is not an MDD cache");
    if (points <= 0) throw FileError(name + ": byte 4: there are no points, or this is not an MDD cache");
    const std::uint64_t first_byte = 8 + std::uint64_t{4} * std::uint64_t(frames);
    PointCache cache{name, std::size_t(frames), std::size_t(points), first_byte, std::endian::big};
    check_complete(cache, size);
    return cache;
}

}  // namespace pliant::io
