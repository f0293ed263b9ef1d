#include "detect/feature_tree/feature_pyramid.hpp"

#include <algorithm>

#include "broad_phase/block_order.hpp"

namespace pliant::feature_tree {

using broad_phase::block_of;
using broad_phase::block_size;
using broad_phase::blocks_for;
using broad_phase::Corners;
using broad_phase::lane_of;
using broad_phase::place;
using broad_phase::PlacedItem;
using broad_phase::slot_of;

void FeaturePyramid::build(const frame::Bodies& bodies, const Features& features, parallel::Workers& workers) {
    kind_ = features.corners;
    const auto corners = static_cast<std::size_t>(kind_);
    std::vector<PlacedItem> items;
    items.reserve(features.ids.size());
    for (std::uint32_t i = 0; i < features.ids.size(); ++i) {
        Vec3 sum;
        for (std::size_t k = 0; k < corners; ++k) sum = sum + bodies.position(features.vertices[corners * i + k]);
        items.push_back({{place(sum.x), place(sum.y), place(sum.z)}, i});
    }
    broad_phase::sort_into_blocks(items, workers);

    ids_.clear();
    corners_.assign(blocks_for(items.size()), broad_phase::CornerBlock{});
    for (std::size_t slot = 0; slot < slot_of(corners_.size(), 0); ++slot) {
        const std::uint32_t i = items[slot < items.size() ? slot : 0].id;  // padding repeats a feature
        if (slot < items.size()) ids_.push_back(features.ids[i]);
        for (std::size_t k = 0; k < corners; ++k) {
            corners_[block_of(slot)].vertex[k][lane_of(slot)] = features.vertices[corners * i + k];
        }
    }
    if (kind_ == Corners::of_triangle) suspects_.assign(corners_.size(), 0);
    start_.build(corners_.size());
    end_ = {};
    moves_ = false;
    just_built_ = true;
}

void FeaturePyramid::fit(const broad_phase::BoxContents& contents, broad_phase::Suspicion suspicion,
                         parallel::Workers& workers) {
    if (empty()) return;
    moves_ = contents.moves();
    if (moves_ && end_.height() != height()) {
        end_.build(corners_.size());
        end_.grow_to(height());
    }
    const bool triangles = kind_ == Corners::of_triangle;
    const parallel::Chunks chunks{corners_.size(), 32 * block_size};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        broad_phase::feature_boxes(kind_, contents, {corners_.data() + begin, end - begin},
                                   {start_.lowest().data() + begin, moves_ ? end_.lowest().data() + begin : nullptr,
                                    triangles ? suspects_.data() + begin : nullptr, suspicion});
    });
    const std::size_t padding = slot_of(corners_.size(), 0) - ids_.size();
    for (std::size_t slot = ids_.size(); slot < ids_.size() + padding; ++slot) clear(slot);
    if (padding > 0 && triangles) suspects_.back() &= static_cast<std::uint8_t>(0xffu >> padding);
}

void FeaturePyramid::clear(std::size_t slot) {
    start_.lowest()[block_of(slot)].clear(lane_of(slot));
    if (moves_) end_.lowest()[block_of(slot)].clear(lane_of(slot));
}

void FeaturePyramid::finish(double margin) {
    if (empty()) return;
    start_.unite_up();
    if (moves_) end_.unite_up();
    area_ = (moves_ ? end_ : start_).relative_block_area(margin);
    if (just_built_) area_when_built_ = area_;
    just_built_ = false;
}

Box<float> FeaturePyramid::box() const {
    Box<float> box = start_.box();
    if (!moves_) return box;
    const Box<float> end = end_.box();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lo[axis] = std::min(box.lo[axis], end.lo[axis]);
        box.hi[axis] = std::max(box.hi[axis], end.hi[axis]);
    }
    return box;
}

}  // namespace pliant::feature_tree
