// Surfaces that pass through each other are led apart by the curves along which they do [VolinoMagnenat2006].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "respond/surface_contacts.hpp"

namespace pliant::respond {

/// Gradient descent on the length of intersection curves. Each point of a curve is an edge that meets a triangle:
/// moving the two against each other moves the point, and both go the way that shortens the curve, until it is gone. As
/// in the paper, the part of that motion across the triangle counts twice.
class Untangling {
public:
    /// Marks what takes part in curves that concern cloth, and finds where its vertices shall go: about `reach` where a
    /// curve is bent or ends, in m. Positions and inverse masses are those of the solver. Returns the number of curves.
    std::size_t find(const Curves& curves, std::span<const SurfaceBody> bodies,
                     std::span<const std::span<const Triangle>> triangles, std::span<const Point> positions,
                     std::span<const double> inverse_masses, double reach);

    /// Vertices of the solver that shall move, ascending, and how far.
    struct Motion {
        std::uint32_t vertex = 0;
        Point way{};
    };
    [[nodiscard]] std::span<const Motion> motions() const { return motions_; }
    /// By body: 1 for each vertex that is still tangled, so that contacts near it are on the wrong side.
    [[nodiscard]] std::span<const std::vector<std::uint8_t>> tangled() const { return tangled_; }

private:
    struct Sum {
        Point way{};
        double weight = 0;
    };

    void mark(const Curves& curves, const Curve& curve, std::span<const std::span<const Triangle>> triangles);
    void slopes_of(const Curves& curves, const Curve& curve);
    void lead(const CurvePoint& point, const Point& slope, std::span<const SurfaceBody> bodies,
              std::span<const std::span<const Triangle>> triangles, std::span<const Point> positions,
              std::span<const double> inverse_masses, double reach);

    std::vector<Point> slopes_;    // of the length, by point
    std::vector<double> lengths_;  // of the curve, by point
    std::vector<Sum> sums_;        // by vertex of the solver
    std::vector<Motion> motions_;
    std::vector<std::vector<std::uint8_t>> tangled_;
};

}  // namespace pliant::respond
