#include "detect/spatial_hash/box_grid.hpp"

#include <cmath>

namespace pliant::spatial_hash {

void BoxGrid::build(std::span<const FloatBox> boxes) {
    // The power of four next above the longest side.
    const auto cell_for = [](const FloatBox& box) {
        int exponent = 0;
        std::frexp(std::clamp(extent(box), 1e-30f, 1e37f), &exponent);
        return std::ldexp(1.0f, exponent + (exponent & 1));
    };
    build(boxes, cell_for, 0);
}

void BoxGrid::add_to_level(std::uint32_t box, float cell) {
    const float inverse = inverse_of_cell(cell);
    for (Level& level : levels_) {
        if (level.inverse_cell != inverse) continue;
        level.boxes.push_back(box);
        return;
    }
    levels_.push_back({inverse, {box}});
}

void BoxGrid::list_entries() {
    listed_.clear();
    for (std::uint32_t l = 0; l < levels_.size(); ++l) {
        for (const std::uint32_t i : levels_[l].boxes) {
            CellRange(boxes_[i], levels_[l].inverse_cell).each([&](const Cell& cell) {
                listed_.push_back({i, l, cell});
            });
        }
    }
}

void BoxGrid::sort_entries(std::uint32_t buckets) {
    buckets_ = buckets;
    starts_.assign(buckets + 1, 0);
    for (const Entry& entry : listed_) ++starts_[bucket_of(entry.cell, entry.level)];
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) start = sum += start;
    entries_.resize(listed_.size());
    for (std::size_t i = listed_.size(); i-- > 0;) {
        entries_[--starts_[bucket_of(listed_[i].cell, listed_[i].level)]] = listed_[i];
    }
}

}  // namespace pliant::spatial_hash
