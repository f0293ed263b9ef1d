// The points of curves: numbered along them, each once, and where they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/chains.hpp"
#include "curves/pair_joins.hpp"
#include "curves/pair_segments.hpp"
#include "curves/surface_edges.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::curves {

class CurvePoints {
public:
    struct Task {
        const frame::Bodies& bodies;
        std::span<const TrianglePair> pairs;
        const PairSegments& segments;
        const PairJoins& joins;
        const SurfaceEdges& edges;
        const Chains& chains;
    };

    /// Writes items, segments and points.
    void find(const Task& task, parallel::Workers& workers, Curves& out);

    /// What meets in a point: an edge, as SurfaceEdges numbers it, and a triangle. At a vertex that two triangles have
    /// some half-edge that starts there, and no triangle.
    struct Key {
        static constexpr std::uint32_t no_triangle = ~0u;
        std::uint32_t half = 0, triangle = no_triangle;

        [[nodiscard]] bool at_vertex() const { return triangle == no_triangle; }
    };
    [[nodiscard]] std::span<const Key> keys() const { return keys_; }
    /// By point: geometry::EdgeCrossing::fair.
    [[nodiscard]] bool fair(std::uint32_t point) const { return fair_[point] != 0; }

private:
    /// Numbers of a chain: its first and last point, and that of the point after its first segment. The others follow.
    struct Numbers {
        std::uint32_t first = 0, second = 0, last = 0;
    };
    /// The first or last point of an open chain, where others may end too.
    struct SharedEnd {
        std::uint64_t place;  // equal where the point is
        std::uint32_t slot;   // 2 * chain, or one more for its last point
        std::uint32_t end;    // as in Join
    };

    void find_shared_ends(const Task& task);
    std::uint32_t number_points(const Task& task);
    void write_chain(const Task& task, std::size_t chain, Curves& out);
    void write_places(const Task& task, std::size_t begin, std::size_t end, Curves& out);
    void prefetch_links(const Task& task, const Link* link, const Link* end) const;

    std::vector<Key> keys_;
    std::vector<std::uint8_t> fair_;
    std::vector<Numbers> numbers_;  // by chain
    std::vector<SharedEnd> shared_;
    std::vector<std::uint32_t> owner_;        // by slot: the first slot with the same point
    std::vector<std::uint32_t> end_of_slot_;  // the smallest end at the point of a slot
};

}  // namespace pliant::curves
