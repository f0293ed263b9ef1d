// How whole bodies lie to each other, where no pair of triangles says it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <pliant/pairs.hpp>

namespace pliant {

/// How body `a` lies to body `b`.
enum class RelationKind : std::uint8_t {
    inside,      ///< pieces of a lie within the closed surface b and meet it nowhere
    coincident,  ///< every triangle of each has the corners of a triangle of the other
};

/// The name as it stands in JSON.
constexpr std::string_view name(RelationKind kind) { return kind == RelationKind::inside ? "inside" : "coincident"; }

/// A relation of two bodies. Of bodies that coincide a is the smaller.
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
};

}  // namespace pliant
