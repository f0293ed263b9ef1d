#include "detect/regularity/leaf_order.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>

#include "parallel/parallel.hpp"

namespace pliant::regularity {

namespace {

constexpr std::size_t leaves_per_run = 64;

struct Range {
    std::uint32_t leaf, first, last;  // vertices
};

std::vector<Range> ranges_of(const LeafBlocks& blocks) {
    std::vector<Range> ranges(blocks.leaves());
    for (std::uint32_t leaf = 0; leaf < ranges.size(); ++leaf) {
        Range& range = ranges[leaf] = {leaf, std::numeric_limits<std::uint32_t>::max(), 0};
        for (const auto& block : blocks.corners(leaf)) {
            for (const auto& corner : block.vertex) {
                const auto [least, most] = std::minmax_element(std::begin(corner), std::end(corner));
                range.first = std::min(range.first, *least);
                range.last = std::max(range.last, *most);
            }
        }
    }
    return ranges;
}

/// Within a run leaves keep their order, which has neighbours side by side, until they are sorted by length.
void add_runs(std::span<const Range> ranges, LeafOrder& out) {
    const parallel::Chunks chunks{ranges.size(), leaves_per_run};
    for (std::size_t chunk = 0; chunk < chunks.number(); ++chunk) {
        LeafRun run{out.leaves.size(), 0, std::numeric_limits<std::uint32_t>::max(), 0};
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            run.first_vertex = std::min(run.first_vertex, ranges[i].first);
            run.last_vertex = std::max(run.last_vertex, ranges[i].last);
            out.leaves.push_back(ranges[i].leaf);
        }
        run.end = out.leaves.size();
        std::sort(out.leaves.begin() + static_cast<std::ptrdiff_t>(run.begin), out.leaves.end());
        out.runs.push_back(run);
    }
}

}  // namespace

LeafOrder order_by_vertices(const LeafBlocks& blocks, std::size_t vertices) {
    // One leaf with far-apart vertices would delay the whole run until all of them are read.
    const std::size_t near = std::max<std::size_t>(8192, vertices / 16);
    std::vector<Range> ranges = ranges_of(blocks);
    const auto far = std::stable_partition(ranges.begin(), ranges.end(),
                                           [near](const Range& range) { return range.last - range.first < near; });
    std::stable_sort(ranges.begin(), far, [](const Range& p, const Range& q) { return p.last < q.last; });
    LeafOrder order;
    order.leaves.reserve(ranges.size());
    const std::size_t number_near = static_cast<std::size_t>(far - ranges.begin());
    add_runs(std::span(ranges).first(number_near), order);
    order.near_runs = order.runs.size();
    add_runs(std::span(ranges).subspan(number_near), order);
    return order;
}

}  // namespace pliant::regularity
