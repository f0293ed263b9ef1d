// The yardstick `floor`: reading every triangle and writing its bounding box, the least work of any detector that
// visits all triangles.
#pragma once

#include <cstddef>

#include <pliant/views.hpp>

namespace pliant::bench {

/// One triangle's box; the fourth of each is not used.
struct alignas(32) FloorBox {
    float lo[4], hi[4];
};

/// Reads the corners of triangles [begin, end) and writes their boxes. `positions` are x y z x y z ... with one float
/// behind the last.
void write_boxes(const float* positions, const Triangle* triangles, std::size_t begin, std::size_t end,
                 FloorBox* boxes);

/// The same for tetrahedra.
void write_tetrahedron_boxes(const float* positions, const Tetrahedron* tetrahedra, std::size_t begin, std::size_t end,
                             FloorBox* boxes);

}  // namespace pliant::bench
