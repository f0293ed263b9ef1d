// The bytes of a kept hierarchy: a head of 24 bytes, then numbers, little-endian, without gaps.
//
//     0  8  "pliantST"
//     8  4  version, 1
//    12  4  0
//    16  8  check sum of all that follows: FNV-1a, 64 bits
//    24     vertices, triangles (4 bytes each), mark (8); how many pieces, cuts, nodes, levels, centres, errors (4
//    each);
//           pieces (triangle, cut), cuts (9 doubles), by node: begin, end, first child, and one more of the last;
//           first nodes of levels, and one more; centres (3 vertices, 3 weights, 3 lengths); errors (doubles)
#pragma once

#include <cstddef>
#include <span>

#include <pliant/sphere_hierarchy.hpp>

namespace pliant::sphere_tree {

/// Recomputes the checksum of changed bytes: for tests of what it does not catch.
void mend_check_sum(std::span<std::byte> bytes);

/// What is wrong with a hierarchy, or nullptr. One that passes can be built, updated and searched.
const char* flaw_of(const SphereHierarchy& hierarchy);

}  // namespace pliant::sphere_tree
