// What `overlap` and `self_overlap` measure: the volume that bodies share, each number with its error.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>

namespace pliant {

class LayerProducer;

/// A direction of space.
enum class Axis : std::uint8_t { x, y, z };

/// The name as it stands in JSON.
constexpr std::string_view name(Axis axis) { return axis == Axis::x ? "x" : axis == Axis::y ? "y" : "z"; }

/// When a point counts as inside a body that winds around it. For a closed surface that does not cross itself both say
/// the same.
enum class InsideRule : std::uint8_t {
    winding,  ///< the surface winds around the point at least once: what overlaps itself is inside
    parity,   ///< an odd number of times, as in the paper: what overlaps itself is outside
};

/// Limits of `overlap` and `self_overlap`. What runs out is said in the report.
struct OverlapBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> columns{};          ///< measured, of all sizes
    bool operator==(const OverlapBudget&) const = default;
};

/// How exactly `overlap` measures, and what else it finds on the way.
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
    InsideRule rule = InsideRule::winding;  ///< when a point counts as inside
    bool spans = false;                     ///< fill Overlap::spans
    bool gradient = false;                  ///< fill Overlap::gradient_a and gradient_b
    bool depths = false;                    ///< fill Overlap::penetrations
    OverlapBudget budget{};                 ///< when the search ends
    Watch watch{};                          ///< asked whether to go on; how far it is, is not known
    /// Set: volumes are those of its layers, as in the paper (pliant/layers.hpp): one line a column, `resolution`
    /// columns along each side, 128 unless set. Fills spans, and no more than that: std::invalid_argument where depths,
    /// gradient, all_axes, a budget or self_overlap are asked for. Borrowed during the call.
    LayerProducer* producer = nullptr;
};

/// A stretch along the axis through the middle of a column that lies inside both bodies.
struct OverlapSpan {
    std::uint32_t column = 0;  ///< row * resolution + place in the row
    double enter = 0;          ///< coordinate along the axis
    double leave = 0;          ///< the same at its end
};

/// A vertex of one body inside the other.
struct VertexPenetration {
    BodyId body{};                      ///< of the vertex
    std::uint32_t vertex = 0;           ///< number within the body
    double depth = 0;                   ///< distance to the other surface
    std::array<double, 3> direction{};  ///< unit vector, the shortest way out; zero where depth is 0
    std::array<double, 3> closest{};    ///< the point there
    std::uint32_t triangle = 0;         ///< of the other body, which holds that point
};

/// The volume that two bodies share, or one with itself.
struct Overlap {
    double volume = 0;                 ///< as nearly as was asked
    double error = 0;                  ///< the true volume is within volume - error and volume + error
    bool sampled = false;              ///< by a producer of layers: samples bound nothing but what the boxes do
    std::array<double, 3> centroid{};  ///< of the volume that is shared
    double centroid_error = 0;         ///< distance; infinite where the volume may be zero
    Axis axis = Axis::z;               ///< of the columns
    /// The box that was looked at; columns run along `axis` through it.
    std::array<double, 3> box_lo{};
    std::array<double, 3> box_hi{};         ///< its other corner
    std::uint32_t resolution = 0;           ///< columns along each side, at the finest
    std::uint64_t columns = 0;              ///< measured, of all sizes
    std::uint64_t inconsistent_pixels = 0;  ///< columns in which a surface is not closed or not facing one way
    bool self_overlapping_a = false;        ///< the body was seen to wind around some place more than once
    bool self_overlapping_b = false;        ///< the same of the other
    std::uint32_t span_resolution = 0;      ///< columns along each side that `spans` were found in
    std::vector<OverlapSpan> spans;         ///< by column, then along the axis
    /// Change of the volume with each vertex, and a bound for the sum of the errors of its vectors' lengths.
    std::vector<std::array<double, 3>> gradient_a;
    std::vector<std::array<double, 3>> gradient_b;  ///< the same of the other body
    double gradient_error = 0;                      ///< bound on the sum of the errors of their lengths
    std::vector<VertexPenetration> penetrations;    ///< of a, then of b, by vertex
    Report report;                                  ///< how the search ended
};

}  // namespace pliant
