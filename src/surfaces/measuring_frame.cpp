#include "surfaces/measuring_frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::surfaces {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

Vec3 clamped(const Box<double>& box, const Vec3& p) {
    return {std::clamp(p.x, box.lo[0], box.hi[0]), std::clamp(p.y, box.lo[1], box.hi[1]),
            std::clamp(p.z, box.lo[2], box.hi[2])};
}

}  // namespace

MeasuringFrame::MeasuringFrame(const VolumeOfInterest& of, std::span<const SurfaceOfBody> sides)
    : voi(of), local(of.axis, of.box) {
    double reach = 0;  // the largest coordinate
    for (const SurfaceOfBody& side : sides) {
        const Vec3 lo = local.to_local(side.box().lo), hi = local.to_local(side.box().hi);
        for (std::size_t k = 0; k < 3; ++k) reach = std::max({reach, std::abs(lo[k]), std::abs(hi[k])});
    }
    slack = 0x1p-44 * (1 + reach);
}

void clear(Overlap& out) {
    out.volume = out.error = out.gradient_error = 0;
    out.centroid_error = unbounded;
    out.centroid = out.box_lo = out.box_hi = {};
    out.resolution = out.span_resolution = 0;
    out.columns = out.inconsistent_pixels = 0;
    out.sampled = out.self_overlapping_a = out.self_overlapping_b = false;
    out.report.detector = Detector::depth_layers;
    out.spans.clear();
    out.gradient_a.clear();
    out.gradient_b.clear();
    out.penetrations.clear();
    out.report.complete = true;
    out.report.stopped_by = Limit::none;
    out.report.rebuilt = out.report.contours_assumed = false;
    out.report.counters = {};
}

void write(const MeasuringFrame& frame, const Measure& volume, Overlap& out) {
    const Vec3 side = frame.corner();
    const double unit = frame.unit(), cubic = unit * unit * unit;
    const double rounding = frame.slack * (side.x * side.y + side.y * side.z + side.z * side.x) + volume.rounding;
    // Clamp: whatever rounding did, the volume is at most that of the box, and the centroid lies in it.
    const double room = side.x * side.y * side.z;
    const double middle = std::clamp(volume.middle(), 0.0, room);
    out.volume = cubic * middle;
    const double farthest = (1 + 1e-12) * std::max(middle, room - middle);
    out.error = cubic * std::min((volume.hi - volume.lo) / 2 + rounding, farthest);
    const Vec3 centroid = volume.middle() > 0 ? 1 / volume.middle() * volume.moment : 0.5 * side;
    out.centroid = array_of(clamped(frame.voi.box, frame.local.to_world(centroid)));
    const double diagonal = std::hypot(side.x, side.y, side.z);
    const double unknown = volume.moment_error + ((volume.hi - volume.lo) / 2 + rounding) * diagonal;
    const double least = volume.lo - rounding;
    out.centroid_error = least > 0 ? std::min(unit * unknown / least, unit * diagonal) : unbounded;
    out.axis = frame.voi.axis;
    out.box_lo = frame.voi.box.lo;
    out.box_hi = frame.voi.box.hi;
    // A volume that overflows double is unknown.
    if (std::isfinite(out.volume) && std::isfinite(out.error)) return;
    out.volume = 0;
    out.error = unbounded;
    out.centroid_error = out.error;
    out.report.stopped_by = Limit::resolution;
}

}  // namespace pliant::surfaces
