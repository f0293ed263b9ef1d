// A body that bends by physics: explicit finite elements on few tetrahedra, to steer a dense skin.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/points.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// Isotropic, in SI units.
struct Material {
    double stiffness = 1e5;      ///< Young's modulus, Pa
    double poisson_ratio = 0.3;  ///< above -1, below 0.5
    double density = 1000;       ///< kg/m^3
    double damping = 0;          ///< of strain, as a time: viscous stress is that of `damping` times the strain rate, s
};

/// Linear tetrahedra with Green's strain [OBrien1999], stepped by the classical Runge-Kutta method of fourth order
/// [Mendoza2005, 3]. Forces are exact gradients of the energy.
class PLIANT_EXPORT ElasticBody {
public:
    /// At rest in the given shape. Tetrahedra may have either orientation. std::invalid_argument for one without volume
    /// or with vertices that are not there, for coordinates that are not finite, or a material out of range.
    ElasticBody(const VolumeView& rest, const Material& material);

    /// One step forward in time. `forces` act on the vertices, in newtons, all along the step; empty: none. Vertices
    /// that are held stay where they are. std::invalid_argument, here and below, for what is not finite.
    void step(double seconds, std::span<const std::array<double, 3>> forces = {});
    void hold(std::uint32_t vertex, bool held = true);  ///< std::out_of_range for one that is not there

    /// The longest step that stays stable for small strains, with a margin.
    [[nodiscard]] double stable_step() const;

    /// By vertex, in metres; valid as long as the body.
    [[nodiscard]] std::span<const std::array<double, 3>> positions() const { return positions_; }
    /// By vertex, in m/s.
    [[nodiscard]] std::span<const std::array<double, 3>> velocities() const { return velocities_; }
    void set_positions(Points positions);    ///< as many as there are vertices
    void set_velocities(Points velocities);  ///< m/s

    [[nodiscard]] double elastic_energy() const;                                       ///< J
    [[nodiscard]] double kinetic_energy() const;                                       ///< J
    [[nodiscard]] double mass(std::uint32_t vertex) const { return masses_[vertex]; }  ///< kg
    /// Of elasticity and damping together, on each vertex, in newtons.
    void internal_forces(std::span<const std::array<double, 3>> positions,
                         std::span<const std::array<double, 3>> velocities, std::span<std::array<double, 3>> out) const;

private:
    using Vectors = std::vector<std::array<double, 3>>;
    struct Element {
        Tetrahedron corners;
        std::array<std::array<double, 3>, 3>
            inverse;  // of the matrix whose columns are the edges from corner 0 at rest
        double volume;
    };

    void accelerations(const Vectors& positions, const Vectors& velocities, Vectors& out);
    void move_by(double seconds, const Vectors& speed, const Vectors& acceleration);

    std::vector<Element> elements_;
    Material material_;
    double lambda_ = 0, mu_ = 0;
    double stable_step_ = 0;
    std::vector<double> masses_;
    std::vector<std::uint8_t> held_;
    Vectors positions_, velocities_;
    std::span<const std::array<double, 3>> forces_;    // of this step
    Vectors x_, v_, a_, sum_x_, sum_v_, stage_speed_;  // of the stages
};

}  // namespace pliant
