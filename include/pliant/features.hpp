// Parts of triangles that come near each other or meet: a vertex and a triangle, or two edges.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include <pliant/pairs.hpp>

namespace pliant {

/// Which parts of two triangles.
enum class FeatureKind : std::uint8_t {
    vertex_triangle,  ///< a vertex of the one, the inside and border of the other
    edge_edge,        ///< an edge of each
};

/// The name as it stands in JSON.
constexpr std::string_view name(FeatureKind kind) {
    return kind == FeatureKind::vertex_triangle ? "vertex_triangle" : "edge_edge";
}

/// A vertex and a triangle, or two edges, of a scene. They share no vertex.
struct FeaturePair {
    FeatureKind kind = FeatureKind::vertex_triangle;  ///< which of the two
    BodyId body_a{};                                  ///< of the vertex, or of the first edge
    BodyId body_b{};                                  ///< of the triangle, or of the second edge
    /// Numbers within their bodies. vertex_triangle: the vertex, then the corners of the triangle as it names them.
    /// edge_edge: the ends of the first edge, ascending, then those of the second; (body_a, first edge) is the smaller.
    std::array<std::uint32_t, 4> vertices{};
    std::uint32_t triangle = 0;  ///< of body_b, for vertex_triangle; 0 for edges
    auto operator<=>(const FeaturePair&) const = default;
};

}  // namespace pliant
