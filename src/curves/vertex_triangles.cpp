#include "curves/vertex_triangles.hpp"

#include <algorithm>
#include <cstddef>

namespace pliant::curves {

void VertexTriangles::update(const frame::Bodies& bodies) {
    if (made_ && version_ == bodies.topology_version()) return;
    const auto all = bodies.triangles();
    first_.assign(bodies.vertex_count() + 1, 0);
    const auto for_each_corner = [&](auto&& visit) {
        for (std::uint32_t t = 0; t < all.size(); ++t) {
            if (!bodies.there(t) || !bodies.usable(t)) continue;
            const auto [a, b, c] = all[t];
            visit(t, a);
            if (b != a) visit(t, b);
            if (c != a && c != b) visit(t, c);
        }
    };
    for_each_corner([&](std::uint32_t, std::uint32_t v) { ++first_[v + 1]; });
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    next_.assign(first_.begin(), first_.end() - 1);
    triangles_.resize(first_.back());
    for_each_corner([&](std::uint32_t t, std::uint32_t v) { triangles_[next_[v]++] = t; });
    version_ = bodies.topology_version();
    made_ = true;
}

std::size_t VertexTriangles::at_edge(const frame::Bodies& bodies, std::uint32_t from, std::uint32_t to) const {
    const auto has = [&](std::uint32_t t) {
        const Triangle& corners = bodies.triangles()[t];
        return std::find(corners.begin(), corners.end(), to) != corners.end();
    };
    const auto triangles = around(from);
    return static_cast<std::size_t>(std::count_if(triangles.begin(), triangles.end(), has));
}

}  // namespace pliant::curves
