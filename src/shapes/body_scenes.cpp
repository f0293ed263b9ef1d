// Scenes of one or two soft bodies.
#include <algorithm>
#include <cmath>

#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

// A tube with slanting pleats, deepest at half height, where they fold over and cross.
struct Wring {
    double turns = 1, depth = 0.45, overturn = 1.2, phase = 0, height = 4;
    unsigned pleats = 7;
    Vec3 operator()(const Vec3& p) const {
        const double up = p.z / height, middle = smooth_step(0, 0.5, up) * smooth_step(0, 0.5, 1 - up);
        const double angle = angle_turns(p.x, p.y);
        const SinCos lobe = sincos_turns(pleats * angle + 0.06 * sin_turns(angle + phase));
        const double radius = 1 - 0.35 * middle - depth * middle * (0.5 - 0.5 * lobe.cos);
        const double aside = overturn * middle * 2 * lobe.sin * lobe.cos / (full_turn * pleats);
        const SinCos around = sincos_turns(angle - aside + turns * smooth_step(0, 1, up));
        return {radius * around.cos, radius * around.sin, p.z};
    }
};

MovingBody knot(std::string name, std::size_t triangles, const KnotShape& shape, const Vec3& axis, const Vec3& middle,
                double shift) {
    const auto bend = [=](double phase) {
        const Wave wave{{0.3, 0.2, 0.1}, {0.03, 0.05, 0.08}, phase + shift};
        const Twist twist{0.05 * sin_turns(phase + shift)};
        const Placement place(axis, 0.25 + 0.02 * sin_turns(phase), middle + (0.1 * cos_turns(phase)) * axis);
        return [=](const Vec3& p) { return place(twist(wave(p))); };
    };
    return {std::move(name), torus_knot(grid_size(triangles, 12, 3), shape), each_vertex(bend)};
}

MovingBody cushion(std::string name, std::size_t triangles, double up, const Vec3& along, Random& random) {
    Mesh sphere = icosphere(sphere_frequency(triangles, 20));
    add_bumps(sphere, 12, 0.02, random);
    const auto waves = [=](double phase) {
        const Wave wave{along, {0, 0, 0.022}, phase};
        const Vec3 lift{0, 0, up + 0.012 * sin_turns(phase)};
        return [=](const Vec3& p) { return wave(Squeeze{0.42}(p)) + lift; };
    };
    return {std::move(name), std::move(sphere), each_vertex(waves)};
}

}  // namespace

Bodies two_knots(std::size_t triangles, Random& random) {
    Bodies bodies;
    const double shift = random.uniform();
    bodies.push_back(knot("trefoil", triangles / 2, {2, 3, 1, 0.42, 0.16}, {1, 0, 0}, {-0.45, 0, 0}, shift));
    bodies.push_back(knot("cinquefoil", triangles / 2, {2, 5, 1, 0.4, 0.13}, {0, 1, 0}, {0.6, 0.1, 0.2}, shift + 0.3));
    return bodies;
}

Bodies pulsating_sphere(std::size_t triangles, Random& random) {
    const Vec3 along = 2.0 * random.direction();
    Bodies bodies;
    bodies.push_back({"sphere", icosphere(sphere_frequency(triangles, 20)), each_vertex([along](double phase) {
                          // Radial displacement: the surface stays star-shaped and cannot intersect itself.
                          return Pulse{0.15, 0.04, along, phase};
                      })});
    return bodies;
}

Bodies twisted_tube(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    Bodies bodies;
    bodies.push_back({"tube", tube(grid_size(triangles, 2, 3), 1, 4), each_vertex([shift](double phase) {
                          const double wrung = 0.5 + 0.5 * cos_turns(phase);
                          return Wring{0.2 + 0.8 * wrung, 0.3 + 0.25 * wrung, 0.6 + 0.6 * wrung, phase + shift};
                      })});
    return bodies;
}

Bodies squeezed_blob(std::size_t triangles, Random& random) {
    Mesh blob = icosphere(sphere_frequency(triangles * 3 / 5, 20));
    const std::size_t for_ball = triangles > blob.triangles.size() ? (triangles - blob.triangles.size()) / 2 : 0;
    add_bumps(blob, 40, 0.12, random);
    // Height of the balls' fronts: below 0 the two dents of the blob pass through one another.
    const auto front = [](double phase) { return 0.35 - 0.4 * cos_turns(phase); };
    constexpr double radius = 0.62;
    const auto squeeze = [=](double phase) {
        const double centre = front(phase) + radius;
        const Dent top{{0, 0, centre}, radius, {0, 0, -1}}, bottom{{0.05, 0.03, -centre}, radius, {0, 0, 1}};
        const Pulse bulge{0.04 * cos_turns(phase), 0, {0, 0, 0}, 0.25};
        return [=](const Vec3& p) { return bulge(p.z > 0 ? top(p) : bottom(p)); };
    };
    const auto ball = [&](std::string name, const Vec3& side) -> MovingBody {
        const auto press = [=](double phase) {
            const Vec3 centre{side.x, side.y, side.z * (front(phase) + radius)};
            return [=](const Vec3& p) { return radius * p + centre; };
        };
        return {std::move(name), globe(grid_size(for_ball, 1.5, 3)), each_vertex(press)};
    };
    Bodies bodies;
    bodies.push_back({"blob", std::move(blob), each_vertex(squeeze)});
    bodies.push_back(ball("upper", {0, 0, 1}));
    bodies.push_back(ball("lower", {0.05, 0.03, -1}));
    return bodies;
}

Bodies waves_pair(std::size_t triangles, Random& random) {
    Bodies bodies;
    bodies.push_back(cushion("lower", triangles / 2, -0.41, {1.1, 0.4, 0}, random));
    bodies.push_back(cushion("upper", triangles / 2, 0.41, {-0.5, 1.2, 0}, random));
    return bodies;
}

}  // namespace pliant::shapes
