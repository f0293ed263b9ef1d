// How whole bodies lie to each other, where no pair of triangles says it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// How body `a` lies to body `b`.
enum class RelationKind : std::uint8_t {
    inside,      ///< pieces of a lie within the closed surface b and meet it nowhere
    coincident,  ///< every triangle of each has the corners of a triangle of the other
    undecided,   ///< pieces of a lie within the box of b and meet b nowhere; b has no border, but edges of three
                 ///< triangles or another odd number, so that there is no telling its inside
};

/// The name as it stands in JSON.
constexpr std::string_view name(RelationKind kind) {
    switch (kind) {
        case RelationKind::inside: return "inside";
        case RelationKind::coincident: return "coincident";
        case RelationKind::undecided: return "undecided";
    }
    return "";
}

/// A relation of two bodies. A surface is closed where each edge has an even number of triangles, with vertices at
/// equal positions joined; where its triangles do not face one way, a point is inside if a line from it crosses the
/// surface an odd number of times. Of bodies that coincide a is the smaller.
struct BodyRelation {
    BodyId a{};                                ///< the inner one, where one is inside
    BodyId b{};                                ///< the other
    RelationKind kind = RelationKind::inside;  ///< how they lie
    std::uint32_t pieces = 0;       ///< of a, connected by vertices, that are inside; all where they coincide
    std::uint32_t pieces_of_a = 0;  ///< in all
    auto operator<=>(const BodyRelation&) const = default;
};

/// What is known before `relations` is asked.
struct RelationOptions {
    /// All pairs between bodies at their present positions, as `intersections` returned them complete. Borrowed until
    /// the call returns. Unset: they are looked for.
    std::optional<std::span<const TrianglePair>> pairs{};
    Watch watch{};  ///< told how far the search is for the pairs that were not given, and may end all of it
};

}  // namespace pliant
