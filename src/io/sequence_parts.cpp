// Splits a sequence whose mesh has several parts into one sequence per body.
#include <algorithm>
#include <limits>
#include <set>

#include "io/formats.hpp"
#include "io/sequences.hpp"

namespace pliant::io {
namespace {

using Positions = std::vector<std::array<double, 3>>;

const std::string& part_name(const Mesh& body) {
    static const std::string unnamed;
    return body.parts.empty() ? unnamed : body.parts[0].name;
}

/// Cache of the frame read last, shared by all bodies.
class SharedFrames {
public:
    explicit SharedFrames(std::unique_ptr<Sequence> whole) : whole_(std::move(whole)) {
        for (const Part& part : whole_->mesh().parts) names_.insert(part.name);
    }

    [[nodiscard]] const Sequence& whole() const { return *whole_; }
    [[nodiscard]] const Positions& positions() const { return positions_; }
    /// Bodies of a frame whose connectivity differs from the first frame's; empty otherwise.
    [[nodiscard]] const std::vector<Mesh>& bodies() const { return bodies_; }

    void read(std::size_t frame) {
        if (frame_ == frame) return;
        frame_ = none;
        bodies_.clear();
        if (std::optional<Mesh> own = whole_->read(frame, positions_)) bodies_ = split(std::move(*own));
        for (const Mesh& body : bodies_) check_name(body);
        frame_ = frame;
    }

private:
    /// Throws for a body that the first frame does not have: it must not be dropped silently.
    void check_name(const Mesh& body) const {
        if (names_.count(part_name(body)) > 0) return;
        throw FileError(body.name + ": the first frame has no such object; --merge makes one body of all objects");
    }

    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::unique_ptr<Sequence> whole_;
    std::set<std::string> names_;
    std::size_t frame_ = none;
    Positions positions_;
    std::vector<Mesh> bodies_;
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

    void positions(std::size_t frame, Positions& out) const override {
        frames_->read(frame);
        if (!frames_->bodies().empty()) return frames_->whole().positions(frame, out);  // says what differs
        gather(out);
    }

    std::optional<Mesh> read(std::size_t frame, Positions& out) const override {
        frames_->read(frame);
        if (!frames_->bodies().empty()) return own_mesh();
        gather(out);
        return std::nullopt;
    }

private:
    void gather(Positions& out) const {
        out.resize(mesh_.vertex_in_file.size());
        for (std::size_t v = 0; v < out.size(); ++v) out[v] = frames_->positions()[mesh_.vertex_in_file[v]];
    }

    /// Empty in a frame without this body.
    [[nodiscard]] Mesh own_mesh() const {
        for (const Mesh& body : frames_->bodies()) {
            if (part_name(body) == part_name(mesh_)) return body;
        }
        Mesh none;
        none.name = mesh_.name;
        none.parts = mesh_.parts;
        return none;
    }

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
