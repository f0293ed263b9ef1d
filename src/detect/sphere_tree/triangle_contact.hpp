// Two triangles of different bodies: whether they intersect, and about where.
#pragma once

#include <optional>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/collision_list.hpp"
#include "detect/sphere_tree/contact_query.hpp"
#include "geometry/triangle_pair.hpp"

namespace pliant::sphere_tree {

/// How two triangles intersect, exactly; none where one of them is degenerate or not finite.
std::optional<PairKind> meet(const geometry::TriangleCorners& a, const geometry::TriangleCorners& b);

/// Position, normal and error of two triangles that intersect. The position is rounded; the error bounds it all the
/// same.
Contact contact_of(const geometry::TriangleCorners& a, const geometry::TriangleCorners& b);

/// The same, found in two leaves.
Contact contact_in(const TreePair& trees, const FoundTriangles& found, const SpherePair& in);

}  // namespace pliant::sphere_tree
