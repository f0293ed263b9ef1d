// make_cage: a coarse cage of tetrahedra for a dense body [Mendoza2005, 3]: the surface is simplified, then filled.
#include <algorithm>
#include <cmath>

#include <pliant/meshing.hpp>

#include "mesh/boundary.hpp"
#include "mesh/topology.hpp"
#include "meshing/netgen.hpp"
#include "meshing/stuffing.hpp"
#include "numeric/vec.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::meshing {

namespace {

constexpr std::size_t fewest_triangles = 20;
constexpr double volume_tolerance = 0.35;  // relative difference between the volumes of cage and body
constexpr int most_halvings = 4;           // of the cell size
constexpr unsigned fine = 40;              // cells along the longest side, for closing an open surface

bool sound(const SurfaceView& surface) {
    const mesh::Topology t = mesh::topology(surface.positions.size(), surface.triangles);
    return t.closed() && t.vertex_manifold() && t.consistently_oriented() && t.unsound_triangles == 0;
}

/// Closed even where the surface that was filled is not.
SurfaceMesh boundary_of(const VolumeMesh& mesh) { return {mesh.positions, mesh::boundary(mesh.tetrahedra)}; }

double mean_edge(const SurfaceMesh& mesh) {
    double sum = 0;
    for (const Triangle& t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 edge = Vec3(mesh.positions[t[i]]) - Vec3(mesh.positions[t[(i + 1) % 3]]);
            sum += std::sqrt(dot(edge, edge));
        }
    }
    return sum / (3 * static_cast<double>(mesh.triangles.size()));
}

double six_volumes(const SurfaceView& surface) {
    double sum = 0;
    const Vec3 origin(surface.positions[surface.triangles[0][0]]);
    for (const Triangle& t : surface.triangles) {
        const auto at = [&](std::size_t i) { return Vec3(surface.positions[t[i]]) - origin; };
        sum += dot(at(0), cross(at(1), at(2)));
    }
    return sum;
}

/// False where cells are too coarse for a thin body and fill only fragments of it.
bool has_volume_of_body(double six_volumes_of_body, const VolumeMesh& mesh) {
    if (mesh.tetrahedra.empty()) return false;
    const SurfaceMesh boundary = boundary_of(mesh);
    const double found = six_volumes(boundary.view());
    return std::abs(found - six_volumes_of_body) <= volume_tolerance * std::abs(six_volumes_of_body);
}

/// Empty where no cell size gives a filling of about the body's volume.
Cage stuffed_cage(const SurfaceView& surface, std::size_t triangles, parallel::Workers& workers) {
    triangles = std::max(triangles, fewest_triangles);
    SurfaceMesh closed;
    SurfaceView body = surface;
    if (!sound(surface)) {
        closed = boundary_of(stuff(surface, {std::nullopt, fine}, workers));
        body = closed.view();
    }
    if (body.triangles.empty()) return {};
    Cage cage;
    cage.surface = simplify(body, {triangles});
    if (cage.surface.triangles.empty()) return {};
    const double six_volumes_of_body = six_volumes(body);
    double cell = mean_edge(cage.surface);
    for (int halvings = 0; halvings <= most_halvings; ++halvings, cell /= 2) {
        cage.mesh = stuff(cage.surface.view(), {cell, 0}, workers);
        if (has_volume_of_body(six_volumes_of_body, cage.mesh)) return cage;
    }
    return {};
}

}  // namespace

Cage make_cage(const SurfaceView& surface, const CageOptions& options) {
    const parallel::FloatingPointMode mode;
    require_measurable(surface);
    parallel::Workers workers(options.threads, options.jobs);
    Cage cage = stuffed_cage(surface, options.triangles, workers);
    if (options.mesher == Mesher::netgen && !cage.surface.triangles.empty()) {
        cage.mesh = fill_by_netgen(cage.surface.view(), {std::nullopt, options.resolution});
    }
    return cage;
}

}  // namespace pliant::meshing
