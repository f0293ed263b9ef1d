#include "shapes/solids.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/boundary.hpp"

namespace pliant::shapes {

namespace {

/// Each vertex of a box of cells, with coordinates from -1 to 1, through a map.
template <class Map>
Mesh bent_box(BoxCells n, const Map& map) {
    Mesh mesh = tetra_box(n);
    for (Position& p : mesh.positions)
        p = position(map(Vec3{2 * p[0] / n.x - 1, 2 * p[1] / n.y - 1, 2 * p[2] / n.z - 1}));
    return mesh;
}

/// A square onto the disc, so that concentric squares become circles.
Vec3 to_disc(double x, double y) {
    const double ring = std::max(std::abs(x), std::abs(y)), length = std::sqrt(x * x + y * y);
    const double grow = length > 0 ? ring / length : 0;
    return {grow * x, grow * y, 0};
}

}  // namespace

Mesh solid_box(BoxCells cells, const Vec3& size) {
    return bent_box(cells, [&](const Vec3& p) {
        return Vec3{0.5 * size.x * p.x, 0.5 * size.y * p.y, 0.5 * size.z * p.z};
    });
}

Mesh solid_ball(std::uint32_t cells, double radius) {
    return bent_box({cells, cells, cells}, [&](const Vec3& p) {
        const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
        return radius * Vec3{p.x * std::sqrt(1 - y / 2 - z / 2 + y * z / 3),
                             p.y * std::sqrt(1 - z / 2 - x / 2 + z * x / 3),
                             p.z * std::sqrt(1 - x / 2 - y / 2 + x * y / 3)};
    });
}

Mesh solid_bowl(std::uint32_t cells, double radius, double steepness, double wall) {
    return bent_box({cells, cells, 2}, [&](const Vec3& p) {
        const Vec3 disc = radius * to_disc(p.x, p.y);
        const double slope = 2 * steepness / radius, below = 0.5 * (1 - p.z) * wall;
        const double length = std::sqrt(1 + slope * slope * (disc.x * disc.x + disc.y * disc.y));
        const Vec3 inside{disc.x, disc.y, steepness / radius * (disc.x * disc.x + disc.y * disc.y)};
        return inside - (below / length) * Vec3{-slope * disc.x, -slope * disc.y, 1};
    });
}

Mesh solid_cylinder(BoxCells cells, double length, double radius) {
    return bent_box(cells, [&](const Vec3& p) {
        const Vec3 disc = radius * to_disc(p.x, p.z);
        return Vec3{disc.x, 0.5 * length * p.y, disc.y};
    });
}

/// The second direction of the box is closed to a ring: its last layer of vertices is its first. The six tetrahedra of
/// a cell fit those of its neighbours all around, since each cell is cut in the same way.
Mesh solid_tube(BoxCells n, double length, double inner_radius, double outer_radius) {
    const Mesh box = tetra_box(n);
    std::vector<std::uint32_t> number(box.positions.size());
    Mesh mesh;
    for (std::size_t i = 0; i < box.positions.size(); ++i) {
        const Position& p = box.positions[i];
        if (p[1] == n.y) {
            number[i] = number[i - std::size_t{n.y} * (n.x + 1)];
            continue;
        }
        number[i] = static_cast<std::uint32_t>(mesh.positions.size());
        const SinCos turn = sincos_turns(p[1] / n.y);
        const double radius = inner_radius + (outer_radius - inner_radius) * p[2] / n.z;
        mesh.positions.push_back({length * (p[0] / n.x - 0.5), radius * turn.cos, radius * turn.sin});
    }
    for (Tetrahedron t : box.tetrahedra) {
        for (std::uint32_t& v : t) v = number[v];
        std::swap(t[2], t[3]);  // the map turns space over
        mesh.tetrahedra.push_back(t);
    }
    mesh.triangles = mesh::boundary(mesh.tetrahedra);
    return mesh;
}

}  // namespace pliant::shapes
