#include "curves/surface_edges.hpp"

#include <algorithm>
#include <utility>

namespace pliant::curves {

std::uint32_t SurfaceEdges::edge_of(std::uint32_t half) const {
    std::uint32_t smallest = half;
    for (std::uint32_t h = next_[half]; h != half; h = next_[h]) smallest = std::min(smallest, h);
    return smallest;
}

std::size_t SurfaceEdges::triangles_at(std::uint32_t half) const {
    std::size_t count = 1;
    for (std::uint32_t h = next_[half]; h != half; h = next_[h]) ++count;
    return count;
}

/// Triangles that name a vertex twice are left out.
void SurfaceEdges::sort_by_vertices(const frame::Bodies& bodies) {
    const auto all = bodies.triangles();
    const auto for_each_half = [&](const auto& visit) {
        for (std::uint32_t t = 0; t < all.size(); ++t) {
            if (!bodies.there(t) || !bodies.usable(t)) continue;
            const Triangle& v = all[t];
            if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
            for (std::uint32_t k = 0; k < 3; ++k) {
                const auto [low, high] = std::minmax(v[k], v[(k + 1) % 3]);
                visit(low, HalfEdge{high, 3 * t + k});
            }
        }
    };
    places_.assign(bodies.vertex_count() + 1, 0);
    for_each_half([&](std::uint32_t low, const HalfEdge&) { ++places_[low]; });
    std::uint32_t before = 0;
    for (std::uint32_t& place : places_) before += std::exchange(place, before);
    half_edges_.resize(before);
    for_each_half([&](std::uint32_t low, const HalfEdge& half) { half_edges_[places_[low]++] = half; });
    for (std::size_t v = 0, begin = 0; v + 1 < places_.size(); begin = places_[v++]) {
        std::sort(half_edges_.begin() + std::ptrdiff_t(begin), half_edges_.begin() + std::ptrdiff_t(places_[v]));
    }
}

/// Half-edges of one edge follow each other now, the smallest first.
void SurfaceEdges::close_rings() {
    const auto for_each_edge = [&](const auto& visit) {
        for (std::uint32_t low = 0, begin = 0; low + 1 < places_.size(); ++low) {
            while (begin < places_[low]) {
                std::uint32_t end = begin + 1;
                while (end < places_[low] && half_edges_[end].high == half_edges_[begin].high) ++end;
                visit(low, begin, end);
                begin = end;
            }
        }
    };
    first_.assign(places_.size(), 0);
    for_each_edge([&](std::uint32_t low, std::uint32_t begin, std::uint32_t end) {
        ++first_[low];
        ++first_[half_edges_[begin].high];
        for (std::uint32_t i = begin; i < end; ++i) {
            next_[half_edges_[i].half] = half_edges_[i + 1 < end ? i + 1 : begin].half;
        }
    });
    std::uint32_t total = 0;
    for (std::uint32_t& first : first_) first = total += first;
    neighbours_.resize(total);
    // From behind: larger neighbours last, and each first_ ends at its place.
    for (std::uint32_t low = static_cast<std::uint32_t>(places_.size() - 1); low-- > 0;) {
        const std::uint32_t begin = low > 0 ? places_[low - 1] : 0;
        for (std::uint32_t i = places_[low]; i-- > begin;) {
            if (i > begin && half_edges_[i - 1].high == half_edges_[i].high) continue;
            const HalfEdge& edge = half_edges_[i];
            neighbours_[--first_[low]] = {edge.high, edge.half};
            neighbours_[--first_[edge.high]] = {low, edge.half};
        }
    }
}

void SurfaceEdges::update(const frame::Bodies& bodies) {
    if (made_ && version_ == bodies.topology_version()) return;
    next_.resize(3 * bodies.triangles().size());
    for (std::uint32_t half = 0; half < next_.size(); ++half) next_[half] = half;
    sort_by_vertices(bodies);
    close_rings();
    half_edges_ = {};
    version_ = bodies.topology_version();
    made_ = true;
}

}  // namespace pliant::curves
