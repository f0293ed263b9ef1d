// The bodies of a sequence whose mesh has several parts.
#include <algorithm>
#include <limits>

#include "io/formats.hpp"
#include "io/sequences.hpp"

namespace pliant::io {
namespace {

/// The frame read last, for all bodies.
class SharedFrames {
public:
    explicit SharedFrames(std::unique_ptr<Sequence> whole) : whole_(std::move(whole)) {}

    [[nodiscard]] const Sequence& whole() const { return *whole_; }
    const std::vector<std::array<double, 3>>& positions(std::size_t frame) {
        if (frame_ == frame) return positions_;
        frame_ = none;
        whole_->positions(frame, positions_);
        frame_ = frame;
        return positions_;
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::unique_ptr<Sequence> whole_;
    std::size_t frame_ = none;
    std::vector<std::array<double, 3>> positions_;
};

class PartSequence final : public Sequence {
public:
    PartSequence(std::shared_ptr<SharedFrames> frames, Mesh body)
        : frames_(std::move(frames)), mesh_(std::move(body)) {}

    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return frames_->whole().frames(); }
    [[nodiscard]] std::string frame_name(std::size_t frame) const override {
        return frames_->whole().frame_name(frame);
    }
    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        const auto& whole = frames_->positions(frame);
        out.resize(mesh_.vertex_in_file.size());
        for (std::size_t v = 0; v < out.size(); ++v) out[v] = whole[mesh_.vertex_in_file[v]];
    }

private:
    std::shared_ptr<SharedFrames> frames_;
    Mesh mesh_;
};

}  // namespace

bool has_bodies(const Mesh& mesh) {
    const auto& parts = mesh.parts;
    return std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.name != parts[0].name; });
}

std::vector<std::unique_ptr<Sequence>> bodies_of(std::unique_ptr<Sequence> whole) {
    std::vector<std::unique_ptr<Sequence>> bodies;
    const bool moves = whole->frames() > 1;
    std::vector<Mesh> meshes = split(whole->mesh());
    const auto frames = std::make_shared<SharedFrames>(std::move(whole));
    for (Mesh& mesh : meshes) {
        if (moves) {
            bodies.push_back(std::make_unique<PartSequence>(frames, std::move(mesh)));
        } else {
            bodies.push_back(single_frame(std::move(mesh)));
        }
    }
    return bodies;
}

}  // namespace pliant::io
