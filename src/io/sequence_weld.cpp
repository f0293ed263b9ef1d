#include <cmath>

#include "io/sequences.hpp"

namespace pliant::io {
namespace {

// Index of each vertex after welding, obtained from weld() itself by one triangle per vertex.
std::vector<std::uint32_t> places_after_weld(const std::vector<std::array<double, 3>>& positions) {
    Mesh probe;
    probe.positions = positions;
    for (std::uint32_t v = 0; v < positions.size(); ++v) probe.triangles.push_back({v, v, v});
    weld(probe);
    std::vector<std::uint32_t> places;
    for (const Triangle& triangle : probe.triangles) places.push_back(triangle[0]);
    return places;
}

// Two NaN vertices count as equal here: border control reports them either way.
bool equal_or_both_nan(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (a[k] != b[k] && !(std::isnan(a[k]) && std::isnan(b[k]))) return false;
    }
    return true;
}

class WeldedSequence final : public Sequence {
public:
    WeldedSequence(std::unique_ptr<Sequence> whole, std::string name)
        : whole_(std::move(whole)), name_(std::move(name)), mesh_(whole_->mesh()) {
        places_ = places_after_weld(mesh_.positions);
        for (std::uint32_t v = 0; v < places_.size(); ++v) {
            if (places_[v] == kept_.size()) kept_.push_back(v);
        }
        weld(mesh_);
    }

    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return whole_->frames(); }
    [[nodiscard]] std::string frame_name(std::size_t frame) const override { return whole_->frame_name(frame); }
    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        whole_->positions(frame, out);
        join(frame, out);
    }
    std::optional<Mesh> read(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        std::optional<Mesh> own = whole_->read(frame, out);
        if (own) {
            weld(*own);
        } else {
            join(frame, out);
        }
        return own;
    }

private:
    void join(std::size_t frame, std::vector<std::array<double, 3>>& positions) const {
        check_joints(frame, positions);
        for (std::size_t v = 0; v < kept_.size(); ++v) positions[v] = positions[kept_[v]];  // kept_[v] >= v, and rising
        positions.resize(kept_.size());
    }

    // Welded vertices that separate would lose a position, and with it collisions.
    void check_joints(std::size_t frame, const std::vector<std::array<double, 3>>& positions) const {
        for (std::size_t v = 0; v < places_.size(); ++v) {
            const std::uint32_t first = kept_[places_[v]];
            if (equal_or_both_nan(positions[v], positions[first])) continue;
            throw FileError(name_ + ": frame " + std::to_string(frame) + ": vertices " + std::to_string(first) +
                            " and " + std::to_string(v) + " are joined by --weld but part here");
        }
    }

    std::unique_ptr<Sequence> whole_;
    std::string name_;  // for messages
    Mesh mesh_;
    std::vector<std::uint32_t> places_;  // by vertex of the whole mesh, the place after welding
    std::vector<std::uint32_t> kept_;    // by place after welding, the first vertex of the whole mesh
};

}  // namespace

std::unique_ptr<Sequence> welded(std::unique_ptr<Sequence> sequence, std::string name) {
    if (sequence->frames() == 1) {
        Mesh mesh = sequence->mesh();
        weld(mesh);
        return single_frame(std::move(mesh));
    }
    return std::make_unique<WeldedSequence>(std::move(sequence), std::move(name));
}

}  // namespace pliant::io
