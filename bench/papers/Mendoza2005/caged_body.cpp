#include "caged_body.hpp"

#include <algorithm>
#include <iostream>

#include <pliant/meshing.hpp>

#include "io/io.hpp"

namespace pliant::bench {

namespace {

using Point = std::array<double, 3>;

void centre_and_scale(std::vector<Point>& points) {
    Point lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};
    for (const Point& p : points) {
        for (std::size_t k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], p[k]);
            hi[k] = std::max(hi[k], p[k]);
        }
    }
    const double longest = std::max({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]});
    for (Point& p : points) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = (p[k] - 0.5 * (lo[k] + hi[k])) / longest;
    }
}

void shift_points(std::vector<Point>& points, double x) {
    for (Point& p : points) p[0] += x;
}

}  // namespace

CagedBody read_caged(const std::filesystem::path& file, const shapes::Mesh& generated, std::size_t cage_triangles) {
    CagedBody body;
    if (std::filesystem::exists(file)) {
        io::Mesh mesh = io::read_mesh(file);
        body.name = file.stem().string();
        body.triangles = std::move(mesh.triangles);
        body.surface = std::move(mesh.positions);
    } else {
        std::cerr << "There is no " << file.string() << ": a generated body stands for it\n";
        body.name = "generated, " + std::to_string(generated.triangles.size()) + " triangles";
        body.triangles = generated.triangles;
        body.surface = generated.positions;
    }
    centre_and_scale(body.surface);
    meshing::Cage cage = meshing::make_cage({body.surface, body.triangles}, {.triangles = cage_triangles});
    body.cage = std::move(cage.mesh.positions);
    body.tetrahedra = std::move(cage.mesh.tetrahedra);
    body.skin = make_skin(body.surface, {body.cage, body.tetrahedra});
    return body;
}

CagedBody shifted(CagedBody body, double x) {
    shift_points(body.surface, x);
    shift_points(body.cage, x);
    shift_points(body.skin.surface, x);
    shift_points(body.skin.cage, x);
    return body;
}

}  // namespace pliant::bench
