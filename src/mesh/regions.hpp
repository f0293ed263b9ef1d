// Connected components of intersecting pairs, by shared vertices of their triangles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/views.hpp>

namespace pliant::mesh {

/// Numbers of pairs, ascending. All of them are pairs of the same two bodies (or of one body with itself).
using Region = std::vector<std::uint32_t>;

/// Two pairs are in one region when a triangle of one and a triangle of the other are the same or share a vertex.
/// `triangles[b]` are the triangles of BodyId b. Largest region first; of equal ones, that of the first pair.
std::vector<Region> regions(std::span<const TrianglePair> pairs, std::span<const std::span<const Triangle>> triangles);

}  // namespace pliant::mesh
