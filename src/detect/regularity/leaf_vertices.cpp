#include "detect/regularity/leaf_vertices.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <array>

namespace pliant::regularity {

using broad_phase::block_size;

namespace {

constexpr std::size_t corners_of_leaf = 3 * block_size * block_size;

}  // namespace

void LeafVertices::build(std::span<const broad_phase::CornerBlock> blocks) {
    const std::size_t leaves = blocks.size() / block_size;
    vertices_.clear();
    first_.assign(1, 0);
    corners_.assign(leaves, {});
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        std::array<std::uint32_t, corners_of_leaf> all;
        const auto corner = [&](std::size_t k, std::size_t slot) {
            return blocks[leaf * block_size + slot / block_size].vertex[k][slot % block_size];
        };
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = corner(i % 3, i / 3);
        std::sort(all.begin(), all.end());
        const std::span own(all.begin(), std::unique(all.begin(), all.end()));
        if (own.size() <= OwnVertices::most) {
            for (std::size_t i = 0; i < corners_of_leaf; ++i) {
                const auto place = std::lower_bound(own.begin(), own.end(), corner(i % 3, i / 3)) - own.begin();
                corners_[leaf].place[i % 3][i / 3] = static_cast<std::uint8_t>(place);
            }
            vertices_.insert(vertices_.end(), own.begin(), own.end());
            const std::size_t beyond = own.size() % OwnVertices::at_once;
            if (beyond != 0) vertices_.insert(vertices_.end(), OwnVertices::at_once - beyond, own.back());
        }
        first_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    }
}

}  // namespace pliant::regularity
