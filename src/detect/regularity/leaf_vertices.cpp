#include "detect/regularity/leaf_vertices.hpp"

#include <algorithm>
#include <array>

namespace pliant::regularity {

using broad_phase::block_size;

void LeafVertices::plan(Loops& loops, const LeafBlocks& blocks) {
    loops.add({6000,
               [&](const frame::Bodies&) {
                   clear();
                   return blocks.leaves();
               },
               [&](const frame::Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t leaf = first; leaf < last; ++leaf) add_leaf(blocks, leaf);
               }});
}

void LeafVertices::clear() {
    *this = {};
    leaves_.push_back({0, 0});
}

void LeafVertices::add_leaf(const LeafBlocks& blocks, std::size_t leaf) {
    const auto corners = blocks.corners(leaf);
    const std::size_t slots = corners.size() * block_size;
    const auto corner = [&](std::size_t k, std::size_t slot) {
        return corners[slot / block_size].vertex[k][slot % block_size];
    };
    std::array<std::uint32_t, 3 * leaf_capacity> all;
    for (std::size_t i = 0; i < 3 * slots; ++i) all[i] = corner(i % 3, i / 3);
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(3 * slots);
    std::sort(all.begin(), end);
    const std::span own(all.begin(), std::unique(all.begin(), end));
    if (own.size() <= OwnVertices::most && corners.size() > 1) {
        OwnCorners& places = corners_.emplace_back();
        places = {};
        for (std::size_t i = 0; i < 3 * slots; ++i) {
            const auto place = std::lower_bound(own.begin(), own.end(), corner(i % 3, i / 3)) - own.begin();
            places.place[i % 3][i / 3] = static_cast<std::uint8_t>(place);
        }
        vertices_.insert(vertices_.end(), own.begin(), own.end());
        const std::size_t beyond = own.size() % OwnVertices::at_once;
        if (beyond != 0) vertices_.insert(vertices_.end(), OwnVertices::at_once - beyond, own.back());
    }
    leaves_.push_back({static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(corners_.size())});
}

}  // namespace pliant::regularity
