// Hashed grid of boxes, for primitives other than vertices: "simply replacing the intersection test" [Teschner2003, 7].
// Boxes of different size lie in cells of different size, a level for each, so that a box covers few cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/cells.hpp"

namespace pliant::spatial_hash {

class BoxGrid {
public:
    /// Boxes lie in cells of their own size, at most eight. Boxes that are not finite are left out.
    void build(std::span<const FloatBox> boxes);

    /// The same with cells of any sizes, cell_for(box), and any number of buckets; 0: as many as there are entries.
    template <class CellFor>
    void build(std::span<const FloatBox> boxes, const CellFor& cell_for, std::uint32_t buckets) {
        boxes_ = boxes;
        for (Level& level : levels_) level.boxes.clear();
        for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
            if (finite(boxes_[i])) add_to_level(i, cell_for(boxes_[i]));
        }
        list_entries();
        sort_entries(buckets != 0 ? buckets : static_cast<std::uint32_t>(listed_.size()) | 1u);
    }

    /// Calls take(i) for every box i that overlaps the given one, each once. Returns how many were compared with it.
    template <class Take>
    std::uint64_t each_overlapping(const FloatBox& box, const Take& take) const {
        std::uint64_t tests = 0;
        for (std::uint32_t l = 0; l < levels_.size(); ++l) {
            const Level& level = levels_[l];
            const CellRange range(box, level.inverse_cell);
            if (range.number() > static_cast<double>(level.boxes.size())) {
                for (const std::uint32_t i : level.boxes) {
                    ++tests;
                    if (overlap(boxes_[i], box)) take(i);
                }
                continue;
            }
            range.each([&](const Cell& cell) {
                const std::uint32_t bucket = bucket_of(cell, l);
                for (std::uint32_t at = starts_[bucket]; at < starts_[bucket + 1]; ++at) {
                    const Entry& entry = entries_[at];
                    ++tests;
                    if (entry.level == l && entry.cell == cell &&
                        meets_first_in(entry.box, box, level.inverse_cell, cell)) {
                        take(entry.box);
                    }
                }
            });
        }
        return tests;
    }

private:
    struct Level {
        float inverse_cell = 1;
        std::vector<std::uint32_t> boxes;
    };
    struct Entry {
        std::uint32_t box, level;
        Cell cell;
    };

    void add_to_level(std::uint32_t box, float cell);
    void list_entries();
    void sort_entries(std::uint32_t buckets);

    [[nodiscard]] std::uint32_t bucket_of(const Cell& cell, std::uint32_t level) const {
        return (hash_of(cell) + level * 2654435769u) % buckets_;
    }

    /// Two boxes may share several cells: they count in the one that holds the lowest corner of their intersection.
    [[nodiscard]] bool meets_first_in(std::uint32_t i, const FloatBox& box, float inverse_cell,
                                      const Cell& cell) const {
        const FloatBox& own = boxes_[i];
        if (!overlap(own, box)) return false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (cell_of(std::max(own.lo[axis], box.lo[axis]), inverse_cell) != cell[axis]) return false;
        }
        return true;
    }

    std::span<const FloatBox> boxes_;
    std::vector<Level> levels_;
    std::vector<Entry> listed_, entries_;  // as they come; sorted by bucket
    std::vector<std::uint32_t> starts_;
    std::uint32_t buckets_ = 1;
};

}  // namespace pliant::spatial_hash
