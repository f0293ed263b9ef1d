// How far two convex bodies are apart, by the algorithm of Gilbert, Johnson and Keerthi.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/points.hpp>

namespace pliant {

/// Where a search stood: up to four pairs of points, one of each body, whose differences span the simplex nearest to
/// the origin so far. Enough to draw it.
struct DistanceStep {
    std::uint32_t size = 0;    ///< pairs in use, 1 to 4
    std::array<Point, 4> a{};  ///< points of the first body
    std::array<Point, 4> b{};  ///< points of the second
    Point direction{};         ///< from the first to the second body, of length one: what was searched along next
    double distance = 0;       ///< upper bound so far
    double lower_bound = 0;    ///< lower bound so far
};

/// When `distance` stops, and what it keeps.
struct DistanceOptions {
    double tolerance = 1e-12;  ///< stop when upper and lower bound differ by less than this share of the size
    std::uint32_t most_iterations = 256;  ///< a search that needs more says so: `converged` is false
    bool record = false;                  ///< keep every step
};

/// Distance of two convex hulls. Computed in double: `distance` and `lower_bound` enclose the true one up to rounding.
struct Distance {
    double distance = 0;     ///< between the two witness points; 0 where the hulls overlap
    double lower_bound = 0;  ///< no two points are nearer than this, up to rounding
    bool overlap = false;    ///< no gap was found: the hulls meet, or are nearer than the tolerance
    Point point_a{};  ///< witness point: of the first hull, nearest to the second; a common point where they overlap
    Point point_b{};  ///< the same of the second hull
    Point separating_direction{};  ///< of length one, from a to b: a plane across it parts the hulls. Zero if they
                                   ///< overlap
    /// Where the hulls overlap: the second one moved so far along `way_out`, which is of length one, touches the first
    /// at most. An upper bound of the least such motion, of the directions that the search turned to and the axes
    /// [Hatab2006, 3]; up to rounding. 0 where they are apart.
    double penetration_bound = 0;
    Point way_out{};
    std::uint32_t iterations = 0;     ///< made
    bool converged = true;            ///< the tolerance was reached
    std::vector<DistanceStep> steps;  ///< with `record`
};

/// Distance of the convex hulls of two sets of points; the points may be in any order, inside their hull, or repeated.
/// Points that are not finite are left out. Throws std::invalid_argument where a set has no finite point. The time is
/// proportional to the number of points, times a handful of iterations.
PLIANT_EXPORT Distance distance(Points a, Points b, const DistanceOptions& options = {});

}  // namespace pliant
