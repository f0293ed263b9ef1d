// Scenes of many small bodies or pieces.
#include <algorithm>
#include <cmath>

#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

constexpr std::size_t swarm_bodies = 64;

// A path around a place of its own, and a spin on the way.
struct Drift {
    Vec3 home, swing, axis;
    double shift = 0, size = 1;
};

Drift random_drift(Random& random) {
    const Vec3 home = random.in_cube(), swing = 0.35 * random.direction(), axis = random.direction();
    const double shift = random.uniform(), size = random.between(0.2, 0.32);
    return {home, swing, axis, shift, size};
}

Motion drifting(const Drift& drift) {
    return each_vertex([drift](double phase) {
        const double now = phase + drift.shift;
        const Wave wave{0.6 * drift.axis, 0.12 * unit(drift.swing), now};
        const Vec3 centre = drift.home + sin_turns(now) * drift.swing;
        const Placement place(drift.axis, now, centre);
        const double size = drift.size;
        return [=](const Vec3& p) { return place(size * wave(p)); };
    });
}

// A long double pyramid of six triangles from one tip to the other.
Mesh needle(const Vec3& middle, const Vec3& along, double half_length, double radius) {
    const Vec3 other = along.x * along.x < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 right = unit(cross(along, other)), up = cross(along, right);
    Mesh mesh;
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
        const SinCos around = sincos_turns(corner / 3.0);
        mesh.positions.push_back(position(middle + radius * (around.cos * right + around.sin * up)));
        const std::uint32_t next = (corner + 1) % 3;
        mesh.triangles.push_back({corner, next, 3});
        mesh.triangles.push_back({next, corner, 4});
    }
    mesh.positions.push_back(position(middle + half_length * along));
    mesh.positions.push_back(position(middle - half_length * along));
    return mesh;
}

MovingBody bundle(std::string name, std::size_t count, double radius, double turns, Random& random) {
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 middle = 0.5 * random.in_cube(), along = random.direction();
        append(mesh, needle(middle, along, random.between(0.2, 0.4), radius));
    }
    const Vec3 axis = random.direction();
    const auto turning = [=](double phase) {
        const Twist twist{turns * sin_turns(phase)};
        const Placement place(axis, turns * sin_turns(phase + 0.1), {0, 0, 0});
        return [=](const Vec3& p) { return place(twist(p)); };
    };
    return {std::move(name), std::move(mesh), each_vertex(turning)};
}

}  // namespace

Bodies swarm(std::size_t triangles, Random& random) {
    Bodies bodies;
    std::size_t left = triangles;
    for (std::size_t i = 0; i < swarm_bodies; ++i) {
        const std::size_t share = left / (swarm_bodies - i);
        const bool blob = i % 2 == 0;
        Mesh mesh = blob ? octasphere(sphere_frequency(share, 8)) : torus(grid_size(share, 2.2, 3), 0.8, 0.32);
        if (blob) add_bumps(mesh, 6, 0.25, random);
        left -= std::min(left, mesh.triangles.size());
        bodies.push_back(
            {(blob ? "blob_" : "ring_") + std::to_string(i), std::move(mesh), drifting(random_drift(random))});
    }
    return bodies;
}

Bodies needles(std::size_t triangles, Random& random) {
    const std::size_t each = std::max<std::size_t>(1, triangles / 12);
    // Thin enough that about one needle in three meets another, for any number of them.
    const double radius = 0.4 / static_cast<double>(each);
    Bodies bodies;
    bodies.push_back(bundle("first", each, radius, 0.05, random));
    bodies.push_back(bundle("second", each, radius, -0.05, random));
    return bodies;
}

}  // namespace pliant::shapes
