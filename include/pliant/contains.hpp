// What `contains` says about points.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <pliant/overlap.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// Limits of `contains`. What runs out is said in the report.
struct ContainsBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< counts from where layers are made
    std::optional<std::uint64_t> points{};           ///< looked at; the others are left uncertain
    bool operator==(const ContainsBudget&) const = default;
};

/// How `contains` decides.
struct ContainsOptions {
    /// Settles the points near the surface too, by exact arithmetic.
    bool exact = false;
    InsideRule rule = InsideRule::winding;  ///< when a point counts as inside
    /// Columns along each side of the body's box. Unset: chosen by its number of triangles.
    std::optional<std::uint32_t> resolution{};
    ContainsBudget budget{};  ///< when the search ends
    Watch watch{};            ///< asked whether to go on; how far it is, is not known. What it leaves is uncertain
    /// Set: points are looked up in its layers, as in the paper (pliant/layers.hpp): a point is inside where the line
    /// through the middle of its pixel is. std::invalid_argument beside `exact` or a budget. Borrowed during the call.
    LayerProducer* producer = nullptr;
};

/// Numbers of points, each list ascending. Points in none of them are certainly outside.
struct Containment {
    std::vector<std::uint32_t> inside;      ///< certainly, unless `sampled`
    std::vector<std::uint32_t> uncertain;   ///< nearer to the surface than `bound`, or where the surface is not closed,
                                            ///< or not looked at within the budget
    std::vector<std::uint32_t> on_surface;  ///< exactly; only where asked to be exact
    std::vector<std::uint32_t> invalid;     ///< with a coordinate that is not finite
    bool sampled =
        false;         ///< by a producer of layers: `inside` is what its samples say, and nothing bounds their error
    double bound = 0;  ///< uncertain points of a closed surface are no farther from it. About the
                       ///< diagonal of a cell, a column's slab
    std::uint32_t resolution = 0;           ///< as asked, or less where coordinates are too far apart for it
    std::uint64_t inconsistent_pixels = 0;  ///< columns in which the surface is not closed or not facing one way
    /// Connected borders of the surface, where it is open or does not face one way; 0 for a closed one. An open surface
    /// has no inside: a point is certain then only where it lies beyond the box of the surface, or where lines along
    /// all three axes pass beside every border, and none contradicts another.
    std::uint32_t openings = 0;
    Report report;  ///< how the search ended
};

}  // namespace pliant
