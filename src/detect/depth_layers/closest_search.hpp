// The closest triangle of a tree of disks.
#pragma once

#include <cstdint>
#include <span>

#include "detect/depth_layers/disk_tree.hpp"
#include "numeric/vec.hpp"

namespace pliant::depth_layers {

/// A point of a triangle, and its distance from the one that was asked about.
struct ClosestFound {
    Vec3 point;
    double distance;
    std::uint32_t triangle;
};

/// For each point the closest of all triangles by rounded distance, of equals the one with the lowest number: whatever
/// order it searches in. Points lie within the box of the surface, in its frame. Neighbours in the list need less time
/// where they are neighbours in space.
void find_closest(const LocalSurface& surface, const DiskTree& tree, std::span<const Vec3> points, ClosestFound* found);

}  // namespace pliant::depth_layers
