#include "surfaces/column_crossings.hpp"

#include <algorithm>

#include "surfaces/projected_triangle.hpp"
#include "surfaces/triangle_cells.hpp"

namespace pliant::surfaces {

void CrossingFinder::start(const CellSurface& surface, const CellLayout& layout, const ColumnLines& lines) {
    surface_ = &surface;
    layout_ = &layout;
    lines_ = &lines;
    found_.clear();
}

void CrossingFinder::cross_each_line(std::uint32_t triangle, const CellDepths& depths, bool large) {
    const Corners t = surface_->corners(triangle, layout_->box.axis);
    const ProjectedTriangle projected(t);
    const Extent extent = extent_of(t);
    const CellRange& range = depths.range;
    const CellRange cells = layout_->cells_of(range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        const double y = lines_->at[1][iy];
        if (y < extent.y0 || y > extent.y1) continue;
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            const double x = lines_->at[0][ix];
            if (x < extent.x0 || x > extent.x1 || !depths.may_cross_middle(ix, iy, lines_->grid.margin)) continue;
            const int turn = projected.at(x, y).turn;
            if (turn == 0) continue;
            const std::uint32_t slab = large ? depths.within(ix, iy).first : range.first[2];
            found_.push_back(
                {iy * layout_->columns + ix, static_cast<std::uint16_t>(slab), static_cast<std::int16_t>(turn)});
        }
    }
}

/// The kernel decides most in floating point; exact signs decide the rest one by one.
void CrossingFinder::cross(std::span<std::uint32_t> triangles) {
    if (triangles.empty()) return;
    if (single_.size() < triangles.size()) single_.resize(TriangleCells::batch);
    const Decided decided = cross_single_lines(surface_->vertices, surface_->triangles.data(), triangles.data(),
                                               triangles.size(), lines_->grid, lines_->places, single_.data());
    for (const auto& [line, point] : std::span(single_.data(), decided.crossings)) {
        const std::uint32_t slab = layout_->grid.place(point.depth, 2);
        found_.push_back({line, static_cast<std::uint16_t>(slab), static_cast<std::int16_t>(point.turn)});
    }
    for (const std::uint32_t t : triangles.first(decided.left)) {
        cross_each_line(t, CellDepths(layout_->grid, surface_->corners(t, layout_->box.axis)), false);
    }
}

void ColumnCrossings::start(const CellSurface& surface, std::size_t columns) {
    surface_ = &surface;
    first_.assign(columns + 1, 0);
}

void ColumnCrossings::count(std::span<const ColumnCrossing> crossings) {
    for (const ColumnCrossing& crossing : crossings) ++first_[crossing.column + 1];
}

void ColumnCrossings::make_room() {
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) first_[i + 1] += first_[i];
    crossings_.resize(first_.back());
}

void ColumnCrossings::add(std::span<const ColumnCrossing> crossings) {
    for (const ColumnCrossing& crossing : crossings) crossings_[first_[crossing.column]++] = crossing;
}

void ColumnCrossings::finish() {
    for (std::size_t i = first_.size() - 1; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

void ColumnCrossings::sort_column(std::uint32_t column) {
    std::sort(crossings_.data() + first_[column], crossings_.data() + first_[column + 1],
              [](const ColumnCrossing& p, const ColumnCrossing& q) {
                  return p.slab != q.slab ? p.slab < q.slab : p.turn < q.turn;
              });
}

}  // namespace pliant::surfaces
