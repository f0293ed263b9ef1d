// What `penetrations` finds: vertices inside tetrahedra, how deep, which way out.
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// A vertex of a scene.
struct VertexRef {
    BodyId body{};             ///< that it belongs to
    std::uint32_t vertex = 0;  ///< number within the body
    auto operator<=>(const VertexRef&) const = default;
};

/// A tetrahedron of a scene.
struct TetrahedronRef {
    BodyId body{};                  ///< that it belongs to
    std::uint32_t tetrahedron = 0;  ///< number within the body, in the order given to Scene::add
    auto operator<=>(const TetrahedronRef&) const = default;
};

/// Where in a tetrahedron a vertex is.
enum class PenetrationKind : std::uint8_t {
    inside,       ///< strictly inside the tetrahedron
    on_boundary,  ///< exactly on one of its faces, edges or corners
};

/// The name as it stands in JSON.
constexpr std::string_view name(PenetrationKind kind) {
    return kind == PenetrationKind::inside ? "inside" : "on_boundary";
}

/// Where the depth and the direction of a penetration come from.
enum class DepthSource : std::uint8_t {
    none,     ///< not asked for, not reached in the time given, or the body has no surface that could be found
    crossed,  ///< from the surface that edges of the vertex's own body cross, carried on from vertex to vertex
    nearest,  ///< no edge around the vertex leaves the body: from its nearest surface point
};

/// The name as it stands in JSON.
constexpr std::string_view name(DepthSource source) {
    switch (source) {
        case DepthSource::none: return "none";
        case DepthSource::crossed: return "crossed";
        case DepthSource::nearest: return "nearest";
    }
    return "";
}

/// A vertex in a closed tetrahedron of which it is not a corner. Answers are sorted: by vertex, then tetrahedron.
struct Penetration {
    VertexRef vertex;                                ///< that is inside
    TetrahedronRef tetrahedron;                      ///< that it is in
    PenetrationKind kind = PenetrationKind::inside;  ///< strictly inside or on the boundary
    std::array<double, 4> barycentric{};             ///< weights of the tetrahedron's corners; they sum up to 1
    // Only with PenetrationOptions::depth:
    DepthSource depth_source = DepthSource::none;  ///< where depth and direction come from
    double depth = 0;                   ///< way out of the tetrahedron's body along `direction`, in the scene's unit
    std::array<double, 3> direction{};  ///< unit vector out of the tetrahedron's body; 0 where there is no source
    bool operator==(const Penetration&) const = default;
};

/// An edge of a body's surface that passes through the inside of a tetrahedron while neither of its ends is in or on
/// it. Edge and tetrahedron share no vertex.
struct EdgePenetration {
    BodyId body{};                            ///< that it belongs to
    std::array<std::uint32_t, 2> vertices{};  ///< ascending
    TetrahedronRef tetrahedron;               ///< that it is in
    auto operator<=>(const EdgePenetration&) const = default;
};

/// How the spatial hash divides space. The answers do not depend on it.
struct SpatialHashOptions {
    /// Side of a cell in the scene's unit. Positive and finite, or else std::invalid_argument. Unset: by the mean edge
    /// length, with other sizes for much smaller or larger tetrahedra.
    std::optional<double> cell_size{};
    std::uint32_t table_size = 0;  ///< buckets, rounded up to a power of two; 0: chosen by the number of vertices
};

/// Who answers `penetrations`.
enum class PenetrationMethod : std::uint8_t {
    automatic,     ///< spatial_hash
    brute_force,   ///< every vertex with every tetrahedron: the oracle
    spatial_hash,  ///< cells of a regular grid, hashed [Teschner2003]
};

/// The name as it stands on the command line.
constexpr std::string_view name(PenetrationMethod method) {
    switch (method) {
        case PenetrationMethod::automatic: return "automatic";
        case PenetrationMethod::brute_force: return "brute_force";
        case PenetrationMethod::spatial_hash: return "spatial_hash";
    }
    return "";
}

/// Limits of `penetrations`. What runs out is said in the report.
struct PenetrationBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> candidates{};       ///< vertices, and edges, in the boxes of tetrahedra, looked at
    std::optional<std::uint64_t> penetrations{};     ///< returned: inside first, then on the boundary, then edges
    bool operator==(const PenetrationBudget&) const = default;
};

/// Which penetrations are looked for, and what is said about them.
struct PenetrationOptions {
    PenetrationMethod method = PenetrationMethod::automatic;  ///< all give the same answer
    bool self = true;                                         ///< vertices in tetrahedra of their own body
    bool between = true;                                      ///< vertices in tetrahedra of other bodies
    bool once_per_body = false;  ///< one penetration per vertex and penetrated body, strict ones first
    bool depth = false;          ///< depth and direction of every penetration: takes the whole search, so that
                                 ///< budget.penetrations limits what is returned only, and depths do not depend on it
    bool edges = false;          ///< also edges that pass through tetrahedra
    SpatialHashOptions hash{};   ///< cells and table
    PenetrationBudget budget{};  ///< when the search ends
    Watch watch{};               ///< told how far the search is, and may end it
};

/// Vertices in tetrahedra and, on request, edges through them.
struct Penetrations : Answer<Penetration> {
    std::vector<EdgePenetration> edges;  ///< only with PenetrationOptions::edges; sorted
};

}  // namespace pliant
