#include "shapes/random_forms.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "shapes/deformations.hpp"
#include "shapes/random_ranges.hpp"
#include "shapes/solids.hpp"

namespace pliant::shapes {

namespace {

template <class Map>
void move_vertices(Mesh& mesh, const Map& map) {
    for (Position& p : mesh.positions) p = position(map(Vec3(p)));
}

std::uint32_t rounded_down(const RandomRange& range, Random& random) {
    return static_cast<std::uint32_t>(std::floor(range.draw(random)));
}

Mesh flattened(Mesh mesh, double flatness) {
    move_vertices(mesh, [&](const Vec3& p) { return Vec3{p.x, p.y, flatness * p.z}; });
    return mesh;
}

Mesh sheet(std::size_t triangles, Random& random) {
    const double width = ranges::aspect.draw(random), columns = ranges::aspect.draw(random);
    return cloth_grid(grid_size(triangles, columns), width, 1);
}

Mesh folded_sheet(std::size_t triangles, Random& random) {
    Fold fold;
    fold.layers = rounded_down(ranges::layers, random);
    fold.gap = 1.0 / fold.layers;
    fold.wrinkle = fold.gap * ranges::wrinkle.draw(random);
    fold.phase = random.uniform();
    Mesh mesh = cloth_grid(grid_size(triangles, fold.layers), 1, 2);
    move_vertices(mesh, [&](const Vec3& p) { return fold({p.x + 0.5, p.y, p.z}); });
    return mesh;
}

Mesh draped_sheet(std::size_t triangles, Random& random) {
    Drape drape;
    drape.pleats = rounded_down(ranges::pleats, random);
    drape.overturn = ranges::overturn.draw(random);
    for (double& shift : drape.shifts) shift = random.uniform();
    constexpr double side = 4.2;  // in radii of the ball
    Mesh mesh = cloth_grid(grid_size(triangles, 1), side, side);
    move_vertices(mesh, [&](const Vec3& p) {
        return drape({std::sqrt(p.x * p.x + p.y * p.y), angle_turns(p.x, p.y), 0});
    });
    return mesh;
}

Mesh bumpy_sphere(std::size_t triangles, Random& random) {
    Mesh mesh = random.uniform() < 0.5 ? icosphere(sphere_frequency(triangles, 20))
                                       : octasphere(sphere_frequency(triangles, 8));
    const std::uint32_t count = rounded_down(ranges::bumps, random);
    add_bumps(mesh, count, ranges::bump_height.draw(random), random);
    return mesh;
}

Mesh blob(std::size_t triangles, Random& random) {
    Mesh mesh = bumpy_sphere(triangles, random);
    return flattened(std::move(mesh), ranges::flatness.draw(random));
}

Mesh ring(std::size_t triangles, Random& random) {
    const double columns = 3 * ranges::aspect.draw(random);
    return torus(grid_size(triangles, columns, 3), 1, ranges::thickness.draw(random));
}

Mesh knot(std::size_t triangles, Random& random) {
    KnotShape shape;
    shape.through_hole = 3 + 2 * static_cast<int>(3 * random.uniform());
    shape.tube_radius = 0.6 * ranges::thickness.draw(random);
    const double columns = 6 * ranges::aspect.draw(random);
    return torus_knot(grid_size(triangles, columns, 3), shape);
}

Mesh open_tube(std::size_t triangles, Random& random) {
    const double height = 2 * ranges::aspect.draw(random), columns = ranges::aspect.draw(random);
    return tube(grid_size(triangles, columns, 3), 1, height);
}

Mesh separate_pieces(std::size_t triangles, Random& random) {
    const std::uint32_t count = rounded_down(ranges::pieces, random);
    const double crowding = ranges::crowding.draw(random);
    const double radius = std::cbrt(8 * crowding / (full_turn * 2 / 3 * count));
    Mesh mesh;
    for (std::uint32_t i = 0; i < count; ++i) {
        Mesh piece = bumpy_sphere(triangles / count, random);
        const Vec3 centre = random.in_cube();
        move_vertices(piece, [&](const Vec3& p) { return centre + radius * p; });
        append(mesh, piece);
    }
    return mesh;
}

std::uint32_t cells_for(std::size_t triangles) {
    return std::max(1u, static_cast<std::uint32_t>(std::sqrt(static_cast<double>(triangles) / 12) + 0.5));
}

Mesh solid_block(std::size_t triangles, Random& random) {
    const std::uint32_t n = cells_for(2 * triangles);
    const double flatness = ranges::flatness.draw(random);
    return solid_box({n, n, std::max(1u, n / 8)}, {2, 2, 2 * flatness});
}

Mesh solid_blob(std::size_t triangles, Random& random) {
    // Cells within grow with the cube of those on the surface.
    return flattened(solid_ball(std::min(24u, cells_for(triangles)), 1), ranges::flatness.draw(random));
}

struct Family {
    std::string_view name;
    bool sheet;
    Mesh (*make)(std::size_t triangles, Random& random);
};

constexpr Family families[] = {
    {"sheet", true, sheet},         {"fold", false, folded_sheet},
    {"drape", false, draped_sheet}, {"blob", false, blob},
    {"ring", false, ring},          {"knot", false, knot},
    {"tube", false, open_tube},     {"pieces", false, separate_pieces},
    {"block", false, solid_block},  {"solid", false, solid_blob},
};
static_assert(std::size(families) == random_families);

void fit_into_unit_cube(Mesh& mesh) {
    Vec3 low = mesh.positions[0], high = low;
    for (const Position& p : mesh.positions) {
        low = {std::min(low.x, p[0]), std::min(low.y, p[1]), std::min(low.z, p[2])};
        high = {std::max(high.x, p[0]), std::max(high.y, p[1]), std::max(high.z, p[2])};
    }
    const Vec3 centre = 0.5 * (low + high), half = 0.5 * (high - low);
    const double largest = std::max({half.x, half.y, half.z});
    move_vertices(mesh, [&](const Vec3& p) { return (1 / largest) * (p - centre); });
}

}  // namespace

RandomForm random_form(std::size_t family, std::size_t triangles, Random& random) {
    const Family& chosen = families[family];
    RandomForm form{chosen.name, chosen.sheet, chosen.make(std::max<std::size_t>(triangles, 1), random)};
    fit_into_unit_cube(form.mesh);
    return form;
}

}  // namespace pliant::shapes
