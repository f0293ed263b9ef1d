#include "surfaces/cell_depths.hpp"

namespace pliant::surfaces {

namespace {

/// Up to this many columns each way, evaluating the triangle's plane is cheaper than scan-converting its edges.
constexpr double few_columns = 3;

}  // namespace

CellDepths::CellDepths(const CellGrid& grid, const Corners& turned) {
    const auto in_cells = [&](const Vec3& p) {
        return Vec3{(p.x - grid.lo[0]) * grid.per_unit[0] * grid.columns_per_place,
                    (p.y - grid.lo[1]) * grid.per_unit[1] * grid.columns_per_place,
                    (p.z - grid.lo[2]) * grid.per_unit[2]};
    };
    range = places_of(grid, turned);
    corners_ = {in_cells(turned[0]), in_cells(turned[1]), in_cells(turned[2])};
    known_ = finite(corners_[0]) && finite(corners_[1]) && finite(corners_[2]);
    if (!known_) return;
    const Extent extent = extent_of(corners_);
    const double size = std::max(
        {extent.x1 - extent.x0, extent.y1 - extent.y0,
         greatest(corners_[0].z, corners_[1].z, corners_[2].z) - least(corners_[0].z, corners_[1].z, corners_[2].z)});
    // Corners in cells, and where their edges are cut, are rounded to 2^-48 of the size: less than a column grows by.
    slack_ = 0x1p-30 * (1 + size);
    const auto columns = [&](std::size_t k) {
        return 1 + (range.last[k] >> grid.shift) - (range.first[k] >> grid.shift);
    };
    width_ = {double(columns(0)), double(columns(1))};
    if (std::max(width_[0], width_[1]) <= few_columns) find_plane(size);
}

/// False for slivers, whose plane is ill-conditioned, and for upright triangles, whose depth is unbounded.
void CellDepths::find_plane(double size) {
    const Vec3 normal = cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
    by_plane_ = std::abs(normal.z) > 1e-2 * (std::abs(normal.x) + std::abs(normal.y)) &&
                std::abs(normal.z) > 1e-4 * size * size;
    if (!by_plane_) return;
    slope_x_ = -normal.x / normal.z;
    slope_y_ = -normal.y / normal.z;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 edge = corners_[(k + 1) % 3] - corners_[k];
        const auto across = [&](const Vec3& p) { return edge.y * p.x - edge.x * p.y; };
        const double at_edge = across(corners_[k]), opposite = across(corners_[(k + 2) % 3]);
        strips_[k] = {edge.y, -edge.x, std::min(at_edge, opposite), std::max(at_edge, opposite),
                      std::abs(edge.x) + std::abs(edge.y)};
    }
}

CellDepths::Slabs CellDepths::slabs_of(const Reach& column, double margin) const {
    if (column.lo > column.hi) return {1, 0};
    // Clamped: the first slab also holds what lies below, the last one what lies above.
    const double lowest = range.first[2], highest = range.last[2];
    return {static_cast<std::uint32_t>(std::clamp(column.lo - margin, lowest, highest)),
            static_cast<std::uint32_t>(std::clamp(column.hi + margin, lowest, highest))};
}

/// Slabs of the triangle's plane in a column that the triangle reaches into.
CellDepths::Slabs CellDepths::slabs_by_plane(std::uint32_t ix, std::uint32_t iy) const {
    const double x = ix + 0.5, y = iy + 0.5;
    for (const Strip& strip : strips_) {
        const double at = strip.x * x + strip.y * y, reach = (0.5 + slack_) * strip.width;
        if (at + reach < strip.lo || at - reach > strip.hi) return {1, 0};
    }
    const double middle = corners_[0].z + slope_x_ * (x - corners_[0].x) + slope_y_ * (y - corners_[0].y);
    const double steep = std::abs(slope_x_) + std::abs(slope_y_);
    const double reach = steep / 2 + 1024 * slack_ * (1 + steep);  // slopes are rounded to 2^-24 of themselves or of 1
    return slabs_of({middle - reach, middle + reach}, 0);
}

double CellDepths::square_of_reach(const Vec3& cell) const {
    const auto square = [](double x, double y, double z) { return x * x + y * y + z * z; };
    if (!by_plane_) return 0;
    // The column holds a point of the triangle; so does the depth of every slab reported for it.
    const double in_slabs = 1 + std::abs(slope_x_) + std::abs(slope_y_);
    return std::min(square(cell.x, cell.y, in_slabs * cell.z), square(width_[0] * cell.x, width_[1] * cell.y, cell.z));
}

/// Depth ranges of a segment in the columns [first, last], each widened by a margin.
void CellDepths::follow(Vec3 p, Vec3 q, double margin, std::uint32_t first, std::uint32_t last, Reach* columns) const {
    if (p.x > q.x) std::swap(p, q);
    if (q.x < first - margin || p.x > last + 1 + margin) return;
    const double slope = q.x > p.x ? (q.z - p.z) / (q.x - p.x) : 0;
    const auto from = static_cast<std::uint32_t>(std::max(p.x - margin, double(first)));
    const auto to = static_cast<std::uint32_t>(std::min(q.x + margin, double(last)));
    for (std::uint32_t ix = from; ix <= to; ++ix) {
        const double x0 = ix - margin, x1 = ix + 1 + margin;
        Reach& column = columns[ix - first];
        column.add(p.x < x0 ? p.z + (x0 - p.x) * slope : p.z);
        column.add(q.x > x1 ? p.z + (x1 - p.x) * slope : q.z);
    }
}

/// Boundary of the triangle clipped to a row of columns: pieces of its edges, and the segments that close them.
void CellDepths::follow_row(std::uint32_t iy, double margin, std::uint32_t first, std::uint32_t last,
                            Reach* columns) const {
    const std::array<double, 2> ends{iy - margin, iy + 1 + margin};
    std::array<std::array<Vec3, 3>, 2> cuts;
    std::array<std::size_t, 2> number{};
    for (std::size_t k = 0; k < 3; ++k) {
        Vec3 p = corners_[k], q = corners_[(k + 1) % 3];
        if (p.y > q.y) std::swap(p, q);
        if (q.y < ends[0] || p.y > ends[1]) continue;
        const Vec3 edge = q - p, from = p;
        if (p.y < ends[0]) p = cuts[0][number[0]++] = from + (ends[0] - from.y) / edge.y * edge;
        if (q.y > ends[1]) q = cuts[1][number[1]++] = from + (ends[1] - from.y) / edge.y * edge;
        follow(p, q, margin, first, last, columns);
    }
    for (std::size_t end = 0; end < 2; ++end) {
        for (std::size_t i = 1; i < number[end]; ++i) {
            follow(cuts[end][0], cuts[end][i], margin, first, last, columns);
        }
    }
}

CellDepths::Slabs CellDepths::within(std::uint32_t ix, std::uint32_t iy) const {
    if (!known_) return {range.first[2], range.last[2]};
    if (by_plane_) return slabs_by_plane(ix, iy);
    Reach column;
    follow_row(iy, slack_, ix, ix, &column);
    return slabs_of(column, slack_);
}

}  // namespace pliant::surfaces
