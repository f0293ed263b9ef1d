#include "io/formats.hpp"
#include "io/gltf_sequence.hpp"
#include "io/sequences.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::io {
namespace {

namespace fs = std::filesystem;

class SingleFrame final : public Sequence {
public:
    explicit SingleFrame(Mesh mesh) : mesh_(std::move(mesh)) {}
    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return 1; }
    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        if (frame > 0) throw FileError(mesh_.name + ": there is no frame " + std::to_string(frame));
        out = mesh_.positions;
    }
    Mesh take() && { return std::move(mesh_); }

private:
    Mesh mesh_;
};

bool is_gltf(const fs::path& path, const std::string& format) {
    const std::string ending = ending_for(path, format);
    return ending == ".gltf" || ending == ".glb";
}

std::unique_ptr<Sequence> open_gltf_file(const fs::path& path, std::string_view animation, double frames_per_second) {
    const std::vector<std::byte> bytes = load_file(path);
    return open_gltf({bytes, name_of(path), path}, animation, frames_per_second);
}

std::unique_ptr<Sequence> open_file(const fs::path& path, const SequenceOptions& options) {
    if (is_gltf(path, options.format)) return open_gltf_file(path, {}, options.frames_per_second);
    return single_frame(read_mesh(path, {Weld::none, options.format}));
}

bool is_pattern(const fs::path& path) { return path.filename().string().find_first_of("*?") != std::string::npos; }

bool is_cache(const std::string& source) {
    return source.find('@') != std::string::npos && (source.ends_with(".pc2") || source.ends_with(".mdd"));
}

std::unique_ptr<Sequence> open_frames_or_packed(const fs::path& folder, const SequenceOptions& options) {
    if (!is_packed(folder)) {
        if (const auto pattern = pattern_in(folder)) return open_files(matching_files(*pattern), options.weld);
    }
    return open_folder(folder);
}

std::unique_ptr<Sequence> open_any(const std::string& source, const SequenceOptions& options) {
    std::error_code error;
    const fs::path path(source);
    if (fs::is_directory(path, error)) return open_frames_or_packed(path, options);
    if (path == "-" || fs::exists(path, error)) return open_file(path, options);
    if (is_cache(source)) {
        const std::size_t at = source.rfind('@');
        return open_cache(source.substr(0, at), source.substr(at + 1));
    }
    if (is_pattern(path)) return open_files(matching_files(path), options.weld);
    const std::size_t hash = source.rfind('#');
    if (hash != std::string::npos && is_gltf(source.substr(0, hash), {})) {
        return open_gltf_file(source.substr(0, hash), std::string_view(source).substr(hash + 1),
                              options.frames_per_second);
    }
    return open_file(path, options);
}

std::unique_ptr<Sequence> welded_if_asked(std::unique_ptr<Sequence> sequence, Weld weld, const std::string& name) {
    return is_welded(sequence->mesh(), weld) ? welded(std::move(sequence), name) : std::move(sequence);
}

}  // namespace

std::unique_ptr<Sequence> single_frame(Mesh mesh) { return std::make_unique<SingleFrame>(std::move(mesh)); }

Mesh take_mesh(std::unique_ptr<Sequence> sequence) {
    auto* single = dynamic_cast<SingleFrame*>(sequence.get());
    return single != nullptr ? std::move(*single).take() : sequence->mesh();
}

std::unique_ptr<Sequence> open_sequence(const std::string& source, const SequenceOptions& options) {
    const parallel::FloatingPointMode mode;
    return welded_if_asked(open_any(source, options), options.weld, source);
}

std::vector<std::unique_ptr<Sequence>> open_bodies(const std::string& source, const SequenceOptions& options) {
    const parallel::FloatingPointMode mode;
    auto whole = open_any(source, options);
    std::vector<std::unique_ptr<Sequence>> bodies;
    if (has_bodies(whole->mesh())) {
        bodies = bodies_of(std::move(whole));
    } else {
        bodies.push_back(std::move(whole));
    }
    for (auto& body : bodies) body = welded_if_asked(std::move(body), options.weld, source);
    return bodies;
}

std::unique_ptr<Sequence> open_frames(std::span<const fs::path> files, const SequenceOptions& options) {
    auto sequence = open_files({files.begin(), files.end()}, options.weld);
    return welded_if_asked(std::move(sequence), options.weld, files.front().string());
}

}  // namespace pliant::io
