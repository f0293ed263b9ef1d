// Packed sequences: a folder with connectivity in topology.* and frames in positions.f32 (little-endian, no header).
#include "io/sequences.hpp"

namespace pliant::io {

PointCache packed_cache(std::size_t points, std::uint64_t size, const std::string& name) {
    if (points == 0) throw FileError(name + ": the topology beside it has no vertices");
    PointCache cache{name, 0, points, 0, std::endian::little};
    cache.frames = std::size_t(size / cache.frame_bytes());
    const bool cut_off = size % cache.frame_bytes() != 0;
    if (cut_off) ++cache.frames;
    if (cache.frames == 0) throw FileError(name + ": there are no frames");
    check_complete(cache, size);
    return cache;
}

}  // namespace pliant::io
