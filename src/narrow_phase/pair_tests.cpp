#include "narrow_phase/pair_tests.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/crossings.hpp"
#include "narrow_phase/neighbour_filters.hpp"
#include "narrow_phase/plane_filter.hpp"

namespace pliant::narrow_phase {

namespace {

/// Collects neighbouring pairs and tests them batch by batch.
class Batches {
public:
    Batches(const frame::Bodies& bodies, Findings& out) : bodies_(bodies), out_(out) {}

    void add_vertex_pair(const frame::SharedCorners& s, broad_phase::Pair triangles) {
        by_vertex_[vertex_count_] = {s.a[0], s.a[1], s.a[2], s.b[1], s.b[2]};
        vertex_pairs_[vertex_count_++] = triangles;
        if (vertex_count_ == batch) test_vertex_pairs();
    }

    void add_edge_pair(const frame::SharedCorners& s, broad_phase::Pair triangles) {
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

std::span<broad_phase::Pair> to_triangles(const Slots& a, const Slots& b, std::span<broad_phase::Pair> slots) {
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

void Findings::test(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b) {
    ++counters.exact_tests;
    if (const auto kind = meet(bodies, a, b)) add(a, b, *kind);
}

void Findings::test_strangers(const frame::Bodies& bodies, std::span<broad_phase::Pair> candidates) {
    if (!bodies.considers_all()) candidates = keep_considered(bodies, candidates);
    counters.candidates += candidates.size();
    decide(bodies,
           candidates.first(keep_possibly_meeting(bodies.vertices(), bodies.triangles().data()->data(), candidates)));
}

void Findings::test_strangers(const frame::Bodies& bodies, const Slots& a, const Slots& b,
                              std::span<broad_phase::Pair> candidates) {
    if (!bodies.considers_all()) return test_strangers(bodies, to_triangles(a, b, candidates));
    counters.candidates += candidates.size();
    const std::size_t kept = keep_possibly_meeting(bodies.vertices(), a.corners, b.corners, candidates);
    test_unproven(bodies, a, b, candidates.first(kept));
}

void Findings::test_unproven(const frame::Bodies& bodies, const Slots& a, const Slots& b,
                             std::span<const broad_phase::Pair> candidates) {
    const auto find = [&](std::span<const broad_phase::Pair> next, const CrossingLists& out) {
        const Crossings found = find_crossings(bodies.vertices(), a.corners, b.corners, next, out);
        to_triangles(a, b, {out.crossing, found.crossing});
        to_triangles(a, b, {out.touching, found.touching});
        to_triangles(a, b, {out.open, found.open});
        return found;
    };
    decide(bodies, candidates, find);
}

void Findings::decide(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates) {
    const std::uint32_t* corners = bodies.triangles().data()->data();
    decide(bodies, candidates, [&](std::span<const broad_phase::Pair> next, const CrossingLists& out) {
        return find_crossings(bodies.vertices(), corners, next, out);
    });
}

/// `find` is the first look at some candidates, which leaves pairs of triangles.
template <class Find>
void Findings::decide(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates, const Find& find) {
    constexpr std::size_t batch = 64;
    std::array<broad_phase::Pair, batch> crossing, touching, open;
    const CrossingLists lists{crossing.data(), touching.data(), open.data()};
    const simd::Vertices vertices = bodies.vertices();
    const std::uint32_t* corners = bodies.triangles().data()->data();
    const auto add_certain = [&](const Crossings& found) {
        for (std::size_t i = 0; i < found.crossing; ++i) add(crossing[i].a, crossing[i].b, PairKind::crossing);
        for (std::size_t i = 0; i < found.touching; ++i) add(touching[i].a, touching[i].b, PairKind::touching);
    };
    for (std::size_t first = 0; first < candidates.size(); first += batch) {
        Crossings found = find(candidates.subspan(first, std::min(batch, candidates.size() - first)), lists);
        add_certain(found);
        if (found.open == 0) continue;
        found.open = keep_possibly_meeting(vertices, corners, {open.data(), found.open});
        found = find_close_crossings(vertices, corners, {open.data(), found.open}, lists);
        add_certain(found);
        for (std::size_t i = 0; i < found.open; ++i) test(bodies, open[i].a, open[i].b);
    }
}

void Findings::test_neighbours(const frame::Bodies& bodies, std::span<const broad_phase::Pair> neighbours) {
    Batches batches(bodies, *this);
    for (const broad_phase::Pair& pair : neighbours) {
        if (!bodies.considers(pair.a) || !bodies.considers(pair.b)) continue;
        const frame::SharedCorners s = frame::shared_corners(bodies.triangles()[pair.a], bodies.triangles()[pair.b]);
        if (s.count == 1) batches.add_vertex_pair(s, pair);
        if (s.count == 2) batches.add_edge_pair(s, pair);
        if (s.count == 3) test(bodies, pair.a, pair.b);
    }
    batches.finish();
}

namespace {

constexpr unsigned bits_per_pass = 11;

std::uint64_t place(const FoundPair& p) { return std::uint64_t{p.a} << 32 | p.b; }

/// One pass of a radix sort: stably by some bits of a member.
void sort_by_bits(std::span<const FoundPair> from, std::span<FoundPair> to, std::uint32_t FoundPair::*member,
                  unsigned shift) {
    std::array<std::uint32_t, 1u << bits_per_pass> next{};
    const auto bucket = [&](const FoundPair& p) { return p.*member >> shift & (next.size() - 1); };
    for (const FoundPair& p : from) ++next[bucket(p)];
    std::uint32_t before = 0;
    for (std::uint32_t& n : next) before += std::exchange(n, before);
    for (const FoundPair& p : from) to[next[bucket(p)]++] = p;
}

void sort(FoundPairs& found, std::size_t triangles) {
    constexpr std::size_t fewest_for_passes = 2048;
    if (found.all.size() < fewest_for_passes) {
        std::sort(found.all.begin(), found.all.end(),
                  [](const FoundPair& p, const FoundPair& q) { return place(p) < place(q); });
        return;
    }
    found.scratch.resize(found.all.size());
    for (const auto member : {&FoundPair::b, &FoundPair::a}) {
        for (unsigned shift = 0; shift < 32 && triangles >> shift != 0; shift += bits_per_pass) {
            sort_by_bits(found.all, found.scratch, member, shift);
            found.all.swap(found.scratch);
        }
    }
}

/// What a user has to repair first: surfaces that pass through one another, then those that lie on one another, then
/// mere contacts.
int importance(PairKind kind) {
    switch (kind) {
        case PairKind::crossing: return 0;
        case PairKind::coplanar: return 1;
        case PairKind::fold: return 2;
        case PairKind::touching: return 3;
    }
    return 4;
}

/// Of equal importance the first ones stay. Works in place: a search within a budget allocates nothing either.
void keep_most_important(std::vector<FoundPair>& found, std::size_t count) {
    const auto before = [](const FoundPair& p, const FoundPair& q) {
        return std::tuple(importance(p.kind), p.a, p.b) < std::tuple(importance(q.kind), q.a, q.b);
    };
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), before);
    found.resize(count);
}

}  // namespace

std::size_t crossings(std::span<const FoundPair> found) {
    return static_cast<std::size_t>(
        std::count_if(found.begin(), found.end(), [](const FoundPair& p) { return p.kind == PairKind::crossing; }));
}

void write_answer(const frame::Bodies& bodies, FoundPairs& found, const Budget& budget, Answer<TrianglePair>& answer) {
    if (budget.pairs && found.all.size() > *budget.pairs) {
        keep_most_important(found.all, *budget.pairs);
        answer.report.stopped_by = Limit::pairs;
    }
    sort(found, bodies.triangles().size());
    answer.items.clear();
    // Neighbours in the answer are mostly of the same bodies: no need to look up whose they are.
    std::uint32_t body_a = 0, body_b = 0;
    const auto reference = [&](std::uint32_t triangle, std::uint32_t& index) -> TriangleRef {
        const frame::Body* body = &bodies.all()[index];
        if (triangle - body->first_triangle >= body->triangle_places) {
            index = bodies.body_index(triangle);
            body = &bodies.all()[index];
        }
        return {body->id, triangle - body->first_triangle};
    };
    for (const FoundPair& p : found.all)
        answer.items.push_back({reference(p.a, body_a), reference(p.b, body_b), p.kind});
}

}  // namespace pliant::narrow_phase
