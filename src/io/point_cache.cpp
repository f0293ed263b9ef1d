// Point caches: sequences with all frames in one file of positions; frames are read on demand.
#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "io/byte_order.hpp"
#include "io/sequences.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_truncated(const PointCache& cache, std::size_t frame) {
    throw FileError(cache.name + ": byte " + std::to_string(cache.byte_of(frame)) + ": frame " + std::to_string(frame) +
                    " of " + std::to_string(cache.frames) + " is truncated");
}

class CachedSequence final : public Sequence {
public:
    CachedSequence(Mesh mesh, fs::path file, PointCache cache)
        : mesh_(std::move(mesh)), file_(std::move(file)), cache_(std::move(cache)) {
        positions(0, mesh_.positions);
    }

    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return cache_.frames; }

    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        const parallel::FloatingPointMode mode;
        if (frame >= cache_.frames) throw FileError(cache_.name + ": there is no frame " + std::to_string(frame));
        std::ifstream file(file_, std::ios::binary);
        file.seekg(static_cast<std::streamoff>(cache_.byte_of(frame)));
        out.resize(cache_.points);
        constexpr std::size_t most_at_once = 4096;
        std::vector<std::byte> bytes(12 * std::min(most_at_once, cache_.points));
        for (std::size_t first = 0; first < cache_.points; first += most_at_once) {
            const std::size_t count = std::min(most_at_once, cache_.points - first);
            file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(12 * count));
            if (!file) fail_truncated(cache_, frame);
            widen_points(std::span(bytes).first(12 * count), cache_.order, out.data() + first);
        }
    }

private:
    Mesh mesh_;
    fs::path file_;
    PointCache cache_;
};

std::uint64_t size_of(const fs::path& file) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error) throw FileError(file.string() + ": cannot be read: " + error.message());
    return size;
}

std::vector<std::byte> head_of(const fs::path& file) {
    std::vector<std::byte> head(32);
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(head.data()), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head;
}

std::optional<fs::path> find_topology(const fs::path& folder) {
    std::error_code error;
    for (const char* ending : {".off", ".obj", ".ply", ".mesh"}) {
        const fs::path candidate = folder / (std::string("topology") + ending);
        if (fs::exists(candidate, error)) return candidate;
    }
    return std::nullopt;
}

}  // namespace

bool is_packed(const fs::path& folder) { return find_topology(folder).has_value(); }

void check_complete(const PointCache& cache, std::uint64_t size) {
    const std::uint64_t left = size < cache.first_byte ? 0 : size - cache.first_byte;
    const std::uint64_t whole_frames = left / cache.frame_bytes();
    if (whole_frames < cache.frames) fail_truncated(cache, std::size_t(whole_frames));
}

void widen_points(std::span<const std::byte> bytes, std::endian order, std::array<double, 3>* out) {
    for (std::size_t at = 0; at + 12 <= bytes.size(); at += 12, ++out) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            (*out)[axis] = double{load<float>(bytes.data() + at + 4 * axis, order)};
        }
    }
}

std::unique_ptr<Sequence> open_folder(const fs::path& folder) {
    const fs::path file = folder / "positions.f32";
    const std::optional<fs::path> topology = find_topology(folder);
    if (!topology) {
        throw FileError(folder.string() +
                        ": a folder without topology.off, .obj, .ply or .mesh, and without numbered meshes");
    }
    Mesh mesh = read_mesh(*topology);
    const fs::path named = folder.has_filename() ? folder : folder.parent_path();
    mesh.name = named.filename().string();
    PointCache cache = packed_cache(mesh.positions.size(), size_of(file), file.string());
    return std::make_unique<CachedSequence>(std::move(mesh), file, std::move(cache));
}

std::unique_ptr<Sequence> open_cache(const fs::path& mesh_file, const fs::path& file) {
    Mesh mesh = read_mesh(mesh_file);
    const std::uint64_t size = size_of(file);
    const bool is_mdd = file.extension() == ".mdd";
    PointCache cache = (is_mdd ? mdd_cache : pc2_cache)(head_of(file), size, file.string());
    if (cache.points != mesh.positions.size()) {
        throw FileError(cache.name + ": " + std::to_string(cache.points) + " points, but " + mesh_file.string() +
                        " has " + std::to_string(mesh.positions.size()) + " vertices");
    }
    return std::make_unique<CachedSequence>(std::move(mesh), file, std::move(cache));
}

}  // namespace pliant::io
