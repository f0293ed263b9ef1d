// What `curves` finds: the lines along which surfaces meet, and what they enclose.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// A point of a curve: an edge of one triangle meets the other triangle. Where triangles share a vertex, a curve may
/// end there: then both numbers of the edge are that vertex.
struct CurvePoint {
    Point position{};  ///< rounded
    /// No coordinate of `position`, nor of the points that `along` and `barycentric` stand for, is farther off than
    /// this. Only where the edge lies in the plane of the triangle (within one body) it is as large as they are.
    double error = 0;
    BodyId edge_body{};                   ///< of the edge
    std::array<std::uint32_t, 2> edge{};  ///< its vertices, ascending
    double along = 0;                     ///< 0 at the first vertex of the edge, 1 at the second
    TriangleRef triangle;                 ///< that the edge meets
    std::array<double, 3> barycentric{};  ///< weights of the triangle's corners; they sum up to 1
    bool operator==(const CurvePoint&) const = default;
};

/// The segment of one pair of triangles. Its length may be zero where they touch.
struct CurveSegment {
    TriangleRef a;  ///< of the curve's first body; within one body, of the sheet that the curve follows with `a`
    TriangleRef b;  ///< of the other body or sheet
    std::array<std::uint32_t, 2> points{};  ///< numbers in Curves::points, in the direction of the curve
    bool operator==(const CurveSegment&) const = default;
};

/// Why a curve does not go on.
enum class CurveEnd : std::uint8_t {
    none,     ///< it is closed
    border,   ///< an edge with a single triangle ends here
    vertex,   ///< the surfaces grow together: a vertex that both triangles have
    branch,   ///< an edge with three triangles or more
    missing,  ///< the pair that would follow was set aside or not looked for
};

/// The name as it stands in JSON.
constexpr std::string_view name(CurveEnd end) {
    switch (end) {
        case CurveEnd::none: return "none";
        case CurveEnd::border: return "border";
        case CurveEnd::vertex: return "vertex";
        case CurveEnd::branch: return "branch";
        case CurveEnd::missing: return "missing";
    }
    return "";
}

/// What a curve encloses on one of the two surfaces that meet along it: the piece next to it, up to the next curve of
/// the same bodies. Where the other body is closed, the piece inside it; else the smaller one, by vertices.
struct CurveSide {
    BodyId body{};            ///< whose surface
    bool bounded = false;     ///< the curve cuts a piece off this surface; otherwise all numbers are 0
    std::uint32_t first = 0;  ///< whole triangles of the piece, ascending: Curves::enclosed[first, first + count).
                              ///< Curves around one piece share them
    std::uint32_t count = 0;  ///< number of whole triangles; those that curves of these bodies cut are not among them
    double area = 0;          ///< of the piece, with its parts of triangles that are cut
};

/// Segments in a row. Seen from the front of a, what lies behind b is to the left, at the first pair in order and,
/// where both surfaces are oriented, everywhere.
struct Curve {
    BodyId a{};                        ///< bodies that meet along it; the same for a body that meets itself
    BodyId b{};                        ///< not smaller than a
    bool closed = false;               ///< it comes back to where it began
    std::array<CurveEnd, 2> ends{};    ///< why it begins and ends, unless it is closed
    std::uint32_t first = 0;           ///< its segments: Curves::segments[first, first + count)
    std::uint32_t count = 0;           ///< number of segments
    double length = 0;                 ///< of all of them
    std::array<CurveSide, 2> sides{};  ///< with CurveOptions::sides: on the surface of a, on that of b
    /// Of closed bodies: of what is inside both (of one body: inside twice) within this and other curves around the
    /// same pieces.
    std::optional<double> volume{};
};

/// What two triangles share that touch, are coplanar or folded onto one another, unless they are in a curve; coplanar
/// and folded ones always.
struct CurveTouch {
    TriangleRef a;                       ///< the smaller triangle
    TriangleRef b;                       ///< the other
    PairKind kind = PairKind::touching;  ///< how they meet
    std::uint32_t first = 0;  ///< its corners: Curves::touch_points[first, first + count), counter-clockwise around a
    std::uint32_t count = 0;  ///< 1: a point, 2: a segment, more: a convex polygon
    double area = 0;          ///< of the polygon
};

/// The deepest vertex that a curve encloses on one side.
struct CurveDepth {
    VertexRef vertex;                   ///< of the one surface
    BodyId body{};                      ///< of the other surface
    double depth = 0;                   ///< to the nearest point of what the curve encloses there
    std::array<double, 3> direction{};  ///< unit vector to that point, the way out; 0 where the depth is
    std::uint32_t curve = 0;            ///< number in Curves::items
};

/// Limits of `curves`: those of the search for pairs. Where one stops it, curves end early and enclose nothing there.
struct CurveBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> candidates{};       ///< pairs of triangles whose boxes overlap, looked at
    std::optional<std::uint64_t> pairs{};            ///< pairs of triangles that meet
    bool operator==(const CurveBudget&) const = default;
};

/// Which curves are looked for, and what is said about them.
struct CurveOptions {
    bool self = true;      ///< where a body meets itself
    bool between = true;   ///< where bodies meet each other
    bool sides = true;     ///< what curves enclose
    bool depth = false;    ///< deepest enclosed vertices and their ways out; needs `sides`
    CurveBudget budget{};  ///< when the search ends
    Watch watch{};         ///< told how far the search for pairs is, and may end it
    /// Pairs at the present positions as `intersections` returned them, to be used instead of a search. Borrowed until
    /// the call returns; the report is then empty. `curves` throws std::out_of_range for triangles that are not there,
    /// std::invalid_argument for pairs out of order.
    std::optional<std::span<const TrianglePair>> pairs{};
};

/// Curves by their bodies, then by their first pair of triangles. A closed curve begins with that pair.
struct Curves : Answer<Curve> {
    std::vector<CurvePoint> points;      ///< of all segments, in the order of the curves
    std::vector<CurveSegment> segments;  ///< in the order of the curves
    std::vector<TriangleRef> enclosed;   ///< triangles within curves
    std::vector<CurveTouch> touches;     ///< sorted by triangles
    std::vector<Point> touch_points;     ///< their corners
    std::vector<CurveDepth> depths;      ///< with CurveOptions::depth; by curve
};

}  // namespace pliant
