#include "detect/sphere_tree/patches.hpp"

#include <algorithm>

namespace pliant::sphere_tree {

void Patches::build(const TreeShape& shape, const SurfaceNow& surface) {
    roots_.clear();
    first_.assign(1, 0);
    vertices_.clear();
    patch_of_.assign(shape.nodes(), none);
    for (std::uint32_t node = 0; node < shape.nodes(); ++node) {  // parents before their children
        if (patch_of_[node] == none && (shape.leaf(node) || shape.pieces(node).size() <= most_pieces)) {
            patch_of_[node] = count();
            roots_.push_back(node);
            list_vertices(node, shape, surface);
        }
        const std::uint32_t first = shape.first_child(node);
        for (std::uint32_t child = first; child < first + shape.children(node); ++child)
            patch_of_[child] = patch_of_[node];
    }
}

void Patches::list_vertices(std::uint32_t root, const TreeShape& shape, const SurfaceNow& surface) {
    const auto begin = static_cast<std::ptrdiff_t>(vertices_.size());
    for (const Piece& piece : shape.pieces(root)) {
        const Triangle& t = surface.triangles[piece.triangle];
        vertices_.insert(vertices_.end(), t.begin(), t.end());
    }
    std::sort(vertices_.begin() + begin, vertices_.end());
    vertices_.erase(std::unique(vertices_.begin() + begin, vertices_.end()), vertices_.end());
    first_.push_back(static_cast<std::uint32_t>(vertices_.size()));
}

Box<double> Patches::box(std::uint32_t patch, const SurfaceNow& surface) const {
    Box<double> box = Box<double>::empty();
    for (std::uint32_t i = first_[patch]; i < first_[patch + 1]; ++i) {
        const Vec3 p = surface.positions[vertices_[i]];
        if (!finite(p)) continue;
        box.lo = {std::min(box.lo[0], p.x), std::min(box.lo[1], p.y), std::min(box.lo[2], p.z)};
        box.hi = {std::max(box.hi[0], p.x), std::max(box.hi[1], p.y), std::max(box.hi[2], p.z)};
    }
    return box;
}

}  // namespace pliant::sphere_tree
