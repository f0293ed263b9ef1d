// Two bare arrays of triangles, one call: no Scene, nothing kept.
#pragma once

#include <pliant/export.hpp>
#include <pliant/pairs.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// As IntersectionOptions, for a single call.
struct SoupOptions {
    bool self = false;                                  ///< pairs within one of the arrays as well
    bool between = true;                                ///< pairs of the two
    Neighbours neighbours = Neighbours::beyond_shared;  ///< pairs that share a vertex
    unsigned threads = 1;         ///< 0: as many as the machine has. The answer does not depend on it
    IntersectionBudget budget{};  ///< when the search ends
};

/// Which triangles intersect, exactly, as Scene::intersections finds them with Method::gjk_cut; in the answer a is
/// BodyId{0} and b is BodyId{1}. The arrays are read during the call only. For geometry that is new at every call: a
/// Scene keeps its memory from frame to frame and is the better choice for what stays. Throws std::length_error for
/// more than 2^32 - 1 vertices or triangles and nothing else but std::bad_alloc.
PLIANT_EXPORT Answer<TrianglePair> intersections(const SurfaceView& a, const SurfaceView& b,
                                                 const SoupOptions& options = {});

/// The same within one array.
PLIANT_EXPORT Answer<TrianglePair> self_intersections(const SurfaceView& soup, SoupOptions options = {});

}  // namespace pliant
