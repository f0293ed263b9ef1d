// A layer that holds fragments of both bodies.
#pragma once

#include <span>

#include "detect/depth_layers/column.hpp"

namespace pliant::depth_layers {

/// Bounds of the shared volume in a layer, from its fragments one by one. The volume is the integral of depth over its
/// surface (the divergence theorem); a fragment that no fragment of the other body meets counts as a whole or not at
/// all, and only those that may meet one leave a doubt. Both bodies wind around nothing twice, and face the way that
/// `pair` says. `doubts` is scratch memory.
VolumeBounds bounds_by_fragments(const PairOfSides& pair, const Layer& layer, std::span<const Fragment> fragments,
                                 double area, std::vector<Doubt>& doubts);

}  // namespace pliant::depth_layers
