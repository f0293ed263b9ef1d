// What `overlap` and `self_overlap` measure: the volume that bodies share, each number with its error.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>

namespace pliant {

enum class Axis : std::uint8_t { x, y, z };

constexpr std::string_view name(Axis axis) { return axis == Axis::x ? "x" : axis == Axis::y ? "y" : "z"; }

/// When a point counts as inside a body that winds around it. For a closed surface that does not cross itself both say
/// the same.
enum class InsideRule : std::uint8_t {
    winding,  ///< the surface winds around the point at least once: what overlaps itself is inside
    parity,   ///< an odd number of times, as in the paper: what overlaps itself is outside
};

/// Which detector measured a shared volume.
enum class OverlapMethod : std::uint8_t {
    depth_layers,     ///< columns of layers, refined until the tolerance is reached
    surface_overlap,  ///< the surfaces themselves, by the divergence theorem: the error is that of rounding
};

/// As in `pliant overlap`.
constexpr std::string_view name(OverlapMethod method) {
    return method == OverlapMethod::depth_layers ? "depth_layers" : "surface_overlap";
}

struct OverlapOptions {
    /// Wanted: error <= tolerance * volume. Of closed bodies whose surfaces cross each other cleanly the error is that
    /// of rounding alone, unless something below asks for columns; else columns are refined until it is reached. Where
    /// less than a thousandth of the smaller body is shared, error <= tolerance * that thousandth will do.
    double tolerance = 0.01;
    /// Set: so many columns along each side, none refined; the error is what it is then.
    std::optional<std::uint32_t> resolution{};
    /// Direction of the columns. Unset: along the smallest distance between outside faces [Heidelberger2003, 3.1].
    std::optional<Axis> axis{};
    /// Measures along all three axes and keeps what all of them say: about three times the work, a smaller error. Where
    /// they contradict each other, what any of them says.
    bool all_axes = false;
    InsideRule rule = InsideRule::winding;
    bool spans = false;     ///< fill Overlap::spans
    bool gradient = false;  ///< fill Overlap::gradient_a and gradient_b
    bool depths = false;    ///< fill Overlap::penetrations
    Budget budget{};        ///< tests: columns looked at
};

/// A stretch along the axis through the middle of a column that lies inside both bodies.
struct OverlapSpan {
    std::uint32_t column = 0;  ///< row * resolution + place in the row
    double enter = 0, leave = 0;
};

/// A vertex of one body inside the other.
struct VertexPenetration {
    BodyId body{};  ///< of the vertex
    std::uint32_t vertex = 0;
    double depth = 0;                   ///< distance to the other surface
    std::array<double, 3> direction{};  ///< unit vector, the shortest way out; zero where depth is 0
    std::array<double, 3> closest{};    ///< the point there
    std::uint32_t triangle = 0;         ///< of the other body, which holds that point
};

struct Overlap {
    double volume = 0;
    double error = 0;  ///< the true volume is within volume - error and volume + error
    std::array<double, 3> centroid{};
    double centroid_error = 0;  ///< distance; infinite where the volume may be zero
    Axis axis = Axis::z;        ///< of the columns
    /// The box that was looked at; columns run along `axis` through it.
    std::array<double, 3> box_lo{}, box_hi{};
    std::uint32_t resolution = 0;           ///< columns along each side, at the finest
    std::uint64_t columns = 0;              ///< measured, of all sizes
    std::uint64_t inconsistent_pixels = 0;  ///< columns in which a surface is not closed or not facing one way
    bool self_overlapping_a = false;        ///< the body was seen to wind around some place more than once
    bool self_overlapping_b = false;
    std::uint32_t span_resolution = 0;
    std::vector<OverlapSpan> spans;  ///< by column, then along the axis
    /// Change of the volume with each vertex, and a bound for the sum of the errors of its vectors' lengths.
    std::vector<std::array<double, 3>> gradient_a, gradient_b;
    double gradient_error = 0;
    std::vector<VertexPenetration> penetrations;              ///< of a, then of b, by vertex
    OverlapMethod answered_by = OverlapMethod::depth_layers;  ///< surface_overlap wherever it can answer
    Report report;
};

}  // namespace pliant
