// One body, read as a surface.
#pragma once

#include "depth_layers/bodies.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/cell_image.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant::surfaces {

struct OneBody {
    shapes::Mesh mesh;
    parallel::Workers workers{1};
    frame::Bodies bodies;
    SurfaceOfBody surface;

    explicit OneBody(shapes::Mesh given) : mesh(std::move(given)) {
        const BodyId id = bodies.add(mesh.positions, mesh.triangles);
        bodies.update(workers);
        surface.read(bodies, bodies.at(id), workers);
        surface.find_borders();
    }

    [[nodiscard]] CellSurface cells() const {
        return {surface.vertices(), surface.triangles(), mesh.positions.size(), surface.sound()};
    }
};

}  // namespace pliant::surfaces
