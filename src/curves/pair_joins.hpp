// Which segment follows which: two triangles on either side of an edge meet the same third triangle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "curves/pair_segments.hpp"
#include "curves/surface_edges.hpp"
#include "parallel/parallel.hpp"

namespace pliant::curves {

/// From the end of one segment to that of the next. `2 * pair + k` is end k of the segment of a pair.
struct Join {
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t code = none;

    Join() = default;
    Join(std::uint32_t end, bool swapped) : code(end << 1 | (swapped ? 1u : 0u)) {}
    [[nodiscard]] bool any() const { return code != none; }
    [[nodiscard]] std::uint32_t end() const { return code >> 1; }
    /// The triangle that goes on is a of one pair and b of the other.
    [[nodiscard]] bool swapped() const { return (code & 1) != 0; }
};

class PairJoins {
public:
    /// As many pairs as codes of joins can tell apart.
    static constexpr std::size_t most_pairs = std::size_t{1} << 30;

    /// Pairs are sorted.
    void find(const PairSegments& segments, const SurfaceEdges& edges, parallel::Workers& workers);

    /// What follows at an end: none where a single segment ends, three do, or at a vertex.
    [[nodiscard]] Join at(std::uint32_t end) const { return joins_[end]; }
    /// visit(end) for every end at the same edge and triangle, itself included. Not at a vertex.
    template <class Visit>
    void for_each_end(const PairSegments& segments, const SurfaceEdges& edges, std::uint32_t end,
                      const Visit& visit) const {
        const CrossedTriangle crossed = segments.crossed(end);
        edges.for_each_half(crossed.half, [&](std::uint32_t half) {
            const Join join = half == crossed.half ? Join(end, false) : end_at(segments, half, crossed.triangle);
            if (join.any()) visit(join.end());
        });
    }

private:
    /// Pairs whose first triangle is this one.
    struct Row {
        std::uint32_t first = 0, count = 0;
    };

    void write_rows(const PairSegments& segments, std::size_t triangles);
    void find_some(const PairSegments& segments, const SurfaceEdges& edges, std::uint32_t begin, std::uint32_t end);
    void find_among_several(const PairSegments& segments, const SurfaceEdges& edges, std::uint32_t end);
    /// The end where a half-edge meets a triangle. Swapped: the triangle is a of its pair.
    [[nodiscard]] Join end_at(const PairSegments& segments, std::uint32_t half, std::uint32_t triangle) const;

    std::vector<Row> rows_;                 // by triangle
    std::vector<std::uint32_t> with_rows_;  // triangles whose rows are not empty
    std::vector<Join> joins_;               // by end
};

}  // namespace pliant::curves
