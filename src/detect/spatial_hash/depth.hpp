// How deep penetrating vertices are, and which way is out [Heidelberger2004]. Where edges of a body leave the
// penetrated one, they cross its surface; vertices at such edges take depth and direction from there and pass them on
// to those further in. So a deep vertex is sent back the way it came, not to the nearest surface, which may be the far
// side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "detect/spatial_hash/depth_graph.hpp"
#include "detect/spatial_hash/depth_propagation.hpp"
#include "detect/spatial_hash/nearest_surface.hpp"
#include "detect/spatial_hash/tetrahedron_walk.hpp"
#include "frame/penetration_query.hpp"

namespace pliant::spatial_hash {

class Depth {
public:
    /// Follows bodies that come and go. True where anything is new.
    bool update(const frame::PenetrationQuery& query);

    /// Fills in depth, direction and source of all penetrations; `found` is everything that was found. False where the
    /// time was up before all were reached: the others have no source.
    bool measure(const frame::PenetrationQuery& query, std::span<Penetration> found);

private:
    [[nodiscard]] bool start_at_crossings(const frame::PenetrationQuery& query);
    void cross_surface(std::uint32_t node);
    [[nodiscard]] bool measure_to_surface(const frame::PenetrationQuery& query);
    void measure_node(DepthNode& node) const;
    [[nodiscard]] bool ask_nearest(const frame::PenetrationQuery& query);
    void forget(std::size_t first);

    std::uint64_t topology_version_ = 0;
    TetrahedronWalk walk_;
    DepthGraph graph_;
    DepthPropagation propagation_;
    NearestSurface nearest_;
    std::vector<std::uint32_t> unknown_;       // scratch: nodes without a depth
    std::vector<std::uint8_t> unknown_parts_;  // scratch: parts with such nodes
};

}  // namespace pliant::spatial_hash
