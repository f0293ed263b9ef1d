// Points in cells with surface: inside or not, by exact arithmetic on the triangles that their lines cross.
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
    std::span<const Box<double>> borders{};  // boxes

    /// Whether a line along the axis passes within `margin` of a border's box. However a hole is closed within that
    /// box, a line beside it crosses as much as it does now; a line through it proves nothing, since it may come in by
    /// one hole and leave by another.
    [[nodiscard]] bool on_line_of(const Vec3& turned, Axis axis, double margin) const;
};

/// A surface in cells, and what counts as inside it.
struct CellsToSettle {
    CellImage& image;
    InsideRule rule = InsideRule::winding;
    Openings openings{};
};

/// Every triangle visits the points in its columns: these are few, and only they need its corners.
class PointSettler {
public:
    /// Settles the uncertain ones of the first `sides.size()` points. Allocates nothing once warm.
    void settle(const CellsToSettle& cells, Points points, std::span<PointSide> sides, parallel::Workers& workers);

private:
    /// Ways to a point: up from below its layer, down from above everything, or where the surface is open both, from
    /// beyond everything.
    enum class Way : std::uint8_t { up, down, both };
    struct Unsettled {
        Vec3 turned;
        std::uint32_t point, square;
        Way way;
        bool on_surface;
        int from_below, from_above;  // windings
    };
    /// The part of an Unsettled that most triangles need: its place across, the slabs that matter to it.
    struct Glimpse {
        std::array<std::uint16_t, 2> place;
        std::uint16_t first_slab, last_slab;
    };
    struct Crossing {
        std::uint32_t unsettled;
        std::int8_t from_below, from_above;
        bool on_surface;
    };
    /// Unsettled points by squares of 2^8 places, row by row.
    static constexpr unsigned square_shift = 8;
    static constexpr std::uint32_t squares = 256;  // to a row

    void collect(const CellsToSettle& cells, Points points, std::span<const PointSide> sides);
    static Glimpse start(const CellsToSettle& cells, Unsettled& u);
    void cross_triangles(CellImage& image, std::size_t part);
    template <class Slab>
    void cross_points(const CellImage& image, std::uint32_t triangle, const CellRange& range, const Slab& first_slab,
                      std::vector<Crossing>& out) const;
    void cross(const Corners& t, std::uint32_t number, std::vector<Crossing>& out) const;
    void add_crossings();

    std::vector<Unsettled> unsettled_, unsorted_;   // by square; as they come
    std::vector<Glimpse> glimpses_;                 // by square
    std::vector<std::uint32_t> first_;              // unsettled point of each square; one more at the end
    std::vector<std::uint64_t> taken_;              // a bit a square: whether it has any
    std::vector<std::vector<Crossing>> crossings_;  // by part of the triangles
};

}  // namespace pliant::surfaces
