// One surface, cut along curves: which sides of curves and which vertices are connected, and the areas of the parts of
// cut triangles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/cells.hpp"
#include "curves/curve_points.hpp"
#include "curves/surface_edges.hpp"
#include "frame/bodies.hpp"
#include "geometry/edge_crossing.hpp"
#include "simd/prefetch.hpp"

namespace pliant::curves {

/// Sides of a curve of a group: 4 * curve + 2 * sheet + (0 for left, 1 for right). On sheet a the left lies behind b,
/// on sheet b the right lies behind a.
inline bool lies_behind(std::uint32_t side) { return (side >> 1 & 1) == (side & 1); }

/// A segment in one of its two triangles.
struct Chord {
    std::uint32_t triangle;  // in the common numbering
    std::uint32_t segment;   // number in Curves::segments
    std::uint32_t left;      // side of a curve, seen from the front of the triangle; the side on the right is left ^ 1
};

/// A curve passes an edge of this surface, from a triangle into the next.
struct EdgeCut {
    std::uint32_t edge;    // as SurfaceEdges numbers them
    std::uint32_t before;  // side of the curve towards the smaller vertex; that towards the larger is before ^ 1
    std::uint32_t point;   // number in Curves::points
    std::uint32_t next;    // the cut of the same edge that was added before it
    double along;          // from the smaller vertex to the larger; NaN where that is not certain enough to sort by
};

/// Area and cone volume of a piece of surface.
struct Measure {
    double area = 0;
    double volume = 0;  // of the cone to an origin
};

class CutSurface {
public:
    struct Task {
        const frame::Bodies& bodies;
        const SurfaceEdges& edges;
        std::span<const CurvePoints::Key> keys;
        const Curves& curves;
        Vec3 origin;
        geometry::Moved moved;       // with which the signs of the pairs were found
        std::uint32_t first, count;  // curves
    };

    /// For `segments` of both sheets, the first of which has this number.
    void start(const SurfaceEdges& edges, std::size_t first_segment, std::size_t segments);
    void add_chord(Cells& cells, std::uint32_t sheet, const Chord& chord) {
        cells.cut(chord.triangle);
        chords_[2 * (chord.segment - first_segment_) + sheet] = {chord.triangle, chord.left};
    }
    void add_cut(Cells& cells, EdgeCut cut);
    void prefetch_edge(std::uint32_t edge) const { simd::prefetch(&last_cut_[edge]); }

    /// Connects the ends of edges that are cut with sides of curves, and those with each other along edges.
    void connect(const Task& task, std::size_t sides, Cells& cells);

    /// Connects curves that stay within one triangle, and so meet no edge of this surface, with a corner of it.
    /// Rounded, but certain; where it cannot be told, their sides become one.
    void connect_inner(const Task& task, std::span<const std::uint32_t> left_sides, unsigned sheets, Cells& cells);
    /// By side: whether the curve meets an edge of this surface.
    [[nodiscard]] bool meets_edges(std::uint32_t side) const { return meets_edges_[side / 2] != 0; }

    /// Adds the parts of cut triangles to the pieces that they belong to. `piece_of_root` is one by root of the cells;
    /// Cells::none, or beyond its end, for those that nobody asks for.
    ///
    /// A part is bounded by pieces of edges and by chords. With the first corner of the triangle each makes a triangle
    /// of its own; their areas, signed, add up to that of the part. No polygon is ever put together.
    void measure(const Task& task, Cells& cells, std::span<const std::uint32_t> piece_of_root,
                 std::vector<Measure>& pieces, unsigned sheets);

private:
    /// Where a straight line in a triangle passes a chord.
    struct Passed {
        double along, error;
        std::uint32_t before, after;
    };
    struct SideOfTriangle {
        std::uint32_t triangle, left;
    };

    [[nodiscard]] Chord chord(std::uint32_t segment, std::uint32_t sheet) const {
        const auto& [triangle, left] = chords_[2 * (segment - first_segment_) + sheet];
        return {triangle, segment, left};
    }
    void put_in_order(const Task& task, std::span<EdgeCut> of_edge) const;
    [[nodiscard]] int compare(const Task& task, const EdgeCut& p, const EdgeCut& q) const;
    void list_inner(const Task& task, std::span<const std::uint32_t> left_sides, unsigned sheets, Cells& cells);
    bool connect_by(const Task& task, std::span<const Chord> chords, const Chord& chord, Cells& cells);
    void measure_chords(const Task& task, std::vector<Measure>& pieces, unsigned sheets) const;
    void measure_edges(const Task& task, const Cells& cells, std::vector<Measure>& pieces) const;

    std::size_t first_segment_ = 0;
    std::vector<SideOfTriangle> chords_;   // by segment and sheet
    std::vector<EdgeCut> cuts_, sorted_;   // as added; by edge, in order along it
    std::vector<std::uint32_t> last_cut_;  // by edge: the last one added, where it is crossed
    std::vector<std::uint8_t> meets_edges_;
    std::vector<Chord> inner_;  // chords of triangles that hold whole curves
    std::vector<std::uint32_t> piece_of_side_;
    std::vector<Passed> passed_;  // by one line
};

}  // namespace pliant::curves
