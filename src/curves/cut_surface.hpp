// One surface, cut along curves: which sides of curves and which corners of cut triangles are connected, and the areas
// of the parts of cut triangles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/cells.hpp"
#include "frame/bodies.hpp"
#include "geometry/edge_crossing.hpp"

namespace pliant::curves {

/// A segment in one of its two triangles.
struct Chord {
    std::uint32_t triangle;  // in the common numbering
    std::uint32_t segment;   // number in Curves::segments
    std::uint32_t left;      // side of a curve, seen from the front of the triangle; the side on the right is left ^ 1
};

/// Sides of a curve of a group: 4 * curve + 2 * sheet + (0 for left, 1 for right). On sheet a the left lies behind b,
/// on sheet b the right lies behind a.
inline bool lies_behind(std::uint32_t side) { return (side >> 1 & 1) == (side & 1); }

/// A part of the border of a part of a triangle. Areas between border pieces and a corner of the triangle, signed, add
/// up to that of the part: no polygon is ever put together.
struct BorderPiece {
    std::uint32_t element;
    double area;
    double volume;  // of the cone to an origin
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

    /// Chords are sorted by triangle. Cells have been started.
    void cut(const Task& task, std::span<const Chord> chords, Cells& cells);

    /// Connects a curve that stays within one triangle and meets none of its edges with a corner of that triangle.
    /// Rounded, but certain; false where it cannot be told.
    bool connect_inner(const Task& task, std::span<const Chord> chords_of_triangle, const Chord& chord, Cells& cells);

    [[nodiscard]] const std::vector<BorderPiece>& pieces() const { return pieces_; }
    /// By side: whether the curve meets an edge of this surface.
    [[nodiscard]] bool meets_edges(std::uint32_t side) const { return meets_edges_[side / 2] != 0; }

private:
    /// An edge of the surface goes through the other one: along the edge, between two sides of a curve.
    struct Crossing {
        double along, error;
        std::uint32_t before, after;  // sides
        std::uint32_t point;          // number in Curves::points
    };

    /// Where a straight line in a triangle passes a chord.
    struct Passed {
        double along, error;
        std::uint32_t before, after;
    };

    void cut_triangle(const Task& task, std::span<const Chord> chords, Cells& cells);
    void sort_crossings(const Task& task, const geometry::Edge& edge);
    void alternate(const Task& task, const geometry::Edge& edge);
    [[nodiscard]] int compare(const Task& task, const geometry::Edge& edge, const Crossing& p, const Crossing& q) const;

    std::vector<BorderPiece> pieces_;
    std::vector<std::uint8_t> meets_edges_;
    std::vector<Crossing> crossings_;  // of one edge
    std::vector<Passed> passed_;       // by one line
};

}  // namespace pliant::curves
