#include "papers/Teschner2003/chained_table.hpp"

namespace pliant::teschner2003 {

using spatial_hash::cell_of;

void ChainedTable::build(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids, float inverse_cell,
                         std::uint32_t buckets) {
    vertices_ = vertices;
    inverse_cell_ = inverse_cell;
    size_ = buckets;
    if (buckets_.size() < buckets) buckets_.resize(buckets);
    ++now_;
    entries_.clear();
    for (const std::uint32_t id : ids) {
        const simd::FloatVertex& v = vertices[id];
        if (!spatial_hash::finite(v)) continue;
        const Cell cell{cell_of(v.x, inverse_cell), cell_of(v.y, inverse_cell), cell_of(v.z, inverse_cell)};
        Bucket& bucket = buckets_[spatial_hash::hash_of(cell) % size_];
        if (bucket.stamp != now_) bucket = {now_, end};
        entries_.push_back({cell, id, bucket.head});
        bucket.head = static_cast<std::uint32_t>(entries_.size() - 1);
    }
}

}  // namespace pliant::teschner2003
