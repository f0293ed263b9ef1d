// The implementations of Sequence behind open_sequence.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/io.hpp"

namespace pliant::io {

std::unique_ptr<Sequence> single_frame(Mesh mesh);
/// A folder with a topology and packed positions.
bool is_packed(const std::filesystem::path& folder);
std::unique_ptr<Sequence> open_folder(const std::filesystem::path& folder);
std::unique_ptr<Sequence> open_cache(const std::filesystem::path& mesh, const std::filesystem::path& cache);
/// Welds each frame of a triangle soup by itself: only positions tell which of its vertices are one.
std::unique_ptr<Sequence> open_files(std::vector<std::filesystem::path> files, Weld weld);
/// Joins in every frame the vertices that coincide in frame 0; throws for a frame in which they separate. `name` is for
/// messages.
std::unique_ptr<Sequence> welded(std::unique_ptr<Sequence> sequence, std::string name);

/// Whether split() makes several bodies of it.
bool has_bodies(const Mesh& mesh);
/// The bodies of split(), as sequences. Not for a welded mesh: its bodies are welded instead.
std::vector<std::unique_ptr<Sequence>> bodies_of(std::unique_ptr<Sequence> whole);

/// Expands a name with * or ? (in its last component) to files, in natural order.
std::vector<std::filesystem::path> matching_files(const std::filesystem::path& pattern);
/// The pattern of the numbered mesh files in a folder; none where no file is numbered. FileError where there are
/// several.
std::optional<std::filesystem::path> pattern_in(const std::filesystem::path& folder);
bool matches(std::string_view name, std::string_view pattern);
/// Natural order: numbers inside names compare by value, frame2 before frame10.
bool natural_less(std::string_view a, std::string_view b);

/// Layout of frames of float32 positions in a file: [frame][vertex][xyz].
struct PointCache {
    std::string name;  // for messages
    std::size_t frames = 0;
    std::size_t points = 0;
    std::uint64_t first_byte = 0;
    std::endian order = std::endian::little;

    [[nodiscard]] std::uint64_t frame_bytes() const { return std::uint64_t{12} * points; }
    [[nodiscard]] std::uint64_t byte_of(std::size_t frame) const { return first_byte + frame * frame_bytes(); }
};

/// Parses the header of a file of `size` bytes; `head` holds its first 32 bytes, or all of it. Throws FileError where
/// the format is wrong or the file is truncated, naming the frame.
PointCache pc2_cache(std::span<const std::byte> head, std::uint64_t size, const std::string& name);
PointCache mdd_cache(std::span<const std::byte> head, std::uint64_t size, const std::string& name);
PointCache packed_cache(std::size_t points, std::uint64_t size, const std::string& name);

/// Throws FileError where a file of `size` bytes does not hold every frame.
void check_complete(const PointCache& cache, std::uint64_t size);
/// Converts as many points as `bytes` holds to double.
void widen_points(std::span<const std::byte> bytes, std::endian order, std::array<double, 3>* out);

}  // namespace pliant::io
