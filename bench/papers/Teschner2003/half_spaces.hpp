// The other test of a vertex and a tetrahedron that the paper compares: half-spaces [Teschner2003, 4.4].
#pragma once

#include "narrow_phase/inside_tests.hpp"

namespace pliant::teschner2003 {

/// Like narrow_phase::judge, with four determinants, one for each face, instead of the three and the volume that
/// barycentric coordinates take.
void judge_by_half_spaces(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
                          const broad_phase::Candidates& candidates, narrow_phase::Inside* out);

}  // namespace pliant::teschner2003
