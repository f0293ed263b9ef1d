// Fewer triangles for a closed surface: edges are collapsed where that changes it least [Garland1997], and never where
// it would tear, pinch or fold it.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::simplify {

struct TriangleMesh {
    std::vector<std::array<double, 3>> positions;
    std::vector<Triangle> triangles;
};

/// About `triangles` triangles, more where no edge can be collapsed any further. What is closed, manifold and of one
/// orientation stays so; edges at holes and where more than two triangles meet are left as they are. Triangles with
/// vertices that are not there or not finite, or with one named twice, are left out. Vertices that are not used are
/// left out, too. The same bytes on every run.
TriangleMesh simplify(const SurfaceView& surface, std::size_t triangles);

}  // namespace pliant::simplify
