// What `proximities` finds: features nearer to each other than a distance, decided exactly; and how far bodies are
// apart.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/features.hpp>
#include <pliant/points.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// How near two features are, and where.
struct FeatureDistance {
    double distance = 0;              ///< rounded; within a few units in the last place of the true one
    std::array<double, 4> weights{};  ///< of the four vertices at the closest points: those of each side sum up to 1
    Point point_a{};                  ///< closest point on the vertex or first edge
    Point point_b{};                  ///< closest point on the triangle or second edge
    Point normal{};  ///< of length one, from point_b to point_a; at distance 0 across both features; zero where there
                     ///< is no telling
    bool operator==(const FeatureDistance&) const = default;
};

/// Distance of a vertex and a triangle: the vertex first. std::invalid_argument where a coordinate is not finite.
PLIANT_EXPORT FeatureDistance vertex_triangle_distance(const std::array<Point, 4>& points);
/// Distance of two edges: the ends of the one, then those of the other.
PLIANT_EXPORT FeatureDistance edge_edge_distance(const std::array<Point, 4>& points);

/// Limits of `proximities`. What runs out is said in the report.
struct ProximityBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> candidates{};       ///< pairs of features whose boxes are near, looked at
    std::optional<std::uint64_t> proximities{};      ///< returned; the nearest are kept
    bool operator==(const ProximityBudget&) const = default;
};

/// Thickness of a body: features count as near when their distance is at most that of the question plus the thickness
/// of either side.
struct BodyThickness {
    BodyId body{};         ///< whose
    double thickness = 0;  ///< of every vertex, unless there is one for each
    std::span<const double>
        per_vertex{};  ///< one per vertex, or empty; of a feature the largest of its vertices counts
};

/// Positions of a body at rest.
struct RestPose {
    BodyId body{};     ///< whose
    Points positions;  ///< as many as the body has vertices
};

/// Which proximities are looked for, and when the search ends. What is borrowed is read during the call only.
struct ProximityOptions {
    double distance = 0;  ///< features at this distance or nearer; finite and not negative, or std::invalid_argument
    bool self = true;     ///< features of one body
    bool between = true;  ///< features of two bodies
    std::span<const BodyThickness> thickness{};  ///< bodies that are not named have none
    /// Pairs within a body that are as near as that at rest already are left out, and counted.
    std::span<const RestPose> rest{};
    /// With `rest`: what was near at rest is found nevertheless where it came nearer by more than this share of its
    /// distance at rest. Unset: it is left out however near it comes.
    std::optional<double> rest_approach{};
    std::uint32_t nearest = 0;  ///< of each vertex and each edge only so many, the nearest; 0: all
    ProximityBudget budget{};   ///< when the search ends
};

/// Two features of a scene that are near each other.
struct Proximity : FeaturePair {
    FeatureDistance near;  ///< how near, and where
    bool operator==(const Proximity&) const = default;
};

/// Features that are near each other, sorted by features.
struct Proximities : Answer<Proximity> {
    std::uint64_t vertex_triangle = 0;  ///< how many of the items are of this kind
    std::uint64_t edge_edge = 0;        ///< how many of the items are of this kind
    std::uint64_t left_at_rest = 0;     ///< pairs that were left out since they are near at rest
};

/// How far two bodies are apart.
struct BodyDistance {
    BodyId a{};                        ///< one
    BodyId b{};                        ///< the other
    std::array<double, 2> distance{};  ///< the true one is certainly in [distance[0], distance[1]]; 0 where they meet
    TriangleRef triangle_a;            ///< that holds the witness of a
    TriangleRef triangle_b;            ///< that holds the witness of b
    Point point_a{};                   ///< witness: a point of a ...
    Point point_b{};                   ///< ... and one of b at this distance
    bool operator==(const BodyDistance&) const = default;
};

}  // namespace pliant
