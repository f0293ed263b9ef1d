// Ends of a step, changed so that what would meet on the way does not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/impacts.hpp>

#include "respond/surface_contacts.hpp"

namespace pliant::respond {

/// Vertices of the solver on their way. What does not move has no inverse mass.
struct StepEnds {
    std::span<const Point> start;
    std::span<Point> end;
    std::span<const double> inverse_masses;
};

class ImpactRepair {
public:
    /// No vertex is changed yet.
    void begin(std::size_t vertices);
    /// One impact after another, both sides are moved apart in proportion to their inverse masses, until the features
    /// end where they were apart by a part of what they were at the start [Bridson2002, 7.3].
    void part(const Impacts& impacts, std::span<const SurfaceBody> bodies, const StepEnds& ends);
    /// Fail-safe: vertices that have an impact take only `share` of their motion.
    void slow(const Impacts& impacts, std::span<const SurfaceBody> bodies, double share, const StepEnds& ends);
    /// Number of vertices that were changed.
    [[nodiscard]] std::uint64_t changed() const { return changed_; }

private:
    void change(std::uint32_t vertex, const Point& to, const StepEnds& ends);

    std::vector<std::uint8_t> is_changed_, is_slowed_;
    std::vector<Push> pushes_;
    std::uint64_t changed_ = 0;
};

}  // namespace pliant::respond
