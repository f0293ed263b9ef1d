// What `intersections` finds.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace pliant {

/// A body of a Scene. Numbers are given in the order of Scene::add and never used again.
enum class BodyId : std::uint32_t {};

/// How two closed triangles meet beyond the vertex or edge that they share, if they share one.
enum class PairKind : std::uint8_t {
    crossing,  ///< in different planes, and some point lies inside both
    touching,  ///< only at the border of one of them: in a point or along a segment
    coplanar,  ///< in one plane, with an area in common
    fold,      ///< they share an edge (or all three vertices) and lie on one another
};

/// The name as it stands in JSON, Python and the viewer.
constexpr std::string_view name(PairKind kind) {
    switch (kind) {
        case PairKind::crossing: return "crossing";
        case PairKind::touching: return "touching";
        case PairKind::coplanar: return "coplanar";
        case PairKind::fold: return "fold";
    }
    return "";
}

/// A triangle of a scene.
struct TriangleRef {
    BodyId body{};               ///< that it belongs to
    std::uint32_t triangle = 0;  ///< number within the body, in the order given to Scene::add
    auto operator<=>(const TriangleRef&) const = default;
};

/// Two triangles that intersect; a < b. Answers are sorted: by a, then b.
struct TrianglePair {
    TriangleRef a;                       ///< the smaller one
    TriangleRef b;                       ///< the other
    PairKind kind = PairKind::crossing;  ///< how they meet
    auto operator<=>(const TrianglePair&) const = default;
};

}  // namespace pliant
