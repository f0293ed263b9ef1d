#include "mesh/topology.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mesh/union_find.hpp"

namespace pliant::mesh {
namespace {

/// One side (half-edge) of a triangle, filed under its lower vertex.
struct Side {
    std::uint32_t upper;  // the other vertex
    std::uint32_t triangle;
    bool ascending;  // the triangle runs from the lower vertex to the upper
};

bool sound(const Triangle& t, std::size_t vertices) {
    const bool in_range = t[0] < vertices && t[1] < vertices && t[2] < vertices;
    return in_range && t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
}

/// All sides of the sound triangles, grouped by lower vertex: those of vertex v are sides[begin[v]] ..
/// sides[begin[v+1]].
struct Sides {
    std::vector<std::size_t> begin;
    std::vector<Side> sides;
};

template <class Function>
void for_each_side(const Triangle& t, Function function) {
    for (std::size_t k = 0; k < 3; ++k) function(t[k], t[(k + 1) % 3]);
}

Sides sides_by_lower_vertex(std::size_t vertices, std::span<const Triangle> triangles) {
    Sides result;
    result.begin.assign(vertices + 1, 0);
    for (const Triangle& t : triangles) {
        if (!sound(t, vertices)) continue;
        for_each_side(t, [&](std::uint32_t a, std::uint32_t b) { ++result.begin[std::min(a, b) + 1]; });
    }
    for (std::size_t v = 0; v < vertices; ++v) result.begin[v + 1] += result.begin[v];

    result.sides.resize(result.begin.back());
    std::vector<std::size_t> next(result.begin.begin(), result.begin.end() - 1);
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        if (!sound(triangles[i], vertices)) continue;
        for_each_side(triangles[i], [&](std::uint32_t a, std::uint32_t b) {
            result.sides[next[std::min(a, b)]++] = {std::max(a, b), std::uint32_t(i), a < b};
        });
    }
    return result;
}

std::uint32_t corner(const Triangle& t, std::uint32_t triangle, std::uint32_t vertex) {
    return 3 * triangle + (t[0] == vertex ? 0u : t[1] == vertex ? 1u : 2u);
}

template <class Function>
void for_each_edge(std::span<const Triangle> triangles, std::size_t vertices, Function function) {
    for (const Triangle& t : triangles) {
        if (!sound(t, vertices)) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = t[k], b = t[(k + 1) % 3];
            function(std::min(a, b), std::max(a, b));
        }
    }
}

class Analysis {
public:
    Analysis(std::size_t vertices, std::span<const Triangle> triangles)
        : vertices_(vertices), triangles_(triangles), pieces_(vertices), fans_(3 * triangles.size()) {}

    Topology run() {
        count_triangles();
        count_edges();
        count_vertices();
        return result_;
    }

private:
    void count_triangles() {
        for (const Triangle& t : triangles_) {
            if (!sound(t, vertices_)) continue;
            ++result_.triangles;
            pieces_.join(t[0], t[1]);
            pieces_.join(t[0], t[2]);
        }
        result_.unsound_triangles = triangles_.size() - result_.triangles;
    }

    void count_edges() {
        Sides all = sides_by_lower_vertex(vertices_, triangles_);
        for (std::size_t v = 0; v < vertices_; ++v) {
            const std::span<Side> sides(all.sides.data() + all.begin[v], all.begin[v + 1] - all.begin[v]);
            std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
                return a.upper != b.upper ? a.upper < b.upper : a.triangle < b.triangle;
            });
            count_duplicates(std::uint32_t(v), sides);
            for (std::size_t first = 0; first < sides.size();) {
                std::size_t last = first;
                while (last < sides.size() && sides[last].upper == sides[first].upper) ++last;
                count_edge(std::uint32_t(v), sides.subspan(first, last - first));
                first = last;
            }
        }
    }

    void count_edge(std::uint32_t lower, std::span<const Side> sides) {
        ++result_.edges;
        result_.boundary_edges += sides.size() == 1;
        result_.non_manifold_edges += sides.size() > 2;
        result_.inconsistent_edges += sides.size() == 2 && sides[0].ascending == sides[1].ascending;
        const std::uint32_t first = sides[0].triangle;
        for (const Side& side : sides.subspan(1)) {
            for (const std::uint32_t end : {lower, side.upper}) {
                fans_.join(corner(triangles_[first], first, end),
                           corner(triangles_[side.triangle], side.triangle, end));
            }
        }
    }

    /// Triangles whose smallest vertex is `lower`, as their other two vertices in order: equal ones are duplicates.
    void count_duplicates(std::uint32_t lower, std::span<const Side> sides) {
        rests_.clear();
        for (const Side& side : sides) {
            const Triangle& t = triangles_[side.triangle];
            const std::uint32_t third = t[0] ^ t[1] ^ t[2] ^ lower ^ side.upper;
            if (third > side.upper) rests_.push_back({side.upper, third});
        }
        std::sort(rests_.begin(), rests_.end());
        for (std::size_t i = 1; i < rests_.size(); ++i) result_.duplicate_triangles += rests_[i] == rests_[i - 1];
    }

    void count_vertices() {
        std::vector<std::uint32_t> fans(vertices_, 0);
        std::vector<char> used(vertices_, 0);
        for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
            if (!sound(triangles_[i], vertices_)) continue;
            for (std::uint32_t k = 0; k < 3; ++k) {
                used[triangles_[i][k]] = 1;
                fans[triangles_[i][k]] += fans_.root(3 * i + k) == 3 * i + k;
            }
        }
        for (std::uint32_t v = 0; v < vertices_; ++v) {
            result_.used_vertices += used[v] != 0;
            result_.non_manifold_vertices += fans[v] > 1;
            result_.components += used[v] && pieces_.root(v) == v;
        }
        result_.unused_vertices = vertices_ - result_.used_vertices;
    }

    std::size_t vertices_;
    std::span<const Triangle> triangles_;
    UnionFind pieces_;  // of vertices
    UnionFind fans_;    // of corners: 3 * triangle + which
    std::vector<std::array<std::uint32_t, 2>> rests_;
    Topology result_;
};

}  // namespace

Topology topology(std::size_t vertices, std::span<const Triangle> triangles) {
    return Analysis(vertices, triangles).run();
}

EdgeUse edge_use(std::size_t vertices, std::span<const Triangle> triangles) {
    // begin[v + 1] counts, then begins, then ends the upper vertices of the edges whose lower vertex is v.
    std::vector<std::uint32_t> begin(vertices + 2, 0);
    for_each_edge(triangles, vertices, [&](std::uint32_t lower, std::uint32_t) { ++begin[lower + 2]; });
    for (std::size_t v = 2; v < begin.size(); ++v) begin[v] += begin[v - 1];
    std::vector<std::uint32_t> uppers(begin.back());
    for_each_edge(triangles, vertices,
                  [&](std::uint32_t lower, std::uint32_t upper) { uppers[begin[lower + 1]++] = upper; });
    EdgeUse result{!uppers.empty(), true};
    for (std::size_t v = 0; v < vertices && result.manifold; ++v) {
        const std::span own(uppers.data() + begin[v], begin[v + 1] - begin[v]);
        std::sort(own.begin(), own.end());
        for (std::size_t first = 0, last = 0; first < own.size(); first = last) {
            while (last < own.size() && own[last] == own[first]) ++last;
            result.closed &= last - first == 2;
            result.manifold &= last - first <= 2;
        }
    }
    result.closed &= result.manifold;
    return result;
}

}  // namespace pliant::mesh
