#include "surfaces/point_settler.hpp"

#include <algorithm>
#include <bit>

#include "geometry/line_crossing.hpp"
#include "surfaces/projected_triangle.hpp"
#include "surfaces/winding.hpp"

namespace pliant::surfaces {

bool Openings::on_line_of(const Vec3& turned, Axis axis, double margin) const {
    return std::any_of(borders.begin(), borders.end(), [&](const Box<double>& border) {
        const Vec3 lo = axis_last(border.lo, axis), hi = axis_last(border.hi, axis);
        return turned.x >= lo.x - margin && turned.x <= hi.x + margin && turned.y >= lo.y - margin &&
               turned.y <= hi.y + margin;
    });
}

/// Counting sort by square.
void PointSettler::collect(const CellsToSettle& cells, Points points, std::span<const PointSide> sides) {
    constexpr std::size_t all = std::size_t{squares} * squares;
    const CellLayout& layout = cells.image.layout();
    unsorted_.clear();
    first_.assign(all + 1, 0);
    taken_.assign(all / 64, 0);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (sides[i] != PointSide::uncertain) continue;
        const Vec3 turned = axis_last(Vec3(points[i]), layout.box.axis);
        const auto [x, y] = layout.place_of(turned);
        const std::uint32_t square = (std::uint32_t{y} >> square_shift) * squares + (x >> square_shift);
        unsorted_.push_back({turned, static_cast<std::uint32_t>(i), square, Way::up, false, 0, 0});
        ++first_[square + 1];
        taken_[square / 64] |= std::uint64_t{1} << square % 64;
    }
    for (std::size_t i = 0; i < all; ++i) first_[i + 1] += first_[i];
    unsettled_.resize(unsorted_.size());
    glimpses_.resize(unsorted_.size());
    for (const Unsettled& u : unsorted_) unsettled_[first_[u.square]++] = u;
    for (std::size_t i = all; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
    for (std::size_t i = 0; i < unsettled_.size(); ++i) glimpses_[i] = start(cells, unsettled_[i]);
}

/// Starts below the layer, or where no triangle is left out.
PointSettler::Glimpse PointSettler::start(const CellsToSettle& cells, Unsettled& u) {
    const CellImage& image = cells.image;
    const CellLayout& layout = image.layout();
    const CellNumber cell = layout.cell_of(u.turned);
    const CellImage::Below below = image.below(cell);
    if (!cells.openings.closed || image.is_inconsistent(cell.column))
        u.way = Way::both;
    else if (below.slab == 0 && image.surface().counts_from_above())
        u.way = Way::down;
    if (u.way != Way::up) return {layout.place_of(u.turned), 0, static_cast<std::uint16_t>(layout.slabs() - 1)};
    u.from_below = below.winding;
    return {layout.place_of(u.turned), static_cast<std::uint16_t>(below.slab), static_cast<std::uint16_t>(cell.slab)};
}

/// Adds a triangle's effect on the windings of a point. The boxes of most triangles miss its line.
void PointSettler::cross(const Corners& t, std::uint32_t number, std::vector<Crossing>& out) const {
    const Unsettled& u = unsettled_[number];
    const Vec3& p = u.turned;
    const Extent extent = extent_of(t);
    if (p.x < extent.x0 || p.x > extent.x1 || p.y < extent.y0 || p.y > extent.y1) return;
    if (u.way == Way::up && p.z < least(t[0].z, t[1].z, t[2].z)) return;
    if (p.z > greatest(t[0].z, t[1].z, t[2].z)) {
        const int turn = ProjectedTriangle(t).at(p.x, p.y).turn;
        if (turn != 0) out.push_back({number, static_cast<std::int8_t>(turn), 0, false});
        return;
    }
    const geometry::LineCrossing found = geometry::cross(p, t, Along::z);
    using Place = geometry::PlaceOnLine;
    if (found.place == Place::missed) return;
    out.push_back({number, static_cast<std::int8_t>(found.place == Place::above ? -found.turns : 0),
                   static_cast<std::int8_t>(found.place == Place::below ? found.turns : 0), found.place == Place::on});
}

template <class Slab>
void PointSettler::cross_points(const CellImage& image, std::uint32_t triangle, const CellRange& range,
                                const Slab& first_slab, std::vector<Crossing>& out) const {
    const std::uint32_t x0 = range.first[0] >> square_shift, x1 = range.last[0] >> square_shift;
    for (std::uint32_t y = range.first[1] >> square_shift; y <= std::uint32_t{range.last[1]} >> square_shift; ++y) {
        for (std::uint32_t w = x0 / 64; w <= x1 / 64; ++w) {
            std::uint64_t taken = taken_[y * (squares / 64) + w];
            if (w == x0 / 64) taken &= ~std::uint64_t{0} << x0 % 64;
            if (w == x1 / 64) taken &= ~std::uint64_t{0} >> (63 - x1 % 64);
            for (; taken != 0; taken &= taken - 1) {
                const std::uint32_t square = y * squares + w * 64 + static_cast<std::uint32_t>(std::countr_zero(taken));
                for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i) {
                    const Glimpse& g = glimpses_[i];
                    // Four comparisons, one branch.
                    const auto beyond = [](std::uint16_t p, std::uint16_t q) { return static_cast<unsigned>(p > q); };
                    const unsigned beside = beyond(range.first[0], g.place[0]) | beyond(g.place[0], range.last[0]) |
                                            beyond(range.first[1], g.place[1]) | beyond(g.place[1], range.last[1]);
                    if (beside != 0) continue;
                    const std::uint32_t slab = first_slab(g);
                    if (slab >= g.first_slab && slab <= g.last_slab) cross(image.corners(triangle), i, out);
                }
            }
        }
    }
}

void PointSettler::cross_triangles(CellImage& image, std::size_t part) {
    std::vector<Crossing>& out = crossings_[part];
    out.clear();
    const unsigned shift = image.layout().grid.shift;
    image.triangles().for_each(
        part,
        [&](std::uint32_t triangle, const CellRange& range) {
            cross_points(
                image, triangle, range, [&](const Glimpse&) { return range.first[2]; }, out);
        },
        [&](std::uint32_t triangle, const CellDepths& depths) {
            const auto first_slab = [&](const Glimpse& g) {
                const auto [first, last] = depths.within(g.place[0] >> shift, g.place[1] >> shift);
                return first <= last ? first : ~0u;
            };
            cross_points(image, triangle, depths.range, first_slab, out);
        });
}

void PointSettler::add_crossings() {
    for (const auto& crossings : crossings_) {
        for (const Crossing& crossing : crossings) {
            Unsettled& u = unsettled_[crossing.unsettled];
            u.from_below += crossing.from_below;
            u.from_above += crossing.from_above;
            u.on_surface |= crossing.on_surface;
        }
    }
}

void PointSettler::settle(const CellsToSettle& cells, Points points, std::span<PointSide> sides,
                          parallel::Workers& workers) {
    collect(cells, points, sides);
    const std::size_t parts = cells.image.triangles().parts();
    crossings_.resize(parts);
    workers.for_each(parts, [&](std::size_t part) { cross_triangles(cells.image, part); });
    add_crossings();
    const Axis axis = cells.image.box().axis;
    for (const Unsettled& u : unsettled_) {
        const bool known =
            u.way != Way::both || (u.from_below == u.from_above && !cells.openings.on_line_of(u.turned, axis, 0));
        const int winding = u.way == Way::down ? u.from_above : u.from_below;
        sides[u.point] = u.on_surface                     ? PointSide::on_surface
                         : !known                         ? PointSide::uncertain
                         : is_inside(winding, cells.rule) ? PointSide::inside
                                                          : PointSide::outside;
    }
}

}  // namespace pliant::surfaces
