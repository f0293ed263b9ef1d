#include "detect/sphere_tree/tree_shape.hpp"

#include <algorithm>

#include "detect/sphere_tree/hierarchy.hpp"

namespace pliant::sphere_tree {

void TreeShape::split(const SurfaceNow& surface, std::span<const std::uint8_t> removed) {
    usable_.clear();
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const Triangle& v = surface.triangles[t];
        if (removed[t] == 0 && std::max({v[0], v[1], v[2]}) < surface.positions.size()) usable_.push_back(t);
    }
    hierarchy_ = split_at_medians(surface, usable_, usual_branching);
    count_children();
}

void TreeShape::take(const SphereHierarchy& hierarchy) {
    hierarchy_ = hierarchy;
    usable_.clear();
    for (const Piece& piece : hierarchy_.pieces) usable_.push_back(piece.triangle);
    std::sort(usable_.begin(), usable_.end());
    usable_.erase(std::unique(usable_.begin(), usable_.end()), usable_.end());
    count_children();
}

void TreeShape::count_children() {
    most_children_ = 0;
    for (std::uint32_t node = 0; node < nodes(); ++node) most_children_ = std::max(most_children_, children(node));
}

}  // namespace pliant::sphere_tree
