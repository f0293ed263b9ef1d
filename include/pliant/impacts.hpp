// What `impacts` finds: features that meet while every vertex moves on a straight line, decided exactly.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include <pliant/export.hpp>
#include <pliant/features.hpp>
#include <pliant/points.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// When and where two features meet first.
struct Impact {
    /// The first time they meet is certainly in [time[0], time[1]], within [0, 1]; no longer than 1e-12.
    std::array<double, 2> time{};
    std::array<double, 4> weights{};  ///< of the four vertices, where they meet: those of each side sum up to 1
    Point point{};                    ///< where, rounded
    /// Of length one, across both features, to the side from which the vertex or first edge comes; zero where there is
    /// no telling, as with motion within one plane. With a minimum separation: along the shortest way.
    Point normal{};
    bool operator==(const Impact&) const = default;
};

/// A vertex that meets a triangle, or an edge that meets another, while each of the four points moves on a straight
/// line from `start` to `end`: the vertex, then the triangle; or one edge, then the other. None: they meet at no time
/// in [0, 1]. Exact: the answer of rational arithmetic, for any finite coordinates, at rest and in one plane included.
/// std::invalid_argument where a coordinate is not finite.
PLIANT_EXPORT std::optional<Impact> vertex_triangle_impact(const std::array<Point, 4>& start,
                                                           const std::array<Point, 4>& end);
/// The same of two edges.
PLIANT_EXPORT std::optional<Impact> edge_edge_impact(const std::array<Point, 4>& start,
                                                     const std::array<Point, 4>& end);

/// Which impacts are returned.
enum class ImpactSelection : std::uint8_t {
    all,       ///< in order of time
    earliest,  ///< the earliest alone: much quicker
};

/// Limits of `impacts`. What runs out is said in the report.
struct ImpactBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> candidates{};       ///< pairs of features whose boxes no axis keeps apart
    std::optional<std::uint64_t> impacts{};          ///< returned; the earliest are kept
    bool operator==(const ImpactBudget&) const = default;
};

/// Which impacts are looked for, and when the search ends.
struct ImpactOptions {
    bool self = true;                                  ///< features of one body
    bool between = true;                               ///< features of two bodies
    ImpactSelection selection = ImpactSelection::all;  ///< which are returned
    /// They meet where they come as near as this, in Euclidean distance: exact, too. Intervals of time may then be up
    /// to 1e-6 long, and every candidate takes several times as long. 0: where they touch.
    double minimum_separation = 0;
    ImpactBudget budget{};  ///< when the search ends
    Watch watch{};          ///< told how far the search is, and may end it
};

/// Two features of a scene that meet during a step.
struct FeatureImpact : FeaturePair {
    Impact impact;  ///< when and where
    bool operator==(const FeatureImpact&) const = default;
};

/// Features that meet, sorted by time[0], then time[1], then the features.
struct Impacts : Answer<FeatureImpact> {
    std::uint64_t vertex_triangle = 0;  ///< how many of the items are of this kind
    std::uint64_t edge_edge = 0;        ///< how many of the items are of this kind
};

/// How far a step can go.
struct SafeStep {
    double time = 1;   ///< nothing meets in [0, time]; 1: the whole step is free. 0: features meet at the start already
    bool met = false;  ///< something meets within the step
    Report report;     ///< how the search ended; where it ended early, `time` is still safe
};

}  // namespace pliant
