// Conservative voxelisation of one triangle: which slabs of which columns it reaches into.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "surfaces/cell_ranges.hpp"
#include "surfaces/polygon.hpp"

namespace pliant::surfaces {

/// Grid places of the bounding box of a triangle in turned coordinates.
inline CellRange places_of(const CellGrid& grid, const Corners& t) {
    CellRange range{};
    for (std::size_t k = 0; k < 3; ++k) {
        range.first[k] = static_cast<std::uint16_t>(grid.place(least(t[0][k], t[1][k], t[2][k]), k));
        range.last[k] = static_cast<std::uint16_t>(grid.place(greatest(t[0][k], t[1][k], t[2][k]), k));
    }
    return range;
}

/// The slabs of one triangle, column by column.
class CellDepths {
public:
    CellDepths(const CellGrid& grid, const Corners& turned);

    CellRange range;
    struct Slabs {
        std::uint32_t first, last;
    };
    [[nodiscard]] Slabs within(std::uint32_t ix, std::uint32_t iy) const;

    /// Depth range in a column, in slabs.
    struct Reach {
        double lo = std::numeric_limits<double>::infinity(), hi = -lo;
        void add(double z) { lo = std::min(lo, z), hi = std::max(hi, z); }
    };
    /// Calls visit(ix, iy, slabs) for every column it reaches into, with at least the slabs of `within`.
    template <class Visit>
    void for_each_column(unsigned shift, std::vector<Reach>& row, const Visit& visit) const {
        const std::uint32_t x0 = range.first[0] >> shift, x1 = range.last[0] >> shift, y1 = range.last[1] >> shift;
        const bool follows = known_ && !by_plane_;
        for (std::uint32_t iy = range.first[1] >> shift; iy <= y1; ++iy) {
            if (by_plane_) {
                follow_plane(iy, x0, x1, visit);
                continue;
            }
            if (follows) row.assign(x1 - x0 + 1, {});
            if (follows) follow_row(iy, 2 * slack_, x0, x1, row.data());
            for (std::uint32_t ix = x0; ix <= x1; ++ix) {
                const Slabs slabs = follows ? slabs_of(row[ix - x0], 2 * slack_) : within(ix, iy);
                if (slabs.first <= slabs.last) visit(ix, iy, slabs);
            }
        }
    }

    /// Whether the line through the middle of a column may cross the triangle; `margin` is in columns.
    [[nodiscard]] bool may_cross_middle(std::uint32_t ix, std::uint32_t iy, double margin) const {
        bool within = true;  // the triangle is the intersection of its strips
        for (std::size_t k = 0; by_plane_ && k < 3; ++k) {
            const Strip& strip = strips_[k];
            const double at = strip.x * (ix + 0.5) + strip.y * (iy + 0.5), around = (margin + slack_) * strip.width;
            within &= at + around >= strip.lo && at - around <= strip.hi;
        }
        return within;
    }

    /// Squared distance from the triangle to the farthest cell reported for it; 0: no farther than a cell.
    [[nodiscard]] double square_of_reach(const Vec3& cell) const;

private:
    /// Strip between an edge and the opposite corner, across the columns: x * x' + y * y' from lo to hi. `width` is the
    /// extent of a column in that direction.
    struct Strip {
        double x, y, lo, hi, width;
    };
    void find_plane(double size);
    /// One row of columns, incrementally, with twice the margin of `slabs_by_plane`.
    template <class Visit>
    void follow_plane(std::uint32_t iy, std::uint32_t x0, std::uint32_t x1, const Visit& visit) const {
        const double x = x0 + 0.5, y = iy + 0.5;
        const double steep = std::abs(slope_x_) + std::abs(slope_y_);
        const double reach = steep / 2 + 2048 * slack_ * (1 + steep);
        const double lowest = range.first[2], highest = range.last[2];
        double z = corners_[0].z + slope_x_ * (x - corners_[0].x) + slope_y_ * (y - corners_[0].y);
        std::array<double, 3> at, lo, hi;
        for (std::size_t k = 0; k < 3; ++k) {
            const Strip& strip = strips_[k];
            at[k] = strip.x * x + strip.y * y;
            lo[k] = strip.lo - (0.5 + 2 * slack_) * strip.width;
            hi[k] = strip.hi + (0.5 + 2 * slack_) * strip.width;
        }
        for (std::uint32_t ix = x0; ix <= x1; ++ix) {
            const bool beside =
                at[0] < lo[0] || at[0] > hi[0] || at[1] < lo[1] || at[1] > hi[1] || at[2] < lo[2] || at[2] > hi[2];
            if (!beside) {
                visit(ix, iy,
                      Slabs{static_cast<std::uint32_t>(std::clamp(z - reach, lowest, highest)),
                            static_cast<std::uint32_t>(std::clamp(z + reach, lowest, highest))});
            }
            for (std::size_t k = 0; k < 3; ++k) at[k] += strips_[k].x;
            z += slope_x_;
        }
    }
    [[nodiscard]] Slabs slabs_by_plane(std::uint32_t ix, std::uint32_t iy) const;
    void follow(Vec3 p, Vec3 q, double margin, std::uint32_t first, std::uint32_t last, Reach* columns) const;
    void follow_row(std::uint32_t iy, double margin, std::uint32_t first, std::uint32_t last, Reach* columns) const;
    [[nodiscard]] Slabs slabs_of(const Reach& column, double margin) const;

    Corners corners_;     // in cells
    bool known_ = false;  // otherwise they are beyond the range of double there
    double slack_ = 0;
    std::array<double, 2> width_{};  // in columns
    // Of triangles that reach into few columns.
    bool by_plane_ = false;
    double slope_x_ = 0, slope_y_ = 0;
    std::array<Strip, 3> strips_;
};

}  // namespace pliant::surfaces
