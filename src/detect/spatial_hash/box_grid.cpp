#include "detect/spatial_hash/box_grid.hpp"

#include <cmath>

namespace pliant::spatial_hash {

namespace {

// Cells of neighbouring levels differ by this factor.
constexpr float level_step = 4;
// A box in more cells than this, of a size that was asked for, lies in larger ones.
constexpr double too_many_cells = 4096;

}  // namespace

float inverse_of_cell(double cell_size) {
    const double inverse = 1 / cell_size;
    return static_cast<float>(
        std::clamp(inverse, 0x1p-126, 0x1p120));  // a cell of size 0 or NaN falls to an end as well
}

namespace {

/// The power of four next above the extent of a box; or the cell asked for, enlarged where it would be one of too many.
float cell_for(const FloatBox& box, std::optional<float> asked) {
    if (!asked) {
        int exponent = 0;
        std::frexp(std::clamp(box.extent(), 1e-30f, 1e37f), &exponent);
        return std::ldexp(1.0f, exponent + (exponent & 1));
    }
    float cell = *asked;
    while (cell < 0x1p124f && CellRange(box, inverse_of_cell(cell)).number() > too_many_cells) cell *= level_step;
    return cell;
}

}  // namespace

void BoxGrid::build(std::span<const FloatBox> boxes, std::optional<float> cell_size, std::uint32_t buckets) {
    boxes_ = boxes;
    choose_levels(cell_size);
    list_entries();
    sort_entries(buckets != 0 ? buckets : static_cast<std::uint32_t>(listed_.size()) | 1u);
}

void BoxGrid::choose_levels(std::optional<float> cell_size) {
    for (Level& level : levels_) level.boxes.clear();
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
        if (boxes_[i].finite()) add_to_level(i, cell_for(boxes_[i], cell_size));
    }
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
