#include "detect/spatial_hash/vertex_table.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <bit>

namespace pliant::spatial_hash {

namespace {

constexpr std::size_t vertices_per_chunk = 8192;
// The counts of a part's buckets stay in L1 while its vertices are sorted.
constexpr std::uint32_t most_buckets_per_part = 8192;
constexpr std::uint32_t most_parts = 256;
// Up to here the counts of all buckets fit in L2, and one pass is faster than two.
constexpr std::uint32_t most_buckets_at_once = 16384;

/// Inclusive prefix sum: turns counts into the ends of buckets. Returns the last end.
std::uint32_t add_up(std::uint32_t* counts, std::uint32_t buckets, std::uint32_t first) {
    std::uint32_t sum = first;
    for (std::uint32_t b = 0; b < buckets; ++b) counts[b] = sum += counts[b];
    return sum;
}

/// The sorted vertices, SoA.
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

void VertexTable::build(const VerticesToHash& input, parallel::Workers& workers) {
    choose_parts(input.buckets);
    find_buckets(input, workers);
    starts_.resize(input.buckets + 1);
    const std::size_t room = input.ids.size() + broad_phase::block_size;
    vertex_.resize(room);
    x_.resize(room);
    y_.resize(room);
    z_.resize(room);
    if (parts_ == 1) {
        sort_all(input);
    } else {
        part(input, workers);
        workers.for_each(parts_, [&](std::size_t p) { sort_part(input, p); });
    }
    const std::uint32_t count = part_starts_[parts_];
    starts_[input.buckets] = count;
    view_ = {starts_.data(), input.buckets, input.inverse_cell, x_.data(), y_.data(), z_.data(), vertex_.data(), count};
}

void VertexTable::choose_parts(std::uint32_t buckets) {
    const std::uint32_t wanted = buckets <= most_buckets_at_once ? buckets : most_buckets_per_part;
    buckets_per_part_ = std::max(wanted, buckets / most_parts);
    parts_ = buckets / buckets_per_part_;
}

void VertexTable::find_buckets(const VerticesToHash& input, parallel::Workers& workers) {
    bucket_.resize(input.ids.size());
    const parallel::Chunks chunks{input.ids.size(), vertices_per_chunk};
    places_.assign(chunks.number() * parts_, 0);
    const int shift = std::countr_zero(buckets_per_part_);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        buckets_of(input.vertices, input.ids.data(), chunks.begin(chunk), chunks.end(chunk), input.inverse_cell,
                   input.buckets - 1, bucket_.data());
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

/// One pass. From the last vertex to the first, so that within a bucket they keep their order.
void VertexTable::sort_all(const VerticesToHash& input) {
    const simd::FloatVertex* vertices = input.vertices;
    const std::span<const std::uint32_t> ids = input.ids;
    const std::uint32_t buckets = input.buckets;
    std::uint32_t* starts = starts_.data();
    std::fill_n(starts, buckets + 1, 0u);  // the last one for no_bucket
    for (const std::uint32_t bucket : bucket_) ++starts[std::min(bucket, buckets)];
    part_starts_[1] = add_up(starts, buckets, 0);
    const Columns columns{x_.data(), y_.data(), z_.data(), vertex_.data()};
    const std::uint32_t* bucket = bucket_.data();
    for (std::size_t i = ids.size(); i-- > 0;) {
        if (bucket[i] < buckets) columns.put(--starts[bucket[i]], vertices[ids[i]], ids[i]);
    }
}

void VertexTable::part(const VerticesToHash& input, parallel::Workers& workers) {
    placed_.resize(part_starts_[parts_]);
    const parallel::Chunks chunks{input.ids.size(), vertices_per_chunk};
    const int shift = std::countr_zero(buckets_per_part_);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::uint32_t* places = places_.data() + chunk * parts_;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            if (bucket_[i] == no_bucket) continue;
            placed_[places[bucket_[i] >> shift]++] = {bucket_[i], input.ids[i]};
        }
    });
}

/// From the last vertex to the first, as in `sort_all`.
void VertexTable::sort_part(const VerticesToHash& input, std::size_t part) {
    const std::span own = std::span(placed_).subspan(part_starts_[part], part_starts_[part + 1] - part_starts_[part]);
    std::uint32_t* starts = starts_.data() + part * buckets_per_part_;
    const auto first_bucket = static_cast<std::uint32_t>(part) * buckets_per_part_;
    std::fill_n(starts, buckets_per_part_, 0u);
    for (const Placed& placed : own) ++starts[placed.bucket - first_bucket];
    add_up(starts, buckets_per_part_, part_starts_[part]);
    const Columns columns{x_.data(), y_.data(), z_.data(), vertex_.data()};
    for (std::size_t i = own.size(); i-- > 0;) {
        columns.put(--starts[own[i].bucket - first_bucket], input.vertices[own[i].vertex], own[i].vertex);
    }
}

}  // namespace pliant::spatial_hash
