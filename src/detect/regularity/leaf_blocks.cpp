#include "detect/regularity/leaf_blocks.hpp"

#include <algorithm>
#include <array>

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

void LeafBlocks::clear() {
    first_.assign(1, 0);
    size_.clear();
    corners_.clear();
    triangles_.clear();
}

void LeafBlocks::plan(Loops& loops, const GroupedHierarchy& hierarchy) {
    loops.add({1200,
               [&](const Bodies&) {
                   reserve(hierarchy);
                   return hierarchy.leaf_size.size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for (std::size_t leaf = first; leaf < last; ++leaf) add_leaf(bodies, hierarchy, leaf);
               }});
}

void LeafBlocks::reserve(const GroupedHierarchy& hierarchy) {
    *this = {};
    const std::size_t leaves = hierarchy.leaf_size.size();
    std::size_t blocks = 0;
    for (const std::uint32_t size : hierarchy.leaf_size) blocks += (size + block_size - 1) / block_size;
    first_.reserve(leaves + 1);
    size_.reserve(leaves);
    corners_.reserve(blocks);
    triangles_.reserve(blocks * block_size);
}

void LeafBlocks::add_leaf(const Bodies& bodies, const GroupedHierarchy& hierarchy, std::size_t leaf) {
    std::array<Triangle, leaf_capacity> triangles;
    const std::size_t size = hierarchy.leaf_size[leaf];
    const std::span numbers = std::span(hierarchy.triangles).subspan(leaf * leaf_capacity, size);
    for (std::size_t k = 0; k < size; ++k) triangles[k] = bodies.triangles()[numbers[k]];
    add({triangles.data(), size}, numbers);
}

void LeafBlocks::add(std::span<const Triangle> triangles, std::span<const std::uint32_t> numbers) {
    const std::size_t blocks = (triangles.size() + block_size - 1) / block_size;
    for (std::size_t k = 0; k < blocks * block_size; ++k) {
        const std::size_t own = std::min(k, triangles.size() - 1);
        if (k % block_size == 0) corners_.emplace_back();
        for (std::size_t corner = 0; corner < 3; ++corner) {
            corners_.back().vertex[corner][k % block_size] = triangles[own][corner];
        }
        triangles_.push_back(k < numbers.size() ? numbers[k] : none);
    }
    size_.push_back(static_cast<std::uint8_t>(triangles.size()));
    first_.push_back(static_cast<std::uint32_t>(corners_.size()));
}

}  // namespace pliant::regularity
