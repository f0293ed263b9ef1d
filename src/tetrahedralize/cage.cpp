#include "tetrahedralize/cage.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/boundary.hpp"
#include "mesh/topology.hpp"
#include "numeric/vec.hpp"

namespace pliant::tetrahedralize {

namespace {

constexpr std::size_t fewest_triangles = 20;
constexpr unsigned fine = 40;  // cells along the longest side, to close what is open

bool sound(const SurfaceView& surface) {
    const mesh::Topology t = mesh::topology(surface.positions.size(), surface.triangles);
    return t.closed() && t.vertex_manifold() && t.consistently_oriented() && t.unsound_triangles == 0;
}

/// The boundary of tetrahedra; those of a filling are closed, whatever the surface was.
simplify::TriangleMesh boundary_of(const TetrahedralMesh& mesh) {
    return {mesh.positions, mesh::boundary(mesh.tetrahedra)};
}

double mean_edge(const simplify::TriangleMesh& mesh) {
    double sum = 0;
    for (const Triangle& t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 edge = Vec3(mesh.positions[t[i]]) - Vec3(mesh.positions[t[(i + 1) % 3]]);
            sum += std::sqrt(dot(edge, edge));
        }
    }
    return sum / (3 * static_cast<double>(mesh.triangles.size()));
}

}  // namespace

Cage make_cage(const SurfaceView& surface, std::size_t triangles, parallel::Workers& workers) {
    triangles = std::max(triangles, fewest_triangles);
    Cage cage;
    if (sound(surface)) {
        cage.surface = simplify::simplify(surface, triangles);
    } else {
        const simplify::TriangleMesh closed = boundary_of(fill(surface, {std::nullopt, fine}, workers));
        cage.surface = simplify::simplify({closed.positions, closed.triangles}, triangles);
    }
    if (cage.surface.triangles.empty()) return {};
    // Cells are halved where they are too coarse to find anything in a thin body.
    double cell = mean_edge(cage.surface);
    for (int halvings = 0; halvings < 4 && cage.mesh.tetrahedra.empty(); ++halvings, cell /= 2) {
        cage.mesh = fill({cage.surface.positions, cage.surface.triangles}, {cell, 0}, workers);
    }
    return cage;
}

}  // namespace pliant::tetrahedralize
