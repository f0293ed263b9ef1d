// Boxes of the triangles of the leaves that the traversal has come to.
#include <algorithm>
#include <limits>

#include "broad_phase/blocks.hpp"
#include "broad_phase/box_overlaps.hpp"
#include "detect/regularity/regularity.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

namespace {

// How far ahead memory is fetched: leaves lie anywhere, and were last used in another frame.
constexpr std::size_t leaves_ahead = 4;

}  // namespace

/// Boxes of single triangles are made for the leaves that the traversal has come to, and for no others.
void Regularity::fit_visited_leaves(const Bodies& bodies, parallel::Workers& workers) {
    list_visited_leaves();
    const parallel::Chunks chunks{visited_leaves_.size(), leaves_per_piece};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t end = chunks.end(chunk);
        for (std::size_t i = chunks.begin(chunk); i < end; ++i) {
            leaf_vertices_.prefetch(visited_leaves_[std::min(i + leaves_ahead, end - 1)]);
            fit_leaf(bodies, visited_leaves_[i]);
        }
    });
}

/// Two leaves are compared on the grid where it suits both.
void Regularity::list_visited_leaves() {
    for (const std::uint32_t leaf : visited_leaves_) leaf_visited_[leaf] = 0;
    visited_leaves_.clear();
    for (const broad_phase::Pair& pair : leaf_pairs_) {
        for (const std::uint32_t leaf : {pair.a, pair.b}) {
            if (leaf_visited_[leaf] == 0) visited_leaves_.push_back(leaf);
            leaf_visited_[leaf] = on_grid;
        }
    }
    lay_grid();
    bool suits_all = true;
    for (const std::uint32_t leaf : visited_leaves_) {
        if (suits_grid(leaf)) continue;
        leaf_visited_[leaf] = in_floats;
        suits_all = false;
    }
    if (suits_all) return;
    for (const auto& [a, b] : leaf_pairs_) {
        if ((leaf_visited_[a] & leaf_visited_[b] & on_grid) != 0) continue;
        leaf_visited_[a] |= in_floats;
        leaf_visited_[b] |= in_floats;
    }
}

/// From end to end of the leaves visited. Along an axis on which all lie at one place it has a single step. Where some
/// may be beyond the largest float, all axes are like that, so that it suits no leaf.
void Regularity::lay_grid() {
    constexpr float infinity = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();
    float lo[3] = {infinity, infinity, infinity}, hi[3] = {-infinity, -infinity, -infinity};
    for (const std::uint32_t leaf : visited_leaves_) {
        const RegionBounds& bounds = bounds_[hierarchy_.leaf_region[leaf]];
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis] = std::min(lo[axis], bounds.lo[axis]);
            hi[axis] = std::max(hi[axis], bounds.hi[axis]);
        }
    }
    grid_ = {};
    BoxGrid grid{};
    for (int axis = 0; axis < 3; ++axis) {
        grid.centre[axis] = 0.5f * lo[axis] + 0.5f * hi[axis];
        // Rounded like the coordinates' own distances will be: none of them is larger.
        const float radius = std::max(hi[axis] - grid.centre[axis], grid.centre[axis] - lo[axis]);
        if (!(lo[axis] > -largest && hi[axis] < largest && radius < largest)) return;
        const float scale = BoxGrid::reach / radius;
        grid.scale[axis] = scale < largest ? scale : 0;
    }
    grid_ = grid;
}

/// Whether the triangles of a leaf are many steps of the grid wide. Single ones may be narrower: their boxes then
/// overlap others more often than they must.
bool Regularity::suits_grid(std::uint32_t leaf) const {
    constexpr float fewest_steps = 128;  // of a leaf, which is some eight triangles wide
    const RegionBounds& bounds = bounds_[hierarchy_.leaf_region[leaf]];
    float steps = 0;
    for (int axis = 0; axis < 3; ++axis) {
        steps = std::max(steps, (bounds.hi[axis] - bounds.lo[axis]) * grid_.scale[axis]);
    }
    return steps >= fewest_steps;
}

void Regularity::fit_leaf(const Bodies& bodies, std::size_t leaf) {
    const std::size_t first = leaf * blocks_per_leaf;
    const std::size_t blocks = (hierarchy_.leaf_size[leaf] + block_size - 1) / block_size;
    const broad_phase::CornerBlock* corners = corners_.data() + first;
    const std::uint64_t there = triangles_there(leaf);
    if ((leaf_visited_[leaf] & on_grid) != 0) {
        grid_boxes(bodies.vertices(), corners, blocks, leaf_vertices_.of(leaf), there, grid_,
                   grid_boxes_.data() + first, leaf_grid_boxes_[leaf]);
    }
    if ((leaf_visited_[leaf] & in_floats) != 0) {
        broad_phase::BoxBlock* boxes = boxes_.data() + first;
        broad_phase::triangle_boxes(bodies.vertices(), corners, blocks, boxes, nullptr);
        for (std::size_t k = 0; k < blocks * block_size; ++k) {
            if ((there >> k & 1) == 0) boxes[k / block_size].clear(k % block_size);
        }
        broad_phase::unite(boxes_.data(), first, first + blocks, leaf_boxes_.data());
    }
}

/// A bit for each place of a leaf that has a triangle which is not set aside.
std::uint64_t Regularity::triangles_there(std::size_t leaf) const {
    const std::size_t size = hierarchy_.leaf_size[leaf];
    std::uint64_t there = ~std::uint64_t{0} >> (leaf_capacity - size);
    if (unsound_of_leaf_[leaf].empty()) return there;
    for (std::size_t k = 0; k < size; ++k) {
        const bool aside = set_aside_[hierarchy_.triangles[leaf * leaf_capacity + k]] != 0;
        there &= ~(std::uint64_t{aside} << k);
    }
    return there;
}

}  // namespace pliant::regularity
