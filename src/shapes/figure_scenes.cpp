// A figure that turns and leans, in a dress: body and cloth of [Volino1994, 3.3].
#include <algorithm>
#include <cmath>

#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

struct Girth {
    double height, radius;
};

// From the feet to the crown; metres.
constexpr std::array<Girth, 17> figure{{{-0.90, 0.12},
                                        {-0.70, 0.17},
                                        {-0.30, 0.21},
                                        {0.05, 0.275},
                                        {0.22, 0.30},
                                        {0.40, 0.255},
                                        {0.60, 0.20},
                                        {0.80, 0.235},
                                        {0.97, 0.265},
                                        {1.12, 0.25},
                                        {1.24, 0.17},
                                        {1.31, 0.078},
                                        {1.38, 0.070},
                                        {1.46, 0.115},
                                        {1.56, 0.150},
                                        {1.66, 0.138},
                                        {1.74, 0.095}}};

// Catmull-Rom spline through the girths [Catmull1974].
double girth_at(double z) {
    const double inside = std::clamp(z, figure.front().height, figure.back().height);
    std::size_t i = 0;
    while (i + 2 < figure.size() && figure[i + 1].height < inside) ++i;
    const auto slope = [](std::size_t k) {
        const Girth &before = figure[k == 0 ? 0 : k - 1], &after = figure[std::min(k + 1, figure.size() - 1)];
        return (after.radius - before.radius) / (after.height - before.height);
    };
    const double step = figure[i + 1].height - figure[i].height, t = (inside - figure[i].height) / step, u = 1 - t;
    return u * u * (1 + 2 * t) * figure[i].radius + t * t * (1 + 2 * u) * figure[i + 1].radius +
           t * u * step * (u * slope(i) - t * slope(i + 1));
}

// Elliptic cross-section: a figure is wider than deep.
Vec3 oval(double radius, double angle, double z) {
    const SinCos around = sincos_turns(angle);
    return {1.12 * radius * around.cos, 0.86 * radius * around.sin, z};
}

// Turns at the waist and leans; the feet stay.
struct Sway {
    double phase = 0;
    Vec3 operator()(const Vec3& p) const {
        const double up = p.z + 0.9, lean = 0.03 * sin_turns(phase) * up * up;
        const Vec3 turned = Twist{0.05 * sin_turns(phase + 0.1)}({p.x, p.y, up});
        return {turned.x + lean, turned.y, p.z};
    }
};

// Rest coordinates: x is the angle in turns, y runs from 0 at the feet to 1 at the crown.
struct Figure {
    Sway sway;
    Vec3 operator()(const Vec3& p) const {
        const double to_end = std::min({p.y, 1 - p.y, 0.04}) / 0.04;
        const double rounded = std::sqrt(to_end * (2 - to_end));
        const double z = -0.93 + 2.70 * p.y;
        return sway(oval(rounded * girth_at(z), p.x, z));
    }
};

// Rest coordinates: x is the angle in turns, y runs from 0 at the hem to 1 at the top.
struct Dress {
    Sway sway;
    double phase = 0, shift = 0;
    static constexpr unsigned pleats = 10;
    Vec3 operator()(const Vec3& p) const {
        const double z = -0.62 + 1.68 * p.y, skirt = smooth_step(-0.05, 1, (0.3 - z) / 0.92);
        const double ease = 0.014 + 0.016 * sin_turns(2 * p.x + 0.8 * z + shift) * sin_turns(0.9 * z + phase);
        const SinCos pleat =
            sincos_turns(pleats * p.x + 0.1 * sin_turns(p.x + shift) + 0.05 * skirt * sin_turns(phase + 2 * p.x));
        const double waist_down = z < 0.25 ? 0.305 + 0.26 * (0.25 - z) * (1 + 0.1 * sin_turns(phase)) : girth_at(z);
        const double radius = waist_down + ease + 0.10 * skirt * (0.3 + pleat.cos);
        const double aside = 0.95 * skirt * skirt * 2 * pleat.sin * pleat.cos / (full_turn * pleats);
        return sway(oval(radius, p.x - aside, z + 0.02 * skirt * sin_turns(phase + p.x)));
    }
};

Mesh figure_mesh(std::size_t triangles) {
    Mesh mesh = globe(grid_size(triangles, 0.4, 3));
    for (Position& p : mesh.positions) {
        const double aside = std::sqrt(p[0] * p[0] + p[1] * p[1]);
        p = {angle_turns(p[0], p[1]), 2 * angle_turns(-p[2], aside), 0};
    }
    return mesh;
}

Mesh dress_mesh(std::size_t triangles) {
    Mesh mesh = tube(grid_size(triangles, 2.5, 3), 1, 1);
    for (Position& p : mesh.positions) p = {angle_turns(p[0], p[1]), p[2], 0};
    return mesh;
}

}  // namespace

Bodies body_and_garment(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    Bodies bodies;
    bodies.push_back(
        {"figure", figure_mesh(triangles * 2 / 5), each_vertex([](double phase) { return Figure{{phase}}; })});
    bodies.push_back({"dress", dress_mesh(triangles * 3 / 5), each_vertex([shift](double phase) {
                          // The cloth lags behind the body.
                          return Dress{{phase - 0.02}, phase, shift};
                      })});
    return bodies;
}

}  // namespace pliant::shapes
