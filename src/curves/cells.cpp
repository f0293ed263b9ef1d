#include "curves/cells.hpp"

namespace pliant::curves {

void Cells::start(const frame::Bodies& bodies, const frame::Body& body, std::size_t sides) {
    if (stamp_ == ~0u || vertex_stamp_.size() < bodies.vertex_count() || cut_.size() < bodies.triangles().size()) {
        vertex_stamp_.assign(std::max(bodies.vertex_count(), vertex_stamp_.size()), 0);
        element_of_.resize(vertex_stamp_.size());
        cut_.assign(std::max(bodies.triangles().size(), cut_.size()), 0);
        crossed_.resize(cut_.size());
        stamp_ = 0;
    }
    ++stamp_;
    flawed_ = !body.flaws.empty();
    parent_.clear();
    size_.clear();
    pending_.clear();
    met_.clear();
    cut_triangles_.clear();
    spread_ = growing_ = 0;
    largest_whole_ = 0;
    for (std::size_t i = 0; i < sides; ++i) add();
}

std::uint32_t Cells::add() {
    const auto element = static_cast<std::uint32_t>(parent_.size());
    parent_.push_back(element);
    size_.push_back(0);
    pending_.push_back(0);
    return element;
}

std::uint32_t Cells::vertex(std::uint32_t number) {
    if (vertex_stamp_[number] == stamp_) return element_of_[number];
    const std::uint32_t element = add();
    vertex_stamp_[number] = stamp_;
    element_of_[number] = element;
    size_[element] = pending_[element] = 1;
    met_.push_back(number);
    ++growing_;
    return element;
}

void Cells::join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    growing_ -= pending_[a] > 0 && pending_[b] > 0 ? 1 : 0;
    size_[a] += size_[b];
    pending_[a] += pending_[b];
}

void Cells::spread_over(const frame::Bodies& bodies, std::uint32_t triangle, std::uint32_t v, std::uint32_t own) {
    const Triangle& corners = bodies.triangles()[triangle];
    const bool all = !is_cut(triangle);
    const std::size_t k = corners[0] == v ? 0 : corners[1] == v ? 1 : 2, before = (k + 2) % 3;
    if (all || !is_crossed(triangle, k)) join(own, vertex(corners[(k + 1) % 3]));
    if (all || !is_crossed(triangle, before)) join(own, vertex(corners[before]));
}

void Cells::spread(const frame::Bodies& bodies, const VertexTriangles& around) {
    const std::uint32_t v = met_[spread_++];
    const std::uint32_t own = element_of_[v];
    for (const std::uint32_t t : around.around(v)) {
        if (flawed_ && bodies.soundness(t) == frame::Bodies::Soundness::not_finite) continue;
        spread_over(bodies, t, v, own);
    }
    const std::uint32_t piece = root(own);
    if (--pending_[piece] > 0) return;
    --growing_;
    largest_whole_ = std::max(largest_whole_, size_[piece]);
}

void Cells::flood(const frame::Bodies& bodies, const VertexTriangles& around) {
    while (spread_ < met_.size()) {
        if (growing_ == 1 && size_[root(element_of_[met_[spread_]])] > largest_whole_) return;
        spread(bodies, around);
    }
}

void Cells::flood_rest(const frame::Bodies& bodies, const VertexTriangles& around) {
    while (spread_ < met_.size()) spread(bodies, around);
}

}  // namespace pliant::curves
