// The kinds of sequences behind open_sequence.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/io.hpp"

namespace pliant::io {

std::unique_ptr<Sequence> single_frame(Mesh mesh);
std::unique_ptr<Sequence> open_folder(const std::filesystem::path& folder);
std::unique_ptr<Sequence> open_cache(const std::filesystem::path& mesh, const std::filesystem::path& cache);
/// Frames of soups are welded one by one: that two of their vertices are one is known from their positions alone.
std::unique_ptr<Sequence> open_files(std::vector<std::filesystem::path> files, Weld weld);
/// Joins in every frame the vertices that are equal in frame 0; a frame in which they part is refused. `name` is for
/// messages.
std::unique_ptr<Sequence> welded(std::unique_ptr<Sequence> sequence, std::string name);

/// More than one body: split() makes several of it.
bool has_bodies(const Mesh& mesh);
/// What split() makes of frame 0, frame by frame. Not for a mesh that was welded: its bodies are.
std::vector<std::unique_ptr<Sequence>> bodies_of(std::unique_ptr<Sequence> whole);

/// The files that a name with * or ? (in its last part) stands for, in natural order.
std::vector<std::filesystem::path> matching_files(const std::filesystem::path& pattern);
bool matches(std::string_view name, std::string_view pattern);
/// Numbers inside names count as numbers: frame2 before frame10.
bool natural_less(std::string_view a, std::string_view b);

/// Frames of float32 positions, [frame][vertex][xyz], one behind the other in a file.
struct PointCache {
    std::string name;  // for messages
    std::size_t frames = 0;
    std::size_t points = 0;
    std::uint64_t first_byte = 0;
    std::endian order = std::endian::little;

    [[nodiscard]] std::uint64_t frame_bytes() const { return std::uint64_t{12} * points; }
    [[nodiscard]] std::uint64_t byte_of(std::size_t frame) const { return first_byte + frame * frame_bytes(); }
};

/// What a file of `size` bytes that begins with `head` (32 bytes, or the whole file) says of itself. Throws FileError
/// where it is no such file or ends too early, naming the frame.
PointCache pc2_cache(std::span<const std::byte> head, std::uint64_t size, const std::string& name);
PointCache mdd_cache(std::span<const std::byte> head, std::uint64_t size, const std::string& name);
PointCache packed_cache(std::size_t points, std::uint64_t size, const std::string& name);

/// Throws FileError where a file of `size` bytes does not hold every frame.
void check_complete(const PointCache& cache, std::uint64_t size);
/// As many points as `bytes` holds, widened to double.
void widen_points(std::span<const std::byte> bytes, std::endian order, std::array<double, 3>* out);

}  // namespace pliant::io
