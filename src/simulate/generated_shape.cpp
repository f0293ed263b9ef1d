#include "simulate/generated_shape.hpp"

#include <cmath>

#include "shapes/meshes.hpp"
#include "shapes/solids.hpp"

namespace pliant::simulate {
namespace {

shapes::BoxCells cells(const std::array<std::uint32_t, 3>& n) { return {n[0], n[1], n[2]}; }

shapes::Mesh scaled(shapes::Mesh mesh, double by) {
    for (shapes::Position& p : mesh.positions) p = {by * p[0], by * p[1], by * p[2]};
    return mesh;
}

struct Generate {
    shapes::Mesh operator()(std::monostate) const { return {}; }
    shapes::Mesh operator()(const scene_file::Box& s) const { return shapes::solid_box(cells(s.cells), Vec3(s.size)); }
    shapes::Mesh operator()(const scene_file::Ball& s) const { return shapes::solid_ball(s.cells, s.radius); }
    shapes::Mesh operator()(const scene_file::Bowl& s) const {
        return shapes::solid_bowl(s.cells, s.radius, s.steepness, s.wall);
    }
    shapes::Mesh operator()(const scene_file::Tube& s) const {
        return shapes::solid_tube(cells(s.cells), s.length, s.inner_radius, s.outer_radius);
    }
    shapes::Mesh operator()(const scene_file::Sheet& s) const {
        return shapes::cloth_grid(shapes::grid_size(s.triangles, s.width / s.height), s.width, s.height);
    }
    shapes::Mesh operator()(const scene_file::Sleeve& s) const {
        const double around = shapes::full_turn * s.radius;
        shapes::Mesh mesh = shapes::tube(shapes::grid_size(s.triangles, around / s.height, 3), s.radius, s.height);
        for (shapes::Position& p : mesh.positions) p[2] -= 0.5 * s.height;
        return mesh;
    }
    shapes::Mesh operator()(const scene_file::Sphere& s) const {
        return scaled(shapes::icosphere(shapes::sphere_frequency(s.triangles, 20)), s.radius);
    }
    shapes::Mesh operator()(const scene_file::Torus& s) const {
        return shapes::torus(shapes::grid_size(s.triangles, s.ring_radius / s.tube_radius, 3), s.ring_radius,
                             s.tube_radius);
    }
    shapes::Mesh operator()(const scene_file::Cloud& s) const {
        shapes::Random random(s.seed);
        shapes::Mesh mesh;
        mesh.positions.resize(s.count);
        for (shapes::Position& p : mesh.positions) {
            const Vec3 place = random.in_cube();
            p = {0.5 * s.size[0] * place.x, 0.5 * s.size[1] * place.y, 0.5 * s.size[2] * place.z};
        }
        return mesh;
    }
};

}  // namespace

shapes::Mesh generated_shape(const scene_file::Shape& shape) { return std::visit(Generate{}, shape); }

}  // namespace pliant::simulate
