// Shared volumes during measurement, as bounds in local coordinates, and their conversion to an answer.
#pragma once

#include <optional>
#include <span>

#include <pliant/overlap.hpp>

#include "frame/query.hpp"
#include "surfaces/local_frame.hpp"
#include "surfaces/surface_of_body.hpp"
#include "surfaces/volume_of_interest.hpp"

namespace pliant::surfaces {

/// One question about two bodies, or one with itself. The surfaces are read, their borders known.
struct OverlapQuery : frame::Query<OverlapOptions> {
    std::span<SurfaceOfBody> sides;  // two, or one
    VolumeOfInterest voi;            // has a volume

    [[nodiscard]] bool self() const { return sides.size() == 1; }
    /// The deadline, from the budget of time.
    [[nodiscard]] std::optional<frame::Clock::time_point> until() const {
        if (!options.budget.time) return std::nullopt;
        return started + *options.budget.time;
    }
    /// Number of columns along a side.
    [[nodiscard]] VolumeOfInterest voi_along(Axis axis) const {
        return *volume_of_interest(sides.front().box(), sides.back().box(), axis);
    }
};

/// Local coordinates of a volume of interest.
struct MeasuringFrame {
    VolumeOfInterest voi;
    LocalFrame local;
    double slack = 0;  // bound on the rounding error of a depth

    MeasuringFrame() = default;
    MeasuringFrame(const VolumeOfInterest& of, std::span<const SurfaceOfBody> sides);

    /// Upper corner of the box; the lower corner is the origin.
    [[nodiscard]] Vec3 corner() const { return local.to_local(voi.box.hi); }
    /// World units per local unit.
    [[nodiscard]] double unit() const { return 1 / local.scale; }
};

/// Bounds of a volume, and its first moments for the midpoint of the bounds.
struct Measure {
    double lo = 0, hi = 0;
    Vec3 moment;
    double moment_error = 0;  // bound on the first moment of the undecided volume
    double rounding = 0;      // of the volume, beyond the slack of the frame
    [[nodiscard]] double middle() const { return (lo + hi) / 2; }
};

/// An empty answer.
void clear(Overlap& out);

/// Writes volume, centroid, their errors, axis and box. Limit::resolution where the volume is not finite.
void write(const MeasuringFrame& frame, const Measure& volume, Overlap& out);

}  // namespace pliant::surfaces
