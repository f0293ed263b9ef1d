#include "spatial_hash/vertex_table.hpp"

namespace pliant::spatial_hash {

void VertexTable::build(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids, float inverse_cell,
                        std::uint32_t buckets, parallel::Workers& workers) {
    bucket_.resize(ids.size());
    const parallel::Chunks chunks{ids.size(), 8192};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        simd::buckets_of(vertices, ids.data(), chunks.begin(chunk), chunks.end(chunk), inverse_cell, buckets - 1,
                         bucket_.data());
    });
    starts_.assign(buckets + 1, 0);
    count_buckets(ids);
    scatter(vertices, ids);
    view_ = {starts_.data(), buckets, inverse_cell, x_.data(), y_.data(), z_.data(), vertex_.data(), starts_[buckets]};
}

/// Leaves in each entry the end of its bucket.
void VertexTable::count_buckets(std::span<const std::uint32_t> ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (bucket_[i] != simd::no_bucket) ++starts_[bucket_[i]];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& entry : starts_) entry = sum += entry;
}

/// From the last vertex to the first, so that within a bucket they keep their order.
void VertexTable::scatter(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids) {
    const std::size_t room = starts_.back() + simd::block_size;
    vertex_.resize(room);
    x_.resize(room);
    y_.resize(room);
    z_.resize(room);
    for (std::size_t i = ids.size(); i-- > 0;) {
        if (bucket_[i] == simd::no_bucket) continue;
        const std::uint32_t at = --starts_[bucket_[i]];
        const simd::FloatVertex& v = vertices[ids[i]];
        x_[at] = v.x;
        y_[at] = v.y;
        z_[at] = v.z;
        vertex_[at] = ids[i];
    }
}

}  // namespace pliant::spatial_hash
