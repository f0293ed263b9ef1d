#include "narrow_phase/pair_tests.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "geometry/triangle_pair.hpp"
#include "narrow_phase/crossings.hpp"
#include "narrow_phase/neighbour_filters.hpp"
#include "narrow_phase/plane_filter.hpp"

namespace pliant::narrow_phase {

namespace {

geometry::TriangleCorners corners_of(const frame::Bodies& bodies, const Triangle& t) {
    return {bodies.position(t[0]), bodies.position(t[1]), bodies.position(t[2])};
}

/// Pairs of neighbours by what they share, filtered batch by batch; survivors take the exact test.
class NeighbourBatches {
public:
    NeighbourBatches(const frame::Bodies& bodies, Findings& out) : bodies_(bodies), out_(out) {}

    void add_vertex_pair(const SharedCorners& s, broad_phase::Pair triangles) {
        by_vertex_[vertex_count_] = {s.a[0], s.a[1], s.a[2], s.b[1], s.b[2]};
        vertex_pairs_[vertex_count_++] = triangles;
        if (vertex_count_ == batch) test_vertex_pairs();
    }

    void add_edge_pair(const SharedCorners& s, broad_phase::Pair triangles) {
        by_edge_[edge_count_] = {s.a[0], s.a[1], s.a[2], s.b[2]};
        edge_pairs_[edge_count_++] = triangles;
        if (edge_count_ == batch) test_edge_pairs();
    }

    void finish() {
        test_vertex_pairs();
        test_edge_pairs();
    }

private:
    static constexpr std::size_t batch = 64;

    void test_vertex_pairs() {
        const std::size_t kept =
            possibly_meeting_beyond_vertex(bodies_.vertices(), {by_vertex_.data(), vertex_count_}, kept_.data());
        test(vertex_pairs_, vertex_count_, kept);
        vertex_count_ = 0;
    }

    void test_edge_pairs() {
        const std::size_t kept =
            possibly_meeting_beyond_edge(bodies_.vertices(), {by_edge_.data(), edge_count_}, kept_.data());
        test(edge_pairs_, edge_count_, kept);
        edge_count_ = 0;
    }

    void test(const std::array<broad_phase::Pair, batch>& pairs, std::size_t count, std::size_t kept) {
        out_.counters.candidates += count;
        out_.settled.neighbour_filters += count - kept;
        for (std::size_t k = 0; k < kept; ++k) out_.test(bodies_, pairs[kept_[k]].a, pairs[kept_[k]].b);
    }

    const frame::Bodies& bodies_;
    Findings& out_;
    std::array<VertexNeighbours, batch> by_vertex_;
    std::array<EdgeNeighbours, batch> by_edge_;
    std::array<broad_phase::Pair, batch> vertex_pairs_, edge_pairs_;
    std::array<std::uint32_t, batch> kept_;
    std::size_t vertex_count_ = 0, edge_count_ = 0;
};

const std::uint32_t* corner_numbers(const frame::Bodies& bodies) { return bodies.triangles().data()->data(); }

/// What is known of a batch of candidates: certain crossings, certain contacts, and the rest.
struct CrossingBatch {
    static constexpr std::size_t size = 64;

    CrossingLists lists() { return {crossing.data(), touching.data(), open.data()}; }

    void add_certain(const Crossings& found, Findings& out) const {
        for (std::size_t i = 0; i < found.crossing; ++i) out.add(crossing[i].a, crossing[i].b, PairKind::crossing);
        for (std::size_t i = 0; i < found.touching; ++i) out.add(touching[i].a, touching[i].b, PairKind::touching);
    }

    std::array<broad_phase::Pair, size> crossing, touching, open;
};

std::span<broad_phase::Pair> to_triangles(const broad_phase::TriangleBlocks& a, const broad_phase::TriangleBlocks& b,
                                          std::span<broad_phase::Pair> slots) {
    for (broad_phase::Pair& pair : slots) pair = {a.triangle(pair.a), b.triangle(pair.b)};
    return slots;
}

std::span<broad_phase::Pair> keep_considered(const frame::Bodies& bodies, std::span<broad_phase::Pair> candidates) {
    const auto end = std::remove_if(candidates.begin(), candidates.end(), [&](const broad_phase::Pair& pair) {
        return !bodies.considers(pair.a) || !bodies.considers(pair.b);
    });
    return candidates.first(static_cast<std::size_t>(end - candidates.begin()));
}

}  // namespace

// ---- room

/// The list is full. Lists double; while pairs are counted, the less important half goes once it is as long as may be.
void Findings::make_room() {
    if (room_ == nullptr) return;
    const std::size_t most = 2 * room_->kept(), grown = std::max<std::size_t>(64, 2 * pairs.size());
    if (!room_->counting()) {
        room_->take(pairs.size() - taken_);
        taken_ = pairs.size();
    } else if (pairs.size() >= most) {
        keep_most_important(pairs, room_->kept(), counters.pairs);
        return;
    }
    pairs.reserve(room_->counting() ? std::min(grown, most) : grown);
}

// ---- the exact test

SharedCorners shared_corners(Triangle a, Triangle b) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = count; j < 3; ++j) {
            if (a[i] != b[j]) continue;
            std::swap(b[j], b[count]);
            std::swap(a[i], a[count]);
            ++count;
            break;
        }
    }
    return {a, b, count};
}

std::optional<PairKind> meet(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b) {
    const SharedCorners s = shared_corners(bodies.triangles()[a], bodies.triangles()[b]);
    const auto points_a = corners_of(bodies, s.a), points_b = corners_of(bodies, s.b);
    switch (s.count) {
        case 0: return geometry::meet(points_a, points_b);
        case 1: return geometry::meet_beyond_vertex(points_a, points_b);
        case 2: return geometry::meet_beyond_edge(points_a, points_b);
        default: return PairKind::fold;
    }
}

// ---- the stages

void Findings::test(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b) {
    ++counters.exact_tests;
    if (const auto kind = meet(bodies, a, b)) add(a, b, *kind);
}

void Findings::test_unconnected(const frame::Bodies& bodies, std::span<broad_phase::Pair> candidates) {
    if (!bodies.considers_all()) candidates = keep_considered(bodies, candidates);
    counters.candidates += candidates.size();
    const std::size_t kept = keep_possibly_meeting(bodies.vertices(), corner_numbers(bodies), candidates);
    settled.plane_filter += candidates.size() - kept;
    test_crossings(bodies, candidates.first(kept));
}

void Findings::test_unconnected(const frame::Bodies& bodies, const broad_phase::TriangleBlocks& a,
                                const broad_phase::TriangleBlocks& b, std::span<broad_phase::Pair> candidates) {
    if (!bodies.considers_all()) return test_unconnected(bodies, to_triangles(a, b, candidates));
    counters.candidates += candidates.size();
    const std::size_t kept = keep_possibly_meeting(bodies.vertices(), a.corners, b.corners, candidates);
    settled.plane_filter += candidates.size() - kept;
    test_unproven(bodies, a, b, candidates.first(kept));
}

void Findings::test_unproven(const frame::Bodies& bodies, const broad_phase::TriangleBlocks& a,
                             const broad_phase::TriangleBlocks& b, std::span<const broad_phase::Pair> candidates) {
    test_crossings(bodies, candidates, [&](std::span<const broad_phase::Pair> next, const CrossingLists& out) {
        const Crossings found = find_crossings(bodies.vertices(), a.corners, b.corners, next, out);
        to_triangles(a, b, {out.crossing, found.crossing});
        to_triangles(a, b, {out.touching, found.touching});
        to_triangles(a, b, {out.open, found.open});
        return found;
    });
}

void Findings::test_crossings(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates) {
    test_crossings(bodies, candidates, [&](std::span<const broad_phase::Pair> next, const CrossingLists& out) {
        return find_crossings(bodies.vertices(), corner_numbers(bodies), next, out);
    });
}

/// `find` turns a batch of candidates, of triangles or of slots, into lists of triangles.
template <class FindCrossings>
void Findings::test_crossings(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates,
                              const FindCrossings& find) {
    CrossingBatch lists;
    for (std::size_t first = 0; first < candidates.size(); first += lists.size) {
        const auto next = candidates.subspan(first, std::min(lists.size, candidates.size() - first));
        const Crossings found = find(next, lists.lists());
        lists.add_certain(found, *this);
        settled.crossings += next.size() - found.open;
        if (found.open != 0) test_close(bodies, {lists.open.data(), found.open});
    }
}

void Findings::test_close(const frame::Bodies& bodies, std::span<broad_phase::Pair> open) {
    const simd::Vertices vertices = bodies.vertices();
    const std::uint32_t* corners = corner_numbers(bodies);
    const std::size_t kept = keep_possibly_meeting(vertices, corners, open);
    CrossingBatch lists;
    const Crossings found = find_close_crossings(vertices, corners, open.first(kept), lists.lists());
    lists.add_certain(found, *this);
    settled.close_crossings += open.size() - found.open;
    for (std::size_t i = 0; i < found.open; ++i) test(bodies, lists.open[i].a, lists.open[i].b);
}

void Findings::test_neighbours(const frame::Bodies& bodies, std::span<const broad_phase::Pair> neighbours) {
    NeighbourBatches batches(bodies, *this);
    for (const broad_phase::Pair& pair : neighbours) {
        if (!bodies.considers(pair.a) || !bodies.considers(pair.b)) continue;
        const SharedCorners s = shared_corners(bodies.triangles()[pair.a], bodies.triangles()[pair.b]);
        if (s.count == 1) batches.add_vertex_pair(s, pair);
        if (s.count == 2) batches.add_edge_pair(s, pair);
        if (s.count == 3) test(bodies, pair.a, pair.b);
    }
    batches.finish();
}

}  // namespace pliant::narrow_phase
