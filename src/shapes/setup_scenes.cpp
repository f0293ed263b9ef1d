// Setups of [Teschner2003, table 1], with its numbers of objects, tetrahedra and vertices: 100 small blocks (A), 8, 20
// and 100 plates (B, C, E), two vessels (D). The paper does not describe its meshes; blocks of cubes split into five
// tetrahedra have exactly these numbers.
#include <algorithm>
#include <cmath>

#include "mesh/boundary.hpp"
#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

constexpr BoxCells block_cells{2, 1, 1}, plate_cells{10, 10, 1};
// A vessel of this many cells around and along, two through its wall, and this many thorns has 10257 tetrahedra and
// 2949 vertices: half of setup D.
constexpr std::uint32_t around = 12, along = 68, layers = 2, thorns = 465;
constexpr std::size_t vessel_triangles = 4 * around * along + 4 * around * layers + 2 * thorns;

double volume(const Mesh& mesh, const Tetrahedron& t) {
    const Vec3 a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]], d = mesh.positions[t[3]];
    return dot(b - a, cross(c - a, d - a));
}

// Five tetrahedra per cube, one in its middle; neighbours are mirrored, so that they conform.
Mesh five_cut_box(BoxCells n) {
    constexpr std::uint32_t cuts[2][5][4] = {{{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}},
                                             {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}}};
    Mesh mesh;
    mesh.positions = tetra_box(n).positions;
    const std::uint32_t line = n.x + 1, layer = line * (n.y + 1);
    for (std::uint32_t z = 0; z < n.z; ++z)
        for (std::uint32_t y = 0; y < n.y; ++y)
            for (std::uint32_t x = 0; x < n.x; ++x)
                for (const auto& cut : cuts[(x + y + z) % 2]) {
                    Tetrahedron t{};
                    for (std::size_t i = 0; i < 4; ++i)
                        t[i] = x + y * line + z * layer + cut[i] % 2 + cut[i] / 2 % 2 * line + cut[i] / 4 * layer;
                    if (volume(mesh, t) < 0) std::swap(t[2], t[3]);
                    mesh.tetrahedra.push_back(t);
                }
    mesh.triangles = mesh::boundary(mesh.tetrahedra);
    return mesh;
}

// A thorn: a tetrahedron on a face of the boundary.
void add_thorn(Mesh& mesh, const Triangle& face, double height) {
    const Vec3 a = mesh.positions[face[0]], b = mesh.positions[face[1]], c = mesh.positions[face[2]];
    const Vec3 normal = cross(b - a, c - a);
    const double scale = height / std::sqrt(std::sqrt(dot(normal, normal)));
    mesh.positions.push_back(position((1.0 / 3) * (a + b + c) + scale * normal));
    mesh.tetrahedra.push_back({face[0], face[1], face[2], static_cast<std::uint32_t>(mesh.positions.size() - 1)});
}

// A box of cells rolled up into a tube along x, with thorns on its outside.
Mesh vessel(BoxCells n, std::size_t thorn_count) {
    const Mesh box = tetra_box(n);
    Mesh mesh;
    std::vector<std::uint32_t> number(box.positions.size());
    std::vector<Triangle> outside;
    for (std::size_t v = 0; v < number.size(); ++v) {
        const Position& p = box.positions[v];
        const auto last_row = static_cast<std::uint32_t>(p[1]) == n.y;
        number[v] = last_row ? number[v - std::size_t{n.y} * (n.x + 1)] : std::uint32_t(mesh.positions.size());
        if (last_row) continue;
        const double turn = p[1] / n.y, radius = 0.22 + 0.08 * p[2] / n.z;
        mesh.positions.push_back({4 * (p[0] / n.x - 0.5), radius * cos_turns(turn), radius * sin_turns(turn)});
    }
    for (Tetrahedron t : box.tetrahedra) {
        for (std::uint32_t& v : t) v = number[v];
        if (volume(mesh, t) < 0) std::swap(t[2], t[3]);
        mesh.tetrahedra.push_back(t);
    }
    for (const Triangle& t : mesh::boundary(mesh.tetrahedra)) {
        const auto far_out = [&](std::uint32_t v) {
            return std::hypot(mesh.positions[v][1], mesh.positions[v][2]) > 0.29;
        };
        if (far_out(t[0]) && far_out(t[1]) && far_out(t[2])) outside.push_back(t);
    }
    thorn_count = std::min(thorn_count, outside.size());
    for (std::size_t i = 0; i < thorn_count; ++i) {
        add_thorn(mesh, outside[i * outside.size() / thorn_count], 0.3);
    }
    mesh.triangles = mesh::boundary(mesh.tetrahedra);
    return mesh;
}

// A box in the middle of its own coordinates, with its longest side of length `size`.
Mesh centred(Mesh mesh, BoxCells n, double size) {
    const double cell = size / std::max({n.x, n.y, n.z});
    for (Position& p : mesh.positions)
        p = {cell * (p[0] - 0.5 * n.x), cell * (p[1] - 0.5 * n.y), cell * (p[2] - 0.5 * n.z)};
    return mesh;
}

// Bends, ripples and tumbles about a centre, and swings far enough to penetrate its neighbours.
MovingBody tumbling(std::string name, Mesh mesh, const Vec3& place, double reach, Random& random) {
    const Vec3 axis{random.between(-1, 1), random.between(-1, 1), random.between(0.2, 1)};
    const Vec3 swing{reach * random.between(0.3, 1), reach * random.between(0.3, 1), reach * random.between(0.3, 1)};
    const double turned = random.uniform(), shift = random.uniform();
    const auto moving = [=](double phase) {
        const Bend bend{0.12 * sin_turns(phase + shift)};
        const Wave wave{{0.7, 0.4, 0}, {0, 0.02, 0.08}, phase + shift};
        const double there = sin_turns(phase + shift);
        const Placement put((1 / std::sqrt(dot(axis, axis))) * axis, turned + 0.15 * sin_turns(phase),
                            place + there * swing);
        return [=](const Vec3& p) { return put(bend(wave(p))); };
    };
    return {std::move(name), std::move(mesh), each_vertex(moving)};
}

Bodies crowd(const Mesh& mesh, std::size_t objects, double spacing, double reach, Random& random) {
    Bodies bodies;
    objects = std::max<std::size_t>(objects, 2);
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(objects)) - 1e-9));
    for (std::size_t i = 0; i < objects; ++i) {
        const Vec3 place{spacing * double(i % side), spacing * double(i / side % side),
                         spacing * double(i / side / side)};
        bodies.push_back(tumbling("object_" + std::to_string(i), mesh, place, reach, random));
    }
    return bodies;
}

std::size_t count_for(std::size_t triangles, BoxCells n) {
    return (triangles + box_triangles(n) / 2) / box_triangles(n);
}

Bodies plates(std::size_t triangles, Random& random) {
    return crowd(centred(five_cut_box(plate_cells), plate_cells, 1), count_for(triangles, plate_cells), 0.62, 0.3,
                 random);
}

}  // namespace

Bodies setup_a(std::size_t triangles, Random& random) {
    return crowd(centred(five_cut_box(block_cells), block_cells, 1), count_for(triangles, block_cells), 0.95, 0.35,
                 random);
}
Bodies setup_b(std::size_t triangles, Random& random) { return plates(triangles, random); }
Bodies setup_c(std::size_t triangles, Random& random) { return plates(triangles, random); }
Bodies setup_e(std::size_t triangles, Random& random) { return plates(triangles, random); }

Bodies setup_d(std::size_t triangles, Random& random) {
    const double scale = std::sqrt(static_cast<double>(triangles) / (2.0 * vessel_triangles));
    const auto cells = [&](std::uint32_t usual) {
        return std::max(3u, static_cast<std::uint32_t>(std::floor(usual * scale + 0.5)));
    };
    const bool as_printed = triangles == 2 * vessel_triangles;
    const BoxCells n = as_printed ? BoxCells{along, around, layers} : BoxCells{cells(along), cells(around), layers};
    const std::size_t plain = 4 * std::size_t{n.x} * n.y + 4 * std::size_t{n.y} * n.z;
    const std::size_t extra = triangles / 2 > plain ? (triangles / 2 - plain) / 2 : 0;
    Bodies bodies;
    for (std::size_t i = 0; i < 2; ++i) {
        const double shift = 0.3 * double(i) + random.between(0, 0.1);
        const auto moving = [=](double phase) {
            const Bend bend{0.1 + 0.05 * sin_turns(phase + shift)};
            const Wave wave{{0.5, 0, 0}, {0, 0.12, 0.05}, phase + shift};
            const Placement put({0, 0, 1}, i == 0 ? 0.0 : 0.25, {0, 0, i == 0 ? 0.0 : 0.2 + 0.2 * sin_turns(phase)});
            return [=](const Vec3& p) { return put(bend(wave(p))); };
        };
        bodies.push_back({"vessel_" + std::to_string(i), vessel(n, extra), each_vertex(moving)});
    }
    return bodies;
}

}  // namespace pliant::shapes
