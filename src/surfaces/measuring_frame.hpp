// Shared volumes while they are measured: in local coordinates, with bounds; and how they are written into an answer.
#pragma once

#include <optional>
#include <span>

#include <pliant/overlap.hpp>

#include "frame/query.hpp"
#include "surfaces/local_frame.hpp"
#include "surfaces/surface_of_body.hpp"
#include "surfaces/volume_of_interest.hpp"

namespace pliant::surfaces {

/// What two bodies share, or one with itself. The surfaces are read, their borders known.
struct OverlapQuery : frame::Query<OverlapOptions> {
    std::span<SurfaceOfBody> sides;  // two, or one
    VolumeOfInterest voi;            // neither empty nor flat

    [[nodiscard]] bool self() const { return sides.size() == 1; }
    /// The end of the budget of time.
    [[nodiscard]] std::optional<frame::Clock::time_point> until() const {
        if (!options.budget.time) return std::nullopt;
        return started + *options.budget.time;
    }
    /// Of columns along an axis.
    [[nodiscard]] VolumeOfInterest voi_along(Axis axis) const {
        return *volume_of_interest(sides.front().box(), sides.back().box(), axis);
    }
};

/// Local coordinates of a volume of interest.
struct MeasuringFrame {
    VolumeOfInterest voi;
    LocalFrame local;
    double slack = 0;  // more than rounding does to a depth

    MeasuringFrame() = default;
    MeasuringFrame(const VolumeOfInterest& of, std::span<const SurfaceOfBody> sides);

    /// The upper corner of the box; the lower one is the origin.
    [[nodiscard]] Vec3 corner() const { return local.to_local(voi.box.hi); }
    /// World units to a local one.
    [[nodiscard]] double unit() const { return 1 / local.scale; }
};

/// Bounds of a volume, and its first moments as if it were in the middle of them.
struct Measure {
    double lo = 0, hi = 0;
    Vec3 moment;
    double moment_error = 0;  // of the place of what is not known
    double rounding = 0;      // of the volume, beyond what the slack of the frame allows for
    [[nodiscard]] double middle() const { return (lo + hi) / 2; }
};

/// An answer without anything in it.
void clear(Overlap& out);

/// Volume, centroid, their errors, the axis and the box. Limit::resolution where the volume is not finite.
void write(const MeasuringFrame& frame, const Measure& volume, Overlap& out);

}  // namespace pliant::surfaces
