// Exact point-in-body tests for points in surface cells: crossings of axis-parallel lines with nearby triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/points.hpp>

#include "parallel/parallel.hpp"
#include "surfaces/cell_image.hpp"

namespace pliant::surfaces {

/// Where a point lies: the first three and the last as in states_of_points.
enum class PointSide : std::uint8_t { outside, inside, uncertain, on_surface, invalid };

/// Where a surface is open.
struct Openings {
    bool closed = true;
    std::span<const Box<double>> borders{};  // bounding boxes

    /// Whether a line along the axis passes within `margin` of a border's box. A line beside that box crosses the
    /// surface equally often however the hole is closed within it. A line through it proves nothing: it may enter by
    /// one hole and leave by another.
    [[nodiscard]] bool on_line_of(const Vec3& turned, Axis axis, double margin) const;
};

/// A surface in cells, and what counts as inside it.
struct CellsToSettle {
    CellImage& image;
    InsideRule rule = InsideRule::winding;
    Openings openings{};
};

/// Loops over triangles, not points: few points lie in the columns of a triangle, and only then are its corners read.
class PointSettler {
public:
    /// Decides the points whose side is `uncertain`. Allocates nothing once warm.
    void settle(const CellsToSettle& cells, Points points, std::span<PointSide> sides, parallel::Workers& workers);

private:
    /// Direction of the ray whose crossings are counted: up from below the point's layer, down from above everything,
    /// or, where the surface is open, both from beyond everything.
    enum class Way : std::uint8_t { up, down, both };
    struct Unsettled {
        Vec3 turned;
        std::uint32_t point, square;
        Way way;
        bool on_surface;
        int from_below, from_above;  // windings
    };
    /// Hot part of an Unsettled, for the box test that most triangles fail: place across, and range of slabs.
    struct Glimpse {
        std::array<std::uint16_t, 2> place;
        std::uint16_t first_slab, last_slab;
    };
    struct Crossing {
        std::uint32_t unsettled;
        std::int8_t from_below, from_above;
        bool on_surface;
    };
    /// Bins of unsettled points: squares of 2^8 places, row by row.
    static constexpr unsigned square_shift = 8;
    static constexpr std::uint32_t squares = 256;  // per row

    void collect(const CellsToSettle& cells, Points points, std::span<const PointSide> sides);
    static Glimpse start(const CellsToSettle& cells, Unsettled& u);
    void cross_triangles(CellImage& image, std::size_t part);
    template <class Slab>
    void cross_points(const CellImage& image, std::uint32_t triangle, const CellRange& range, const Slab& first_slab,
                      std::vector<Crossing>& out) const;
    void cross(const Corners& t, std::uint32_t number, std::vector<Crossing>& out) const;
    void add_crossings();

    std::vector<Unsettled> unsettled_, unsorted_;   // sorted by square; in the order of points
    std::vector<Glimpse> glimpses_;                 // by square
    std::vector<std::uint32_t> first_;              // by square: offset of its points; one more at the end
    std::vector<std::uint64_t> taken_;              // one bit per square: it has points
    std::vector<std::vector<Crossing>> crossings_;  // by part of the triangles: one thread's findings
};

}  // namespace pliant::surfaces
