// One column: the layers that the surfaces of two bodies make in it, and the volume that both of them fill.
//
// A layer is a stretch of depth that holds all fragments of the surfaces there; between two layers there is no surface
// at all, so that a column is inside or outside over its whole width. What lies between the surfaces is therefore known
// exactly, and a layer of one body alone is measured exactly by the moments of its fragments. Where fragments of both
// bodies share a layer, the volume is bounded instead.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pliant/overlap.hpp>

#include "detect/depth_layers/fragment.hpp"
#include "detect/depth_layers/grid.hpp"
#include "surfaces/measuring_frame.hpp"
#include "surfaces/surface_of_body.hpp"
#include "surfaces/winding.hpp"

namespace pliant::depth_layers {

using surfaces::is_inside;
using surfaces::LocalSurface;
using surfaces::Measure;

/// A triangle of one of the two bodies: its number among those of the body, and the body in the highest bit.
using TriangleOfPair = std::uint32_t;
inline constexpr TriangleOfPair of_second_body = 0x80000000u;

/// What is known about a body before its columns are measured.
struct SideOfColumn {
    LocalSurface surface;
    bool seen_from_below = true;
    bool cut_off = false;             // triangles beyond the volume of interest, on the far side, were left out
    int orientation = 0;              // +1 or -1: a winding of the other sign is a flaw; 0: not known yet
    bool embedded = true;             // proven to wind around nothing more than once, and nowhere backwards
    bool winds_twice = false;         // somewhere, as was seen
    std::span<const Extent> holes{};  // where the surface has a border: what is behind or in front is not known
};

/// Columns of the coarsest level with a hole of either body somewhere in them.
struct ColumnsWithHoles {
    const Grid* grid = nullptr;
    std::vector<std::uint8_t> marked;

    void mark(const Extent& hole);
    [[nodiscard]] bool near(const Rectangle& column) const {
        const std::uint32_t ix = grid->column_of((column.x0 + column.x1) / 2);
        return marked[grid->row_of((column.y0 + column.y1) / 2) * grid->columns() + ix] != 0;
    }
};

struct PairOfSides {
    std::array<SideOfColumn, 2> side;
    double z_lo = 0, z_hi = 0;  // the volume of interest
    InsideRule rule = InsideRule::winding;
    double slack = 0;                         // what rounding may do to a depth
    const ColumnsWithHoles* holes = nullptr;  // where there are any
};

/// A part of a triangle within a column.
struct Fragment {
    double lo = 0, hi = 0;  // depths
    Extent extent{};
    Moments moments;
    std::uint32_t triangle = 0;
    std::uint8_t body = 0;  // 0 or 1
};

/// Fragments of both bodies whose depth ranges overlap, directly or through others.
struct Layer {
    double lo = 0, hi = 0;
    std::uint32_t first = 0, last = 0;  // fragments
    std::array<Moments, 2> moments;
    std::array<std::uint32_t, 2> entering{}, leaving{}, edge_on{};  // fragments
    std::array<int, 2> before{}, after{};                           // windings
    std::array<bool, 2> incomplete{};                               // not all fragments of the body are there

    [[nodiscard]] bool has(std::size_t body) const { return entering[body] + leaving[body] + edge_on[body] > 0; }
};

struct ColumnResult {
    Measure volume;
    bool inconsistent = false;
    std::array<bool, 2> winds_up{}, winds_down{}, winds_twice{};
    [[nodiscard]] double error() const { return (volume.hi - volume.lo) / 2; }
};

struct VolumeBounds {
    double lo, hi;
};

/// A fragment of which it is not known how much lies in the other body.
struct Doubt {
    double size, lo, hi;  // area across the column, depths
    bool entering;
};

/// Scratch memory, reused from column to column.
struct ColumnScratch {
    std::vector<Fragment> fragments, sorted;
    std::vector<std::pair<double, std::uint32_t>> order;
    std::vector<Layer> layers;
    std::vector<Doubt> doubts;
    std::array<Polygon, 2> polygons;
};

/// Fills scratch.fragments, in order of depth. Those on the border of the column alone are left out.
void find_fragments(const PairOfSides& pair, const Rectangle& column, std::span<const TriangleOfPair> triangles,
                    ColumnScratch& scratch);

/// Fills scratch.layers from scratch.fragments; false where a surface is not closed there.
bool find_layers(const PairOfSides& pair, double area, ColumnScratch& scratch);

/// Whether a hole of either surface is in front of or behind the column.
[[nodiscard]] bool reaches_hole(const PairOfSides& pair, const Rectangle& column);

/// Whether all fragments of a body in a layer are entered, or all left: its winding goes one way then.
[[nodiscard]] bool goes_one_way(const Layer& layer, std::size_t body);
/// Whether a body winds around nothing in a layer but what it winds around once.
[[nodiscard]] bool winds_once(const SideOfColumn& side, const Layer& layer, std::size_t body);

/// The volume in a column that both bodies fill.
ColumnResult measure_overlap(const PairOfSides& pair, const Rectangle& column, ColumnScratch& scratch);

/// The volume in a column around which the first body winds at least twice.
ColumnResult measure_self_overlap(const PairOfSides& pair, const Rectangle& column, ColumnScratch& scratch);

}  // namespace pliant::depth_layers
