// Hashed grid of triangles, each in the cells that it passes through [Teschner2003, 7].
//
// A triangle about as wide as long lies in the cells of its box, at most eight. A needle has cells of its width, or of
// a fraction of its length, since its box is mostly empty and may overlap all others. So a cell holds few triangles,
// unless many lie side by side closer than that fraction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/spatial_hash/cells.hpp"
#include "detect/spatial_hash/triangle_slabs.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

class TriangleGrid {
public:
    /// Hashes the sound triangles of bodies that take part.
    void build(const frame::Bodies& bodies, parallel::Workers& workers);

    [[nodiscard]] std::size_t triangles() const { return boxes_.size(); }
    [[nodiscard]] bool holds(std::uint32_t triangle) const { return finite(boxes_[triangle]); }

    /// Scratch of a search; one for each thread.
    struct Search {
        struct Look {
            Cell cell;
            std::uint32_t tag, begin, end, first;
        };
        std::vector<Look> looks;           // one for each cell of a triangle
        std::vector<std::uint32_t> found;  // may repeat
    };

    /// Calls take(b) for triangles near `a`. Where it is called for every a, each two that share a point are taken
    /// once, from the side of the one with the smaller cells, or else the smaller number. Returns how many boxes were
    /// compared.
    template <class Take>
    std::uint64_t each_near(const frame::Bodies& bodies, std::uint32_t a, Search& search, const Take& take) const {
        std::uint64_t tests = 0;
        search.found.clear();
        const FloatBox& box = boxes_[a];
        for (std::uint32_t level = level_[a]; level < levels_.size(); ++level) {
            const bool by_box = fills_box(box, levels_[level]);
            look_up(bodies, a, level, search.looks);
            for (const typename Search::Look& look : search.looks) {
                for (std::uint32_t at = look.begin; at < look.end; ++at) {
                    const Entry& entry = entries_[at];
                    const std::uint32_t b = entry.triangle;
                    if ((entry.tag | 1) != look.tag || level_[b] != level || (b <= a && level == level_[a])) continue;
                    ++tests;
                    if (!overlap(boxes_[b], box)) continue;
                    if (!by_box || (entry.tag & 1) == 0) {
                        search.found.push_back(b);
                    } else if (meet_first_in(boxes_[b], box, levels_[level], look.cell)) {
                        take(b);
                    }
                }
            }
        }
        std::sort(search.found.begin(), search.found.end());
        const auto end = std::unique(search.found.begin(), search.found.end());
        std::for_each(search.found.begin(), end, take);
        return tests;
    }

private:
    /// A triangle in a cell. The tag has the low ten bits of each of the cell's numbers, so it differs between the
    /// cells of one box; where distant cells share a bucket and a tag, boxes are compared in vain. The lowest bit says
    /// whether the triangle is in all cells of its box.
    struct Entry {
        std::uint32_t triangle, tag;
    };
    struct Listed {
        std::uint32_t hash;
        Entry entry;
    };
    /// What a chunk of triangles puts into the grid.
    struct Chunk {
        std::vector<Listed> entries;
    };

    void choose_origin(const frame::Bodies& bodies);
    void place(const frame::Bodies& bodies, std::uint32_t triangle);
    void list_levels();
    void list_entries(const frame::Bodies& bodies, parallel::Workers& workers);
    void sort_entries();

    [[nodiscard]] geometry::TriangleCorners corners(const frame::Bodies& bodies, std::uint32_t triangle) const;
    void look_up(const frame::Bodies& bodies, std::uint32_t triangle, std::uint32_t level,
                 std::vector<Search::Look>& looks) const;

    static std::uint32_t hash_in(const Cell& cell, std::uint32_t level) {
        return (hash_of(cell) + level) * 2654435769u;
    }
    static std::uint32_t tag_of(const Cell& cell) {
        const auto low = [](std::int32_t number) { return static_cast<std::uint32_t>(number) & 1023; };
        return low(cell[0]) << 21 | low(cell[1]) << 11 | low(cell[2]) << 1 | 1;
    }

    /// Whether a triangle is entered in all cells of its box.
    static bool fills_box(const FloatBox& box, float inverse_cell) {
        return CellRange(box, inverse_cell).number() <= 8;
    }

    template <class Visit>
    void each_cell(const frame::Bodies& bodies, std::uint32_t triangle, float inverse_cell, const Visit& visit) const {
        const CellRange range(boxes_[triangle], inverse_cell);
        if (range.number() <= 8) {
            range.each(visit);
            return;
        }
        TriangleSlabs(corners(bodies, triangle), magnitude_, range, inverse_cell).each(visit);
    }

    /// Two boxes may share several cells: they count in the one that holds the lowest corner of their intersection.
    static bool meet_first_in(const FloatBox& p, const FloatBox& q, float inverse_cell, const Cell& cell) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (cell_of(std::max(p.lo[axis], q.lo[axis]), inverse_cell) != cell[axis]) return false;
        }
        return true;
    }

    std::vector<std::uint32_t> samples_;  // vertices
    Vec3 origin_;                         // of the floats, so that they keep most digits
    double magnitude_ = 0;                // largest coordinate of the origin
    std::vector<FloatBox> boxes_;         // rounded outwards; not finite for triangles that take no part
    std::vector<std::int16_t> power_;     // of four: the cells of each triangle
    std::vector<std::uint16_t> level_;    // the same as an index of `levels_`
    std::vector<float> levels_;           // one divided by the size of cells, which grow
    std::vector<std::int16_t> powers_;    // of the levels
    std::vector<Chunk> chunks_;
    std::vector<Entry> entries_;         // by bucket
    std::vector<std::uint32_t> starts_;  // of buckets; one more
    std::uint32_t shift_ = 31;
};

}  // namespace pliant::spatial_hash
