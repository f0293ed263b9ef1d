#include "detect/depth_layers/columns.hpp"

#include <limits>

namespace pliant::depth_layers {

void Columns::fill(const surfaces::OverlapQuery& query, const surfaces::MeasuringFrame& frame,
                   const std::array<bool, 2>& embedded, std::uint32_t resolution) {
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    const Vec3 corner = frame.corner();
    const auto axis = static_cast<std::size_t>(frame.voi.axis);
    grid_.set(corner.x, corner.y, resolution);
    pair_ = {};
    pair_.z_hi = corner.z;
    pair_.rule = query.options.rule;
    pair_.slack = frame.slack;
    bins_.clear(grid_);
    for (std::size_t s = 0; s < query.sides.size(); ++s) {
        const surfaces::SurfaceOfBody& surface = query.sides[s];
        SideOfColumn& side = pair_.side[s];
        side.surface = surface.local();
        side.embedded = embedded[s];
        side.holes = surface.holes();
        side.seen_from_below = (frame.voi.from_below == surfaces::FromBelow::a) == (s == 0);
        // Of a surface that may have holes nothing is cut off: what is entered and never left shows them.
        side.cut_off =
            surface.closed_by_place() && (side.seen_from_below ? surface.box().hi[axis] > frame.voi.box.hi[axis]
                                                               : surface.box().lo[axis] < frame.voi.box.lo[axis]);
        bins_.add(grid_, side.surface,
                  {side.cut_off && !side.seen_from_below ? 0 : -unbounded,
                   side.cut_off && side.seen_from_below ? pair_.z_hi : unbounded, true, s == 0 ? 0 : of_second_body});
    }
    bins_.finish();
    for (const surfaces::SurfaceOfBody& side : query.sides) mark_holes(side);
}

void Columns::mark_holes(const surfaces::SurfaceOfBody& side) {
    if (side.holes().empty()) return;
    if (pair_.holes == nullptr) {
        holes_.grid = &grid_;
        holes_.marked.assign(std::size_t{grid_.columns()} * grid_.columns(), 0);
        pair_.holes = &holes_;
    }
    for (const Extent& hole : side.holes()) holes_.mark(hole);
}

}  // namespace pliant::depth_layers
