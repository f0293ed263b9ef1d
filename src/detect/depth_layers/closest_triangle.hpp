// The triangle of a body that is closest to a point.
#pragma once

#include <cstdint>

#include "detect/depth_layers/bins.hpp"
#include "detect/depth_layers/grid.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/local_frame.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant::depth_layers {

class ClosestTriangle {
public:
    /// Sorts the triangles of a body into columns. `bodies` are up to date, and stay as they are until `find`.
    void update(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);

    struct Found {
        Vec3 point;
        double distance;
        std::uint32_t triangle;
    };
    [[nodiscard]] Found find(const Vec3& world) const;

private:
    [[nodiscard]] double distance_to_ring(const Vec3& p, std::int64_t cx, std::int64_t cy, std::int64_t ring) const;

    surfaces::SurfaceOfBody surface_;
    surfaces::LocalFrame frame_;
    Grid grid_;
    Bins bins_;
};

}  // namespace pliant::depth_layers
