// From vertices found in tetrahedra, in the common numbering, to the answer.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/penetrations.hpp>

#include "bodies/bodies.hpp"
#include "bodies/tetrahedra.hpp"

namespace pliant::bodies {

struct FoundPenetration {
    std::uint32_t vertex, tetrahedron;
    PenetrationKind kind;
};

struct FoundEdge {
    std::uint32_t a, b, tetrahedron;  // a < b
};

/// Whether a vertex of one body in a tetrahedron of another, or of the same, is asked for and both take part.
bool wanted(const Bodies& bodies, const Tetrahedra& tetrahedra, std::uint32_t vertex, std::uint32_t tetrahedron,
            const PenetrationOptions& options);

/// Whether a vertex is in the closed box of a tetrahedron, exactly.
bool in_box(const Vec3& point, const geometry::TetrahedronCorners& corners);

/// Whether the closed boxes of a segment and a tetrahedron overlap, exactly.
bool boxes_overlap(const Vec3& p, const Vec3& q, const geometry::TetrahedronCorners& t);

/// Sorts, leaves out what is not asked for, cuts to the budget (strict penetrations stay before contacts) and
/// translates into the scene's numbering.
void write_answer(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<FoundPenetration>& found,
                  const PenetrationOptions& options, Penetrations& answer);
void write_edges(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<FoundEdge>& found,
                 Penetrations& answer);

}  // namespace pliant::bodies
