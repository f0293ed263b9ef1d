#include "mesh/regions.hpp"

#include <algorithm>
#include <compare>

#include "mesh/union_find.hpp"

namespace pliant::mesh {
namespace {

/// A vertex of one of a pair's triangles. Pairs with mentions equal up to `pair` are neighbours.
struct Mention {
    BodyId a, b;  // of the pair
    BodyId body;  // of the vertex
    std::uint32_t vertex;
    std::uint32_t pair;
    auto operator<=>(const Mention&) const = default;

    [[nodiscard]] bool same_vertex(const Mention& other) const {
        return a == other.a && b == other.b && body == other.body && vertex == other.vertex;
    }
};

std::vector<Mention> mentions(std::span<const TrianglePair> pairs,
                              std::span<const std::span<const Triangle>> triangles) {
    std::vector<Mention> result;
    result.reserve(6 * pairs.size());
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const auto& [a, b, kind] = pairs[i];
        for (const TriangleRef& side : {a, b}) {
            for (const std::uint32_t vertex : triangles[std::size_t(side.body)][side.triangle]) {
                result.push_back({a.body, b.body, side.body, vertex, i});
            }
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace

std::vector<Region> regions(std::span<const TrianglePair> pairs, std::span<const std::span<const Triangle>> triangles) {
    UnionFind groups(pairs.size());
    const std::vector<Mention> sorted = mentions(pairs, triangles);
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i].same_vertex(sorted[i - 1])) groups.join(sorted[i].pair, sorted[i - 1].pair);
    }

    std::vector<Region> result;
    std::vector<std::size_t> region_of_root(pairs.size());
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const std::uint32_t root = groups.root(i);
        if (root == i) {
            region_of_root[i] = result.size();
            result.emplace_back();
        }
        result[region_of_root[root]].push_back(i);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Region& a, const Region& b) { return a.size() > b.size(); });
    return result;
}

}  // namespace pliant::mesh
