#include "detect/regularity/leaf_boxes.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "broad_phase/box_overlaps.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

namespace {

// How far ahead memory is prefetched: leaves lie anywhere, and were last used in another frame.
constexpr std::size_t leaves_ahead = 4;
constexpr std::size_t leaves_per_piece = 64;

template <class T>
void grow_to(std::vector<T>& values, std::size_t size) {
    if (values.size() < size) values.resize(size);
}

}  // namespace

void LeafBoxes::build(std::size_t leaves) {
    *this = {};
    place_.assign(leaves, not_visited);
}

void LeafBoxes::fit(const Bodies& bodies, const Regions& regions, const Leaves& leaves, const LeafUpdate& update,
                    std::span<const broad_phase::Pair> pairs, parallel::Workers& workers) {
    list_visited(pairs);
    lay_grid(regions);
    choose_kinds(regions, pairs);
    make_room(leaves.blocks);
    const parallel::Chunks chunks{fitted_.size(), leaves_per_piece};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t end = chunks.end(chunk);
        for (std::size_t i = chunks.begin(chunk); i < end; ++i) {
            leaves.vertices.prefetch(fitted_[std::min(i + leaves_ahead, end - 1)].leaf);
            fit_leaf(bodies, leaves, update, i);
        }
    });
}

void LeafBoxes::list_visited(std::span<const broad_phase::Pair> pairs) {
    for (const Fitted& fitted : fitted_) place_[fitted.leaf] = not_visited;
    fitted_.clear();
    for (const broad_phase::Pair& pair : pairs) {
        for (const std::uint32_t leaf : {pair.a, pair.b}) {
            if (place_[leaf] != not_visited) continue;
            fitted_.push_back({leaf, on_grid, 0, 0, 0});
            place_[leaf] = static_cast<std::uint32_t>(fitted_.size() - 1);
        }
    }
}

/// From end to end of the leaves visited. Along an axis on which all lie at one place it has a single step. Where some
/// may be beyond the largest float, all axes are like that, so that it suits no leaf.
void LeafBoxes::lay_grid(const Regions& regions) {
    constexpr float infinity = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();
    float lo[3] = {infinity, infinity, infinity}, hi[3] = {-infinity, -infinity, -infinity};
    for (const Fitted& fitted : fitted_) {
        const RegionBounds& bounds = regions.of_leaf(fitted.leaf);
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

/// Two leaves are compared on the grid where it suits both.
void LeafBoxes::choose_kinds(const Regions& regions, std::span<const broad_phase::Pair> pairs) {
    bool suits_all = true;
    for (Fitted& fitted : fitted_) {
        if (suits_grid(regions.of_leaf(fitted.leaf))) continue;
        fitted.kinds = in_floats;
        suits_all = false;
    }
    if (suits_all) return;
    for (const auto& [a, b] : pairs) {
        Fitted &first = fitted_[place_[a]], &second = fitted_[place_[b]];
        if (both_on_grid(first, second)) continue;
        first.kinds |= in_floats;
        second.kinds |= in_floats;
    }
}

/// Whether the triangles of a leaf are many steps of the grid wide. Single ones may be narrower: their boxes then
/// overlap others more often than they must.
bool LeafBoxes::suits_grid(const RegionBounds& bounds) const {
    constexpr float fewest_steps = 128;  // of a leaf, which is some eight triangles wide
    float steps = 0;
    for (int axis = 0; axis < 3; ++axis) {
        steps = std::max(steps, (bounds.hi[axis] - bounds.lo[axis]) * grid_.scale[axis]);
    }
    return steps >= fewest_steps;
}

void LeafBoxes::make_room(const LeafBlocks& blocks) {
    std::uint32_t grid_blocks = 0, float_leaves = 0, float_blocks = 0;
    for (Fitted& fitted : fitted_) {
        const auto own = static_cast<std::uint32_t>(blocks.blocks(fitted.leaf));
        fitted.grid_block = grid_blocks;
        fitted.float_leaf = float_leaves;
        fitted.float_block = float_blocks;
        grid_blocks += (fitted.kinds & on_grid) != 0 ? own : 0;
        float_leaves += (fitted.kinds & in_floats) != 0 ? 1 : 0;
        float_blocks += (fitted.kinds & in_floats) != 0 ? own : 0;
    }
    grow_to(grid_boxes_, grid_blocks);
    grow_to(leaf_grid_boxes_, fitted_.size());
    grow_to(float_boxes_, float_blocks);
    grow_to(leaf_boxes_, float_leaves);
}

void LeafBoxes::fit_leaf(const Bodies& bodies, const Leaves& leaves, const LeafUpdate& update, std::size_t place) {
    const Fitted& fitted = fitted_[place];
    const auto corners = leaves.blocks.corners(fitted.leaf);
    const std::uint64_t sound = update.sound_triangles(fitted.leaf);
    if ((fitted.kinds & on_grid) != 0) {
        std::array<GridBoxBlock, blocks_per_leaf> all;  // the kernel writes empty ones beyond the last
        grid_boxes(bodies.vertices(), corners.data(), corners.size(), leaves.vertices.of(fitted.leaf), sound, grid_,
                   all.data(), leaf_grid_boxes_[place]);
        std::copy_n(all.begin(), corners.size(), grid_boxes_.begin() + fitted.grid_block);
    }
    if ((fitted.kinds & in_floats) != 0) {
        broad_phase::BoxBlock* boxes = float_boxes_.data() + fitted.float_block;
        broad_phase::triangle_boxes(bodies.vertices(), corners.data(), corners.size(), boxes, nullptr);
        for (std::size_t k = 0; k < corners.size() * block_size; ++k) {
            if ((sound >> k & 1) == 0) boxes[k / block_size].clear(k % block_size);
        }
        broad_phase::BoxBlock& unions = leaf_boxes_[fitted.float_leaf] = broad_phase::BoxBlock::empty();
        broad_phase::unite(boxes, 0, corners.size(), &unions);
    }
}

void LeafBoxes::overlapping_blocks(std::span<const broad_phase::Pair> pairs, std::uint64_t* out) const {
    std::array<broad_phase::Pair, most_pairs> places;
    for (std::size_t i = 0; i < pairs.size(); ++i) places[i] = {place_[pairs[i].a], place_[pairs[i].b]};
    regularity::overlapping_blocks(leaf_grid_boxes_.data(), {places.data(), pairs.size()}, out);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Fitted &a = fitted_[places[i].a], &b = fitted_[places[i].b];
        if (both_on_grid(a, b)) continue;
        const broad_phase::Pair pair{a.float_leaf, b.float_leaf};
        regularity::overlapping_blocks(leaf_boxes_.data(), {&pair, 1}, out + i);
    }
}

FoundBlocks LeafBoxes::overlapping_triangles(broad_phase::Pair leaves, std::uint64_t wanted,
                                             const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                             TrianglesOfBlocks* neighbours) const {
    const Fitted &a = fitted_[place_[leaves.a]], &b = fitted_[place_[leaves.b]];
    if (both_on_grid(a, b)) {
        return regularity::overlapping_triangles(grid_boxes_.data() + a.grid_block, grid_boxes_.data() + b.grid_block,
                                                 wanted, shared, unconnected, neighbours);
    }
    return regularity::overlapping_triangles(float_boxes_.data() + a.float_block, float_boxes_.data() + b.float_block,
                                             wanted, shared, unconnected, neighbours);
}

}  // namespace pliant::regularity
