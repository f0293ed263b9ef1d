// What a sheet is made of, as constraints on vertices: each moves its vertices at once, by what its stiffness asks for
// within one substep [Macklin2016].
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/cloth.hpp>
#include <pliant/views.hpp>

#include "numeric/vec.hpp"

namespace pliant::deform {

/// A triangle that resists stretch along warp and weft, and shear [Baraff1998, 4.2].
struct Membrane {
    std::array<std::uint32_t, 3> vertices{};
    std::array<double, 4> inverse{};  // of the 2 x 2 matrix of edges at rest: warp from both edges, weft from both
    double stretch = 0, shear = 0;    // stiffness times area, N m
    double damping = 0;               // s
};

/// Two triangles at an edge: the sum of weighted corners is the curvature of the edge [Bergou2006], zero where they are
/// flat.
struct Hinge {
    std::array<std::uint32_t, 4> vertices{};  // of the edge, then across
    std::array<double, 4> weights{};
    double stiffness = 0;  // N/m
    double rest = 0;       // length of the sum at rest
    double damping = 0;    // s
};

/// Deformed unit vectors of the rest shape, along warp and weft.
struct Threads {
    Vec3 warp, weft;
};
Threads threads(const Membrane& m, std::span<const Point> positions);

/// False where the triangle has no area.
bool make_membrane(const Triangle& triangle, std::span<const Point> rest, const ClothMaterial& material, Membrane& out);
/// The hinges of a sheet: edges with exactly two triangles. `first` is added to all numbers.
void make_hinges(std::span<const Triangle> triangles, std::span<const Point> rest, const ClothMaterial& material,
                 std::vector<Hinge>& out);

/// Damping acts on velocities once per whole step. Within substeps it would work against the constraints, each of which
/// is projected only once there.
struct DampedState {
    std::span<const Point> positions;
    std::span<Vec3> velocities;
    std::span<const double> inverse_masses;
    double seconds = 0;
};
void damp(const Membrane& m, const DampedState& state);
void damp(const Hinge& hinge, const DampedState& state);

double elastic_energy(const Membrane& m, std::span<const Point> positions);
double elastic_energy(const Hinge& hinge, std::span<const Point> positions);

}  // namespace pliant::deform
