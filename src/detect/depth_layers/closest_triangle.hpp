// The triangle of a body that is closest to a point within it.
#pragma once

#include <span>
#include <vector>

#include "broad_phase/block_order.hpp"
#include "detect/depth_layers/closest_search.hpp"
#include "detect/depth_layers/disk_tree.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/local_frame.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant::depth_layers {

class ClosestTriangle {
public:
    /// Makes a tree of the triangles of a body. `bodies` are up to date, and stay as they are until `find`.
    void update(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);

    /// Of points in world coordinates that lie within the body: what is found is so, too. Replaced by the next call.
    [[nodiscard]] std::span<const ClosestFound> find(std::span<const Vec3> points, parallel::Workers& workers);

private:
    void order(std::span<const Vec3> points, parallel::Workers& workers);

    surfaces::SurfaceOfBody surface_;
    surfaces::LocalFrame frame_;
    DiskTree tree_;
    std::vector<broad_phase::PlacedItem> items_;  // the points
    std::vector<ClosestFound> found_;
};

}  // namespace pliant::depth_layers
