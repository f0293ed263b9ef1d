// Vertices of one body inside another, and their shortest way out.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/overlap.hpp>

#include "detect/depth_layers/closest_triangle.hpp"
#include "detect/depth_layers/contains.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant::depth_layers {

class VertexDepths {
public:
    /// Appends those of each body in the other to `out.penetrations`.
    void find(const surfaces::OverlapQuery& query, Overlap& out);

private:
    void find_in(const surfaces::OverlapQuery& query, const frame::Body& of, const frame::Body& in, Overlap& out);
    void find_inside(const surfaces::OverlapQuery& query, const frame::Body& of, const frame::Body& in);
    void measure(const frame::Body& of, std::size_t first, std::size_t count, parallel::Workers& workers, Overlap& out);

    Contains contains_;
    Containment inside_;
    ClosestTriangle closest_;
    std::vector<Vec3> points_;        // that are inside
    std::vector<std::uint8_t> used_;  // by vertex: by some triangle
};

}  // namespace pliant::depth_layers
