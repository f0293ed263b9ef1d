#include "spatial_hash/vertex_table.hpp"

#include <algorithm>
#include <bit>

namespace pliant::spatial_hash {

namespace {

constexpr std::size_t vertices_per_chunk = 8192;
// Buckets of a part stay in the nearest caches while its vertices are sorted.
constexpr std::uint32_t most_buckets_per_part = 8192;
constexpr std::uint32_t most_parts = 256;

}  // namespace

/// Vertices are put in parts, ranges of buckets, and sorted part by part: what is written lies close together then, and
/// neither step depends on the number of threads.
void VertexTable::build(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids, float inverse_cell,
                        std::uint32_t buckets, parallel::Workers& workers) {
    find_buckets(vertices, ids, inverse_cell, buckets, workers);
    part(ids, buckets, workers);
    starts_.resize(buckets + 1);
    const std::size_t room = placed_.size() + simd::block_size;
    vertex_.resize(room);
    x_.resize(room);
    y_.resize(room);
    z_.resize(room);
    workers.for_each(parts_, [&](std::size_t p) { sort_part(vertices, p); });
    const auto count = static_cast<std::uint32_t>(placed_.size());
    starts_[buckets] = count;
    view_ = {starts_.data(), buckets, inverse_cell, x_.data(), y_.data(), z_.data(), vertex_.data(), count};
}

void VertexTable::find_buckets(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids,
                               float inverse_cell, std::uint32_t buckets, parallel::Workers& workers) {
    buckets_per_part_ = std::max(std::min(buckets, most_buckets_per_part), buckets / most_parts);
    parts_ = buckets / buckets_per_part_;
    bucket_.resize(ids.size());
    const parallel::Chunks chunks{ids.size(), vertices_per_chunk};
    places_.assign(chunks.number() * parts_, 0);
    const int shift = std::countr_zero(buckets_per_part_);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        simd::buckets_of(vertices, ids.data(), chunks.begin(chunk), chunks.end(chunk), inverse_cell, buckets - 1,
                         bucket_.data());
        std::uint32_t* counts = places_.data() + chunk * parts_;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            if (bucket_[i] != simd::no_bucket) ++counts[bucket_[i] >> shift];
        }
    });
    part_starts_.resize(parts_ + 1);
    std::uint32_t sum = 0;
    for (std::size_t p = 0; p < parts_; ++p) {
        part_starts_[p] = sum;
        for (std::size_t chunk = 0; chunk < chunks.number(); ++chunk) {
            std::uint32_t& place = places_[chunk * parts_ + p];
            const std::uint32_t count = place;
            place = sum;
            sum += count;
        }
    }
    part_starts_[parts_] = sum;
}

void VertexTable::part(std::span<const std::uint32_t> ids, std::uint32_t buckets, parallel::Workers& workers) {
    placed_.resize(part_starts_[parts_]);
    const parallel::Chunks chunks{ids.size(), vertices_per_chunk};
    const int shift = std::countr_zero(buckets_per_part_);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::uint32_t* places = places_.data() + chunk * parts_;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            if (bucket_[i] >= buckets) continue;  // takes no part
            placed_[places[bucket_[i] >> shift]++] = {bucket_[i], ids[i]};
        }
    });
}

/// From the last vertex to the first, so that within a bucket they keep their order.
void VertexTable::sort_part(const simd::FloatVertex* vertices, std::size_t part) {
    const std::span own = std::span(placed_).subspan(part_starts_[part], part_starts_[part + 1] - part_starts_[part]);
    std::uint32_t* starts = starts_.data() + part * buckets_per_part_;
    const auto first_bucket = static_cast<std::uint32_t>(part) * buckets_per_part_;
    std::fill_n(starts, buckets_per_part_, 0u);
    for (const Placed& placed : own) ++starts[placed.bucket - first_bucket];
    std::uint32_t sum = part_starts_[part];
    for (std::uint32_t b = 0; b < buckets_per_part_; ++b) starts[b] = sum += starts[b];
    for (std::size_t i = own.size(); i-- > 0;) {
        const std::uint32_t at = --starts[own[i].bucket - first_bucket];
        const simd::FloatVertex& v = vertices[own[i].vertex];
        x_[at] = v.x;
        y_[at] = v.y;
        z_[at] = v.z;
        vertex_[at] = own[i].vertex;
    }
}

}  // namespace pliant::spatial_hash
