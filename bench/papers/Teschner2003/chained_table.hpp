// The hash table as printed: chains of vertices, and time stamps instead of clearing [Teschner2003, 4.2].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/cells.hpp"

namespace pliant::teschner2003 {

using spatial_hash::Cell;
using spatial_hash::FloatBox;

class ChainedTable {
public:
    /// First pass: all vertices with finite coordinates. `buckets` may be any number but 0.
    void build(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids, float inverse_cell,
               std::uint32_t buckets);

    /// Second pass, for one tetrahedron: calls take(vertex) for every vertex in the box, once. Returns how many
    /// vertices were compared with the box.
    template <class Take>
    std::uint64_t each_in_box(const FloatBox& box, const Take& take) const {
        std::uint64_t tests = 0;
        const spatial_hash::CellRange range(box, inverse_cell_);
        const auto test = [&](const Entry& entry) {
            ++tests;
            if (spatial_hash::holds(box, vertices_[entry.vertex])) take(entry.vertex);
        };
        if (range.number() > static_cast<double>(entries_.size())) {
            for (const Entry& entry : entries_) test(entry);
            return tests;
        }
        range.each([&](const Cell& cell) {
            const Bucket& bucket = buckets_[spatial_hash::hash_of(cell) % size_];
            if (bucket.stamp != now_) return;
            for (std::uint32_t at = bucket.head; at != end; at = entries_[at].next) {
                // Several cells of a box may share a bucket: a vertex counts in its own cell.
                if (entries_[at].cell == cell) test(entries_[at]);
            }
        });
        return tests;
    }

private:
    static constexpr std::uint32_t end = 0xffffffffu;

    struct Bucket {
        std::uint64_t stamp = 0;  // the frame it was last written in
        std::uint32_t head = end;
    };
    struct Entry {
        Cell cell;
        std::uint32_t vertex, next;
    };

    const simd::FloatVertex* vertices_ = nullptr;
    std::vector<Bucket> buckets_;  // only grows: old stamps are never those of a later frame
    std::vector<Entry> entries_;
    std::uint32_t size_ = 1;
    float inverse_cell_ = 1;
    std::uint64_t now_ = 0;
};

}  // namespace pliant::teschner2003
