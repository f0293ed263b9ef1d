// Bodies whose volumes are known.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"
#include "shapes/random.hpp"

namespace pliant::depth_layers {

using Position = std::array<double, 3>;

inline shapes::Mesh box(const Position& lo, const Position& hi) {
    shapes::Mesh mesh = shapes::box_surface({1, 1, 1});
    for (Position& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = p[k] == 0 ? lo[k] : hi[k];
    }
    return mesh;
}

inline shapes::Mesh sphere(std::uint32_t frequency, const Position& centre, double radius) {
    shapes::Mesh mesh = shapes::icosphere(frequency);
    for (Position& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = centre[k] + radius * p[k];
    }
    return mesh;
}

/// Turned about two axes by angles whose sines and cosines are no round numbers, then moved.
inline void tumble(shapes::Mesh& mesh, double angle, const Position& by) {
    const double c = std::cos(angle), s = std::sin(angle), d = std::cos(2.3 * angle), e = std::sin(2.3 * angle);
    for (Position& p : mesh.positions) {
        const Position q{c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]};
        p = {q[0] + by[0], d * q[1] - e * q[2] + by[1], e * q[1] + d * q[2] + by[2]};
    }
}

inline void turn_inside_out(shapes::Mesh& mesh) {
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
}

/// The same triangles, each with corners of its own.
inline shapes::Mesh soup_of(const shapes::Mesh& mesh) {
    shapes::Mesh soup;
    for (const Triangle& t : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (const std::uint32_t v : t) soup.positions.push_back(mesh.positions[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

inline double volume_of(const shapes::Mesh& mesh) {
    double six = 0;
    for (const Triangle& t : mesh.triangles) {
        const Position &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
        six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return six / 6;
}

/// Two bodies in a scene.
struct Couple {
    shapes::Mesh a, b;
    Scene scene;
    BodyId id_a, id_b;

    Couple(shapes::Mesh first, shapes::Mesh second, unsigned threads = 0)
        : a(std::move(first)),
          b(std::move(second)),
          scene({.threads = threads}),
          id_a(scene.add(SurfaceView{a.positions, a.triangles})),
          id_b(scene.add(SurfaceView{b.positions, b.triangles})) {}

    const Overlap& overlap(const OverlapOptions& options = {}) { return scene.overlap(id_a, id_b, options); }
};

}  // namespace pliant::depth_layers
