// What `curves` finds: the lines along which surfaces meet, and what they enclose.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// A point of a curve: an edge of one triangle meets the other triangle.
struct CurvePoint {
    Point position{};                     ///< rounded
    double error = 0;                     ///< no coordinate of `position` is farther off than this
    BodyId edge_body{};                   ///< of the edge
    std::array<std::uint32_t, 2> edge{};  ///< its vertices, ascending
    double along = 0;                     ///< 0 at the first vertex of the edge, 1 at the second
    TriangleRef triangle;                 ///< that the edge meets
    std::array<double, 3> barycentric{};  ///< weights of the triangle's corners; they sum up to 1
    bool operator==(const CurvePoint&) const = default;
};

/// The segment of one pair of triangles: two points of the answer, or one twice.
struct CurveSegment {
    TriangleRef a;                          ///< the smaller triangle
    TriangleRef b;                          ///< the other
    std::array<std::uint32_t, 2> points{};  ///< numbers in Curves::points, in the direction of the curve
    bool operator==(const CurveSegment&) const = default;
};

/// What a closed curve encloses on one of its two sides.
struct CurveSide {
    BodyId body{};            ///< whose surface
    std::uint32_t first = 0;  ///< its triangles: Curves::enclosed[first, first + count); those on the curve are
                              ///< not among them
    std::uint32_t count = 0;  ///< number of triangles
    double area = 0;          ///< enclosed, with the parts of the triangles on the curve
    bool bounded = false;     ///< the curve cuts a piece off this surface; otherwise count and area are 0
};

/// Segments in a row.
struct Curve {
    BodyId a{};               ///< bodies that meet along it; the same for a body that meets itself
    BodyId b{};               ///< not smaller than a
    bool closed = false;      ///< it comes back to where it began; otherwise it ends at borders of surfaces, or
                              ///< where a triangle was set aside
    std::uint32_t first = 0;  ///< its segments: Curves::segments[first, first + count)
    std::uint32_t count = 0;  ///< number of segments
    double length = 0;        ///< of all of them
    std::array<CurveSide, 2> sides{};  ///< what it encloses, where it is closed: on the surface of a, on that of b
    std::optional<double> volume{};    ///< between the two pieces, where both are bounded
};

/// An area that two triangles of one plane share, convex.
struct CoplanarPolygon {
    TriangleRef a;            ///< the smaller triangle
    TriangleRef b;            ///< the other
    std::uint32_t first = 0;  ///< its corners: Curves::polygon_points[first, first + count), in order around a
    std::uint32_t count = 0;  ///< number of corners
    double area = 0;          ///< of the polygon
};

/// The deepest vertex that a curve encloses.
struct CurveDepth {
    VertexRef vertex;                   ///< of one body
    BodyId body{};                      ///< that it is inside
    double depth = 0;                   ///< to the nearest point of that body's surface
    std::array<double, 3> direction{};  ///< unit vector out of the body
    std::uint32_t curve = 0;            ///< number in Curves::items
};

/// Limits of `curves`: those of the search for pairs.
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
    bool sides = true;     ///< what closed curves enclose
    bool depth = false;    ///< deepest enclosed vertex and its way out
    CurveBudget budget{};  ///< when the search ends
};

/// Curves by their bodies, then by their first pair of triangles; each begins there.
struct Curves : Answer<Curve> {
    std::vector<CurvePoint> points;         ///< of all segments
    std::vector<CurveSegment> segments;     ///< in the order of the curves
    std::vector<TriangleRef> enclosed;      ///< triangles within closed curves
    std::vector<CoplanarPolygon> polygons;  ///< of pairs in one plane
    std::vector<Point> polygon_points;      ///< their corners
    std::vector<CurveDepth> depths;         ///< with CurveOptions::depth
};

}  // namespace pliant
