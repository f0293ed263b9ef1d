// Two triangles of different bodies: do they meet, and about where?
#pragma once

#include <optional>

#include <pliant/contacts.hpp>

#include "geometry/triangle_pair.hpp"

namespace pliant::sphere_tree {

/// How two triangles meet, exactly; nothing where one of them is not sound.
std::optional<PairKind> meet(const geometry::TriangleCorners& a, const geometry::TriangleCorners& b);

/// Position, normal and error of two triangles that meet. The position is rounded, the error holds nevertheless.
Contact contact_of(const geometry::TriangleCorners& a, const geometry::TriangleCorners& b);

}  // namespace pliant::sphere_tree
