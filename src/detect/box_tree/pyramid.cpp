#include "detect/box_tree/pyramid.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "broad_phase/block_order.hpp"
#include "broad_phase/blocks.hpp"

namespace pliant::box_tree {

using broad_phase::block_of;
using broad_phase::block_size;
using broad_phase::blocks_for;
using broad_phase::lane_of;
using broad_phase::place;
using broad_phase::PlacedItem;
using broad_phase::slot_of;
using frame::Bodies;
using frame::Body;

namespace {

// Boxes that have grown this much in area are worth another order of the triangles.
constexpr double too_loose = 1.8;
// Making it takes about ten times as long as a search through boxes, and a search takes longer as boxes grow.
constexpr double cost_of_order = 10;

std::vector<PlacedItem> items_of(const Bodies& bodies, const Body& body) {
    std::vector<PlacedItem> items;
    items.reserve(body.triangles.size());
    for (std::uint32_t t = body.first_triangle; t < body.first_triangle + body.triangles.size(); ++t) {
        if (!bodies.usable(t)) continue;
        const auto [a, b, c] = bodies.triangles()[t];
        const Vec3 sum = bodies.position(a) + bodies.position(b) + bodies.position(c);
        items.push_back({{place(sum.x), place(sum.y), place(sum.z)}, t});
    }
    return items;
}

}  // namespace

void Pyramid::build(const Bodies& bodies, const Body& body, parallel::Workers& workers) {
    order(bodies, body, workers);
    const auto triangles = bodies.triangles();
    corners_.assign(blocks_for(triangles_.size()), broad_phase::CornerBlock{});
    for (std::size_t slot = 0; slot < triangles_.size(); ++slot) {
        for (std::size_t k = 0; k < 3; ++k) {
            corners_[block_of(slot)].vertex[k][lane_of(slot)] = triangles[triangles_[slot]][k];
        }
    }
    for (std::size_t slot = triangles_.size(); slot < slot_of(corners_.size(), 0); ++slot) {
        for (std::size_t k = 0; k < 3; ++k) {
            corners_.back().vertex[k][lane_of(slot)] = corners_.back().vertex[k][0];
        }
    }
    suspects_.assign(corners_.size(), 0);
    oriented_.clear();
    levels_.build(corners_.size());
    just_built_ = true;
}

void Pyramid::renumber(std::uint32_t vertices_by, std::uint32_t triangles_by) {
    oriented_.clear();  // and with them what blocks share
    for (std::uint32_t& triangle : triangles_) triangle += triangles_by;
    if (vertices_by == 0) return;
    for (broad_phase::CornerBlock& block : corners_) {
        for (auto& corners : block.vertex) {
            for (std::uint32_t& vertex : corners) vertex += vertices_by;
        }
    }
}

void Pyramid::order(const Bodies& bodies, const Body& body, parallel::Workers& workers) {
    std::vector<PlacedItem> items = items_of(bodies, body);
    if (!items.empty()) broad_phase::sort_into_blocks(items, workers);
    triangles_.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) triangles_[i] = items[i].id;
}

void Pyramid::refit(const Bodies& bodies, parallel::Workers& workers) {
    unsound_.clear();
    if (empty()) return;
    const parallel::Chunks chunks{corners_.size(), 32 * block_size};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        broad_phase::triangle_boxes(bodies.vertices(), corners_.data() + begin, end - begin,
                                    levels_.lowest().data() + begin, suspects_.data() + begin);
    });
    const std::size_t padding = slot_of(corners_.size(), 0) - triangles_.size();
    for (std::size_t lane = block_size - padding; lane < block_size; ++lane) levels_.lowest().back().clear(lane);
    if (padding > 0) suspects_.back() &= static_cast<std::uint8_t>(0xffu >> padding);
    for (std::size_t block = 0; block < suspects_.size(); ++block) {
        if (suspects_[block] != 0) set_aside_unsound(bodies, block);
    }
    levels_.unite_up();
    const double area = levels_.relative_block_area();
    if (std::exchange(just_built_, false)) {
        area_when_built_ = area;
        wear_ = 0;
    }
    looseness_ = broad_phase::looseness(area, area_when_built_);
    wear_ += std::max(0.0, looseness_ - 1);
    fit_oriented(bodies, workers);
}

/// Where the boxes of the lowest blocks cover the body this often, most of them overlap; others are worth their time
/// where they are this much smaller.
void Pyramid::fit_oriented(const Bodies& bodies, parallel::Workers& workers) {
    constexpr double covering = 10, smaller = 0.5;
    is_oriented_ = false;
    if (levels_.relative_block_area() < covering) return;
    if (OrientedBoxes::shrinkage(bodies, corners_, levels_) > smaller) return;
    if (oriented_.empty()) shared_.build(corners_, levels_.height());
    oriented_.fit(bodies, corners_, levels_, workers);
    is_oriented_ = true;
}

bool Pyramid::worn_out() const { return looseness_ > too_loose && wear_ > cost_of_order; }

void Pyramid::set_aside_unsound(const Bodies& bodies, std::size_t block) {
    for (unsigned bits = suspects_[block]; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
        const std::uint32_t triangle = triangles_[slot_of(block, lane)];
        if (bodies.soundness(triangle) == Bodies::Soundness::sound) continue;
        levels_.lowest()[block].clear(lane);
        unsound_.push_back(triangle);
    }
}

}  // namespace pliant::box_tree
