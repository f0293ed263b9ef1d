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
    /// Rounded: of bare primitives within a few units in the last place; in the answer of a scene off by less than
    /// 2^-32 of itself, and never above the distance that was asked for. 0 where they touch, and only there.
    double distance = 0;
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
    double distance = 0;  ///< features at this distance or nearer; finite and not negative, or std::invalid_argument,
                          ///< as with all numbers below
    bool self = true;     ///< features of one body
    bool between = true;  ///< features of two bodies
    std::span<const BodyThickness> thickness{};  ///< bodies that are not named have none
    /// Pairs within a body that are as near as that at rest already are left out, and counted.
    std::span<const RestPose> rest{};
    /// With `rest`: what was near at rest is found nevertheless where it came nearer by more than this share of its
    /// distance at rest, by the rounded distances; between 0 and 1. Unset: it is left out however near it comes.
    std::optional<double> rest_approach{};
    /// Of each vertex and of each edge only so many, the nearest, by the rounded distances; a pair of edges stays where
    /// it is among those of either. 0: all.
    std::uint32_t nearest = 0;
    ProximityBudget budget{};  ///< when the search ends
    Watch watch{};             ///< told how far the search is, and may end it
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

/// How far two bodies are apart: their surfaces, of all triangles with an area. A body inside another, without meeting
/// it, is as far from it as their surfaces are; `Scene::relations` tells what is inside.
struct BodyDistance {
    BodyId a{};  ///< one
    BodyId b{};  ///< the other
    /// The true one is certainly in [distance[0], distance[1]], which differ by less than 2^-29 of themselves. Both 0
    /// where the surfaces meet, and only there; both infinite where a body has no triangle with an area.
    std::array<double, 2> distance{};
    TriangleRef triangle_a;  ///< that holds the witness of a
    TriangleRef triangle_b;  ///< that holds the witness of b
    Point point_a{};         ///< witness: a point of a ...
    Point point_b{};         ///< ... and one of b at this distance
    bool operator==(const BodyDistance&) const = default;
};

}  // namespace pliant
