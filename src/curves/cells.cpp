#include "curves/cells.hpp"

namespace pliant::curves {

namespace {

/// Whether an edge has a triangle with finite corners.
bool connects(const frame::Bodies& bodies, const SurfaceEdges& edges, std::uint32_t edge) {
    bool any = false;
    edges.for_each_half(
        edge, [&](std::uint32_t half) { any |= bodies.soundness(half / 3) != frame::Bodies::Soundness::not_finite; });
    return any;
}

}  // namespace

void Cells::start(const frame::Bodies& bodies, const frame::Body& body, const SurfaceEdges& edges, std::size_t sides) {
    if (stamp_ > ~0u - 3 || met_at_.size() < bodies.vertex_count() || crossed_.size() < edges.half_edges()) {
        met_at_.assign(std::max(bodies.vertex_count(), met_at_.size()), {});
        const std::size_t half_edges = std::max(edges.half_edges(), crossed_.size());
        cut_.assign(half_edges / 3, 0);
        crossed_.assign(half_edges, 0);  // last: what throws before leaves all of it to be done again
        stamp_ = 0;
    }
    stamp_ += 2;
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
    if (met_at_[number].stamp == stamp_) return met_at_[number].element;
    const std::uint32_t element = add();
    met_at_[number] = {stamp_, element};
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

void Cells::spread(const frame::Bodies& bodies, const SurfaceEdges& edges) {
    constexpr std::size_t ahead = 4;
    if (spread_ + ahead < met_.size()) {
        for (const auto& [vertex, edge] : edges.around(met_[spread_ + ahead])) {
            simd::prefetch(&crossed_[edge]);
            simd::prefetch(&met_at_[vertex]);
        }
    }
    const std::uint32_t v = met_[spread_++];
    const std::uint32_t own = root(met_at_[v].element);
    std::uint32_t added = 0;
    for (const auto& [vertex, edge] : edges.around(v)) {
        if (is_crossed(edge) || (flawed_ && !connects(bodies, edges, edge))) continue;
        MetAt& met = met_at_[vertex];
        if (met.stamp == stamp_) {
            if (met.element != own) join(own, met.element);
        } else {
            met = {stamp_, own};
            met_.push_back(vertex);
            ++added;
        }
    }
    const std::uint32_t piece = root(own);
    size_[piece] += added;
    pending_[piece] += added - 1;
    if (pending_[piece] > 0) return;
    --growing_;
    largest_whole_ = std::max(largest_whole_, size_[piece]);
}

void Cells::flood(const frame::Bodies& bodies, const SurfaceEdges& edges) {
    while (spread_ < met_.size()) {
        if (growing_ == 1 && size_[root(met_at_[met_[spread_]].element)] > largest_whole_) return;
        spread(bodies, edges);
    }
}

void Cells::flood_rest(const frame::Bodies& bodies, const SurfaceEdges& edges) {
    while (spread_ < met_.size()) spread(bodies, edges);
}

}  // namespace pliant::curves
