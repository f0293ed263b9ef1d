// What the stages of the detector hand on: regions with their contours and bounds, and the triangles of their leaves.
#pragma once

#include <vector>

#include "detect/regularity/block_neighbours.hpp"
#include "detect/regularity/contours.hpp"
#include "detect/regularity/directions.hpp"
#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/leaf_blocks.hpp"
#include "detect/regularity/leaf_vertices.hpp"
#include "detect/regularity/region_bounds.hpp"

namespace pliant::regularity {

/// Hierarchy and contours are made once per topology, bounds once per frame.
struct Regions {
    Hierarchy hierarchy;
    Contours contours;
    std::vector<RegionBounds> bounds;  // by region
    OwnDirections own_directions{};    // of whole pieces that face none of the sampled ones

    [[nodiscard]] const RegionBounds& of_leaf(std::size_t leaf) const { return bounds[hierarchy.leaf_region[leaf]]; }
    [[nodiscard]] RegionBounds& of_leaf(std::size_t leaf) { return bounds[hierarchy.leaf_region[leaf]]; }
};

/// The leaves of all regions. Made once per topology.
struct Leaves {
    LeafBlocks blocks;
    LeafVertices vertices;
    BlockNeighbours neighbours;
};

}  // namespace pliant::regularity
