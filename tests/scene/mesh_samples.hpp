// Small meshes with known answers.
#pragma once

#include <array>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"

namespace pliant::scene_test {

using Position = std::array<double, 3>;

struct Sample {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;

    [[nodiscard]] SurfaceView view() const { return {positions, triangles}; }
};

/// A triangle in the plane z = `height` around the z axis.
inline Sample lying(double height = 0) { return {{{-1, -1, height}, {1, -1, height}, {0, 1, height}}, {{0, 1, 2}}}; }

/// A triangle that stands on the point (0, 0, bottom), two units high, and pierces what lies between.
inline Sample standing(double bottom = -1) {
    return {{{0, 0, bottom}, {0.1, 0, bottom + 2}, {0, 0.1, bottom + 2}}, {{0, 1, 2}}};
}

inline Sample shifted(Sample sample, double x, double y, double z) {
    for (Position& p : sample.positions) p = {p[0] + x, p[1] + y, p[2] + z};
    return sample;
}

inline Sample joined(Sample a, const Sample& b) {
    const auto first = static_cast<std::uint32_t>(a.positions.size());
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const auto& [i, j, k] : b.triangles) a.triangles.push_back({i + first, j + first, k + first});
    return a;
}

inline Sample sphere(std::uint32_t frequency) {
    const shapes::Mesh mesh = shapes::icosphere(frequency);
    return {mesh.positions, mesh.triangles};
}

inline Sample cloth(std::uint32_t columns, double width = 2) {
    const shapes::Mesh mesh = shapes::cloth_grid({columns, columns}, width, width);
    return {mesh.positions, mesh.triangles};
}

}  // namespace pliant::scene_test
