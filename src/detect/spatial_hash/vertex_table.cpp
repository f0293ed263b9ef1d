#include "detect/spatial_hash/vertex_table.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <bit>

namespace pliant::spatial_hash {

namespace {

constexpr std::size_t vertices_per_chunk = 8192;
// Buckets of a part stay in the nearest caches while its vertices are sorted.
constexpr std::uint32_t most_buckets_per_part = 8192;
constexpr std::uint32_t most_parts = 256;
// Up to here they are few enough for the next cache, and sorted at once sooner than put in parts.
constexpr std::uint32_t most_buckets_at_once = 16384;

/// Turns numbers of vertices into where those of each bucket end. Returns where the last one does.
std::uint32_t add_up(std::uint32_t* counts, std::uint32_t buckets, std::uint32_t first) {
    std::uint32_t sum = first;
    for (std::uint32_t b = 0; b < buckets; ++b) counts[b] = sum += counts[b];
    return sum;
}

/// The arrays of sorted vertices.
struct Columns {
    float *x, *y, *z;
    std::uint32_t* vertex;

    void put(std::uint32_t at, const simd::FloatVertex& v, std::uint32_t id) const {
        x[at] = v.x;
        y[at] = v.y;
        z[at] = v.z;
        vertex[at] = id;
    }
};

}  // namespace

/// Vertices are put in parts, ranges of buckets, and sorted part by part: what is written lies close together then, and
/// neither step depends on the number of threads.
void VertexTable::build(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids, float inverse_cell,
                        std::uint32_t buckets, parallel::Workers& workers) {
    find_buckets(vertices, ids, inverse_cell, buckets, workers);
    starts_.resize(buckets + 1);
    const std::size_t room = ids.size() + broad_phase::block_size;
    vertex_.resize(room);
    x_.resize(room);
    y_.resize(room);
    z_.resize(room);
    if (parts_ == 1) {
        sort_all(vertices, ids);
    } else {
        part(ids, buckets, workers);
        workers.for_each(parts_, [&](std::size_t p) { sort_part(vertices, p); });
    }
    const std::uint32_t count = part_starts_[parts_];
    starts_[buckets] = count;
    view_ = {starts_.data(), buckets, inverse_cell, x_.data(), y_.data(), z_.data(), vertex_.data(), count};
}

void VertexTable::find_buckets(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids,
                               float inverse_cell, std::uint32_t buckets, parallel::Workers& workers) {
    const std::uint32_t wanted = buckets <= most_buckets_at_once ? buckets : most_buckets_per_part;
    buckets_per_part_ = std::max(wanted, buckets / most_parts);
    parts_ = buckets / buckets_per_part_;
    bucket_.resize(ids.size());
    const parallel::Chunks chunks{ids.size(), vertices_per_chunk};
    places_.assign(chunks.number() * parts_, 0);
    const int shift = std::countr_zero(buckets_per_part_);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        buckets_of(vertices, ids.data(), chunks.begin(chunk), chunks.end(chunk), inverse_cell, buckets - 1,
                   bucket_.data());
        std::uint32_t* counts = places_.data() + chunk * parts_;
        for (std::size_t i = chunks.begin(chunk); parts_ > 1 && i < chunks.end(chunk); ++i) {
            if (bucket_[i] != no_bucket) ++counts[bucket_[i] >> shift];
        }
    });
    find_part_starts(chunks.number());
}

void VertexTable::find_part_starts(std::size_t chunks) {
    part_starts_.resize(parts_ + 1);
    std::uint32_t sum = 0;
    for (std::size_t p = 0; p < parts_; ++p) {
        part_starts_[p] = sum;
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            std::uint32_t& place = places_[chunk * parts_ + p];
            const std::uint32_t count = place;
            place = sum;
            sum += count;
        }
    }
    part_starts_[parts_] = sum;
}

/// All at once, where buckets are few. From the last vertex to the first, so that within a bucket they keep their
/// order.
void VertexTable::sort_all(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids) {
    const std::uint32_t buckets = buckets_per_part_;
    std::uint32_t* starts = starts_.data();
    std::fill_n(starts, buckets + 1, 0u);  // the last for those that take no part
    for (const std::uint32_t bucket : bucket_) ++starts[std::min(bucket, buckets)];
    part_starts_[1] = add_up(starts, buckets, 0);
    const Columns columns{x_.data(), y_.data(), z_.data(), vertex_.data()};
    const std::uint32_t* bucket = bucket_.data();
    for (std::size_t i = ids.size(); i-- > 0;) {
        if (bucket[i] < buckets) columns.put(--starts[bucket[i]], vertices[ids[i]], ids[i]);
    }
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

/// From the last vertex to the first, as well.
void VertexTable::sort_part(const simd::FloatVertex* vertices, std::size_t part) {
    const std::span own = std::span(placed_).subspan(part_starts_[part], part_starts_[part + 1] - part_starts_[part]);
    std::uint32_t* starts = starts_.data() + part * buckets_per_part_;
    const auto first_bucket = static_cast<std::uint32_t>(part) * buckets_per_part_;
    std::fill_n(starts, buckets_per_part_, 0u);
    for (const Placed& placed : own) ++starts[placed.bucket - first_bucket];
    add_up(starts, buckets_per_part_, part_starts_[part]);
    const Columns columns{x_.data(), y_.data(), z_.data(), vertex_.data()};
    for (std::size_t i = own.size(); i-- > 0;) {
        columns.put(--starts[own[i].bucket - first_bucket], vertices[own[i].vertex], own[i].vertex);
    }
}

}  // namespace pliant::spatial_hash
