#include "curves/pair_joins.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "simd/prefetch.hpp"

namespace pliant::curves {

namespace {

/// So many ends go through each stage together: the cache misses of one stage overlap.
constexpr std::size_t ends_at_once = 128, ends_of_chunk = 64 * ends_at_once;

std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

/// An end, and the half-edge of its edge in the other triangle.
struct Wanted {
    std::uint32_t end, half, triangle;
    bool of_b;  // the edge

    [[nodiscard]] std::uint32_t first() const { return std::min(half / 3, triangle); }
    [[nodiscard]] std::uint32_t second() const { return std::max(half / 3, triangle); }
};

}  // namespace

/// Only those of the last call are cleared: meshes may be much larger than what meets.
void PairJoins::write_rows(const PairSegments& segments, std::size_t triangles) {
    for (const std::uint32_t t : with_rows_) rows_[t] = {};
    with_rows_.clear();
    rows_.resize(triangles);
    const auto pairs = segments.triangles();
    for (std::uint32_t i = 0; i < pairs.size();) {
        std::uint32_t end = i + 1;
        while (end < pairs.size() && pairs[end].a == pairs[i].a) ++end;
        rows_[pairs[i].a] = {i, end - i};
        with_rows_.push_back(pairs[i].a);
        i = end;
    }
}

Join PairJoins::end_at(const PairSegments& segments, std::uint32_t half, std::uint32_t triangle) const {
    const std::uint32_t owner = half / 3, a = std::min(owner, triangle), b = std::max(owner, triangle);
    const Row row = rows_[a];
    const broad_phase::Pair* pairs = segments.triangles().data();
    // Branchless: which half it goes on in is unpredictable.
    const broad_phase::Pair* at = pairs + row.first;
    for (std::uint32_t rest = row.count; rest > 1;) {
        const std::uint32_t middle = rest / 2;
        at += at[middle].b <= b ? middle : 0;
        rest -= middle;
    }
    if (row.count == 0 || at->b != b) return {};
    const auto pair = static_cast<std::uint32_t>(at - pairs);
    const bool of_b = triangle < owner;
    const EndCode code = EndCode::of_edge(of_b, half % 3);
    const auto& ends = segments.ends()[pair].ends;
    const std::uint32_t k = ends[1] == code ? 1 : 0;
    return ends[k] == code ? Join(2 * pair + k, of_b) : Join();
}

/// Around an edge with three triangles or more. Two of them may be all that meet the third one.
void PairJoins::find_among_several(const PairSegments& segments, const SurfaceEdges& edges, std::uint32_t end) {
    const CrossedTriangle crossed = segments.crossed(end);
    Join only;
    for (std::uint32_t half = edges.next(crossed.half); half != crossed.half; half = edges.next(half)) {
        const Join join = end_at(segments, half, crossed.triangle);
        if (!join.any()) continue;
        if (only.any()) return;
        only = Join(join.end(), join.swapped() != segments.end(end).of_b());
    }
    joins_[end] = only;
}

/// Of ends [begin, end). Two ends that are joined are found from the pair that comes first.
void PairJoins::find_some(const PairSegments& segments, const SurfaceEdges& edges, std::uint32_t begin,
                          std::uint32_t end) {
    std::array<Wanted, ends_at_once> wanted;
    std::size_t count = 0, kept = 0;
    for (std::uint32_t at = begin; at < end; ++at) {
        const EndCode code = segments.end(at);
        const CrossedTriangle crossed = segments.crossed(at);
        wanted[count] = {at, crossed.half, crossed.triangle, code.of_b()};
        if (!code.at_vertex()) edges.prefetch(crossed.half);
        count += code.at_vertex() ? 0 : 1;  // or none
    }
    for (std::size_t i = 0; i < count; ++i) {
        Wanted one = wanted[i];
        const std::uint32_t own = one.half;
        one.half = edges.next(own);
        simd::prefetch(&rows_[one.first()]);
        const bool alone = edges.next(one.half) == own;
        if (!alone) find_among_several(segments, edges, one.end);
        const auto& [a, b] = segments.triangles()[one.end / 2];
        wanted[kept] = one;
        kept += alone && key(one.first(), one.second()) > key(a, b) ? 1 : 0;
    }
    for (std::size_t i = 0; i < kept; ++i) {
        const Row row = rows_[wanted[i].first()];
        if (row.count > 0) simd::prefetch(&segments.triangles()[row.first]);
    }
    for (std::size_t i = 0; i < kept; ++i) {
        const Wanted& one = wanted[i];
        const Join join = end_at(segments, one.half, one.triangle);
        if (!join.any()) continue;
        // The triangle that is met stays the same, and with it the sheet that it is on.
        const bool swapped = join.swapped() != one.of_b;
        joins_[one.end] = Join(join.end(), swapped);
        joins_[join.end()] = Join(one.end, swapped);
    }
}

void PairJoins::find(const PairSegments& segments, const SurfaceEdges& edges, parallel::Workers& workers) {
    const std::size_t ends = 2 * segments.triangles().size();
    write_rows(segments, edges.half_edges() / 3);
    joins_.assign(ends, Join());
    const parallel::Chunks chunks{ends, ends_of_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t at = chunks.begin(chunk); at < chunks.end(chunk); at += ends_at_once) {
            find_some(segments, edges, static_cast<std::uint32_t>(at),
                      static_cast<std::uint32_t>(std::min(at + ends_at_once, chunks.end(chunk))));
        }
    });
}

}  // namespace pliant::curves
