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
#include "frame/bodies.hpp"
#include "geometry/edge_crossing.hpp"

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
    static constexpr std::uint32_t no_triangle = ~0u;

    std::uint32_t low, high;                 // vertices of the edge, in the common numbering
    double along;                            // from low to high; NaN where that is not certain enough to sort by
    std::uint32_t before;                    // side of the curve towards low; that towards high is before ^ 1
    std::uint32_t point;                     // number in Curves::points
    std::array<std::uint32_t, 2> triangles;  // in the common numbering
};

/// Of a piece of surface.
struct Measure {
    double area = 0;
    double volume = 0;  // of the cone to an origin
};

class CutSurface {
public:
    struct Task {
        const frame::Bodies& bodies;
        const frame::Body& body;
        const Curves& curves;
        Vec3 origin;
        geometry::Moved moved;  // with which the signs of the pairs were found
    };

    void start() {
        chords_.clear();
        cuts_.clear();
    }
    void add(const Chord& chord) { chords_.push_back(chord); }
    void add(const EdgeCut& cut) { cuts_.push_back(cut); }

    /// Connects the ends of edges that are cut with sides of curves, and those with each other along edges.
    void connect(const Task& task, std::size_t sides, Cells& cells);

    /// Connects curves that stay within one triangle, and so meet no edge of this surface, with a corner of it.
    /// Rounded, but certain; where it cannot be told, their sides become one.
    void connect_inner(const Task& task, std::span<const std::uint32_t> left_sides, Cells& cells);
    /// By side: whether the curve meets an edge of this surface.
    [[nodiscard]] bool meets_edges(std::uint32_t side) const { return meets_edges_[side / 2] != 0; }

    /// Adds the parts of cut triangles to the pieces that they belong to. `piece_of_root` is one by root of the cells;
    /// Cells::none, or beyond its end, for those that nobody asks for.
    ///
    /// A part is bounded by pieces of edges and by chords. With a corner of the triangle each makes a triangle of its
    /// own; their areas, signed, add up to that of the part. No polygon is ever put together.
    void measure(const Task& task, Cells& cells, std::span<const std::uint32_t> piece_of_root,
                 std::vector<Measure>& pieces);

private:
    /// Where a straight line in a triangle passes a chord.
    struct Passed {
        double along, error;
        std::uint32_t before, after;
    };

    void sort_by_edge(const frame::Body& body);
    void put_in_order(const Task& task, std::span<EdgeCut> of_edge) const;
    [[nodiscard]] int compare(const Task& task, const EdgeCut& p, const EdgeCut& q) const;
    bool connect_by(const Task& task, std::span<const Chord> chords, const Chord& chord, Cells& cells);

    std::vector<Chord> chords_;
    std::vector<EdgeCut> cuts_, sorted_;  // by edge, in order along it, once connected
    std::vector<std::uint32_t> places_;   // of counting
    std::vector<std::uint8_t> meets_edges_;
    std::vector<Chord> inner_;  // chords of triangles that hold whole curves
    std::vector<std::uint32_t> piece_of_side_;
    std::vector<Passed> passed_;                 // by one line
    std::vector<std::uint32_t> edge_triangles_;  // of one edge
};

}  // namespace pliant::curves
