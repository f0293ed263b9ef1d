// Depths and directions carried from the surface into a body: ring by ring, then smoothed.
#pragma once

#include <cstdint>
#include <vector>

#include "detect/spatial_hash/depth_graph.hpp"
#include "detect/spatial_hash/tetrahedron_walk.hpp"
#include "frame/penetration_query.hpp"

namespace pliant::spatial_hash {

class DepthPropagation {
public:
    /// From the nodes whose depth is known to all that are linked to them. False where the time was up first.
    [[nodiscard]] bool run(const frame::PenetrationQuery& query, const TetrahedronWalk& walk, DepthGraph& graph);

private:
    void start(const DepthGraph& graph);
    void next_ring(const DepthGraph& graph);
    [[nodiscard]] static DepthSum sum_around(const DepthGraph& graph, const TetrahedronWalk& walk, std::uint32_t node);
    [[nodiscard]] bool smooth(const frame::PenetrationQuery& query, DepthGraph& graph);
    void smooth_one(const DepthGraph& graph, std::uint32_t node);

    // Scratch; survives the frame.
    std::vector<std::uint32_t> front_, next_;
    std::vector<std::uint32_t> reached_;  // nodes not at crossings, ring by ring
    std::vector<DepthSum> sums_;          // of a ring
    std::vector<Vec3> flow_;              // directions while they are smoothed
    int rings_ = 0;
};

}  // namespace pliant::spatial_hash
