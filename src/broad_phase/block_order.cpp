#include "broad_phase/block_order.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "broad_phase/blocks.hpp"

namespace pliant::broad_phase {

namespace {

std::size_t widest_axis(std::span<const PlacedItem> items) {
    std::array<float, 3> lo = items[0].centre, hi = lo;
    for (const PlacedItem& item : items) {
        for (std::size_t k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], item.centre[k]);
            hi[k] = std::max(hi[k], item.centre[k]);
        }
    }
    std::size_t widest = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (hi[k] - lo[k] > hi[widest] - lo[widest]) widest = k;
    }
    return widest;
}

/// Where to cut a run of items so that full subtrees stay whole: at a multiple of the largest power of eight below it.
std::size_t cut_of(std::size_t count) {
    std::size_t whole = block_size;
    while (whole * block_size < count) whole *= block_size;
    const std::size_t parts = (count + whole - 1) / whole;
    return parts / 2 * whole;
}

struct Range {
    std::size_t begin, end;
};

/// Cuts at the median along the widest axis; both halves are whole subtrees.
std::size_t cut(std::span<PlacedItem> items) {
    const std::size_t axis = widest_axis(items), middle = cut_of(items.size());
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(middle), items.end(),
                     [axis](const PlacedItem& p, const PlacedItem& q) {
                         return p.centre[axis] != q.centre[axis] ? p.centre[axis] < q.centre[axis] : p.id < q.id;
                     });
    return middle;
}

void sort_part(std::span<PlacedItem> items) {
    if (items.size() <= block_size) return;
    const std::size_t middle = cut(items);
    sort_part(items.first(middle));
    sort_part(items.subspan(middle));
}

}  // namespace

void sort_into_blocks(std::span<PlacedItem> items, parallel::Workers& workers) {
    if (items.empty()) return;
    // Both halves of each cut in parallel.
    constexpr std::size_t enough = 32;
    std::array<Range, 2 * enough> ranges{}, next{};
    std::size_t count = 1;
    ranges[0] = {0, items.size()};
    while (count < enough && ranges[0].end - ranges[0].begin > 16 * block_size) {
        std::array<std::size_t, enough> middles{};
        workers.for_each(count, [&](std::size_t i) {
            const auto part = items.subspan(ranges[i].begin, ranges[i].end - ranges[i].begin);
            if (part.size() > block_size) middles[i] = cut(part);
        });
        std::size_t parts = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t middle = ranges[i].begin + middles[i];
            if (middles[i] != 0) next[parts++] = {ranges[i].begin, middle};
            next[parts++] = {middle, ranges[i].end};
        }
        ranges = next;
        count = parts;
    }
    workers.for_each(
        count, [&](std::size_t i) { sort_part(items.subspan(ranges[i].begin, ranges[i].end - ranges[i].begin)); });
}

}  // namespace pliant::broad_phase
