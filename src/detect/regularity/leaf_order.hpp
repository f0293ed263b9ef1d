// Update order of leaves: by vertex number, so that leaves are bounded while their vertices are in L2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/regularity/leaf_blocks.hpp"

namespace pliant::regularity {

/// Leaves [begin, end) of the order; they have no other vertices than from `first_vertex` to `last_vertex`.
struct LeafRun {
    std::size_t begin, end;
    std::uint32_t first_vertex, last_vertex;
};

struct LeafOrder {
    std::vector<std::uint32_t> leaves;
    std::vector<LeafRun> runs;  // of all leaves, one after the other
    std::size_t near_runs = 0;  // these come first, by last vertex; vertices of the others lie far apart
};

LeafOrder order_by_vertices(const LeafBlocks& blocks, std::size_t vertices);

}  // namespace pliant::regularity
