// Point cache 2 (.pc2): "POINTCACHE2\0", version, points, start, rate, frames; then the frames, little-endian.
#include <cstring>

#include "io/byte_order.hpp"
#include "io/sequences.hpp"

namespace pliant::io {

PointCache pc2_cache(std::span<const std::byte> head, std::uint64_t size, const std::string& name) {
    constexpr std::size_t header_bytes = 32;
    if (head.size() < 12 || std::memcmp(head.data(), "POINTCACHE2", 12) != 0) {
        throw FileError(name + ": byte 0: not a PC2 point cache");
    }
    if (head.size() < header_bytes) throw FileError(name + ": byte 12: the header is truncated");
    const auto version = load<std::int32_t>(head.data() + 12);
    const auto points = load<std::int32_t>(head.data() + 16);
    const auto frames = load<std::int32_t>(head.data() + 28);
    if (version != 1) throw FileError(name + ": byte 12: only version 1 of PC2 is read");
    if (points <= 0) throw FileError(name + ": byte 16: there are no points");
    if (frames <= 0) throw FileError(name + ": byte 28: there are no frames");
    const PointCache cache{name, std::size_t(frames), std::size_t(points), header_bytes, std::endian::little};
    check_complete(cache, size);
    return cache;
}

}  // namespace pliant::io
