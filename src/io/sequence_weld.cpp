#include "io/sequences.hpp"

namespace pliant::io {
namespace {

// The place of each vertex after welding, told by weld() itself through one triangle a vertex.
std::vector<std::uint32_t> places_after_weld(const std::vector<std::array<double, 3>>& positions) {
    Mesh probe;
    probe.positions = positions;
    for (std::uint32_t v = 0; v < positions.size(); ++v) probe.triangles.push_back({v, v, v});
    weld(probe);
    std::vector<std::uint32_t> places;
    for (const Triangle& triangle : probe.triangles) places.push_back(triangle[0]);
    return places;
}

class WeldedSequence final : public Sequence {
public:
    explicit WeldedSequence(std::unique_ptr<Sequence> whole) : whole_(std::move(whole)), mesh_(whole_->mesh()) {
        const auto places = places_after_weld(mesh_.positions);
        for (std::uint32_t v = 0; v < places.size(); ++v) {
            if (places[v] == kept_.size()) kept_.push_back(v);
        }
        weld(mesh_);
    }

    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return whole_->frames(); }
    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        whole_->positions(frame, out);
        for (std::size_t v = 0; v < kept_.size(); ++v) out[v] = out[kept_[v]];  // kept_[v] >= v, and rising
        out.resize(kept_.size());
    }

private:
    std::unique_ptr<Sequence> whole_;
    Mesh mesh_;
    std::vector<std::uint32_t> kept_;  // by place after welding, the vertex of the whole mesh
};

}  // namespace

std::unique_ptr<Sequence> welded(std::unique_ptr<Sequence> sequence) {
    return std::make_unique<WeldedSequence>(std::move(sequence));
}

}  // namespace pliant::io
