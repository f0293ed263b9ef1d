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

/// A plate with a wavy outline of `corners` vertices. The upper face is a fan around its middle; the lower one goes to
/// and fro between the two halves of the outline, in slivers.
Mesh cut_plate(std::uint32_t corners, double height) {
    Mesh mesh;
    for (const double z : {0.0, height}) {
        for (std::uint32_t i = 0; i < corners; ++i) {
            const double turns = double(i) / corners;
            const SinCos around = sincos_turns(turns);
            const double radius = 1 + 0.03 * sin_turns(9 * turns);
            mesh.positions.push_back({radius * around.cos, 0.7 * radius * around.sin, z});
        }
    }
    mesh.positions.push_back({0, 0, height});
    for (std::uint32_t i = 0; i < corners; ++i) {
        const std::uint32_t next = (i + 1) % corners;
        mesh.triangles.push_back({i, next, next + corners});
        mesh.triangles.push_back({i, next + corners, i + corners});
        mesh.triangles.push_back({2 * corners, i + corners, next + corners});
    }
    for (std::uint32_t low = 0, high = corners - 1; high - low > 1;) {
        const std::uint32_t next = (low + (corners - 1 - high)) % 2 == 0 ? low + 1 : high - 1;
        mesh.triangles.push_back({low, high, next});
        (next == low + 1 ? low : high) = next;
    }
    return mesh;
}

}  // namespace

Bodies cut_plates(std::size_t triangles, Random& random) {
    constexpr std::size_t plates = 4;
    const auto corners = static_cast<std::uint32_t>(std::max<std::size_t>(8, triangles / (4 * plates)));
    Bodies bodies;
    for (std::size_t i = 0; i < plates; ++i) {
        const Vec3 axis = random.direction(), home{0.5 * static_cast<double>(i), 0.1 * random.uniform(), 0};
        const double shift = random.uniform();
        const auto turning = [=](double phase) {
            const Wave bend{{0.3, 0.1, 0}, {0, 0, 0.1 * sin_turns(phase)}, shift};
            const Placement place(axis, shift + 0.2 * sin_turns(phase + shift), home);
            return [=](const Vec3& p) { return place(bend(p)); };
        };
        bodies.push_back({"plate_" + std::to_string(i), cut_plate(corners, 0.15), each_vertex(turning)});
    }
    return bodies;
}

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
