#include "narrow_phase/found_pairs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <tuple>
#include <utility>

#include "frame/pair_room.hpp"

namespace pliant::narrow_phase {

namespace {

constexpr unsigned most_bits_per_pass = 11;

std::uint64_t place(const FoundPair& p) { return std::uint64_t{p.a} << 32 | p.b; }

/// One pass of a radix sort: stably by `bits` bits of a member.
void sort_by_bits(std::span<const FoundPair> from, std::span<FoundPair> to, std::uint32_t FoundPair::*member,
                  unsigned shift, unsigned bits) {
    std::array<std::uint32_t, 1u << most_bits_per_pass> places;
    const std::span next(places.data(), std::size_t{1} << bits);
    std::fill(next.begin(), next.end(), 0u);
    const auto bucket = [&](const FoundPair& p) { return p.*member >> shift & (next.size() - 1); };
    for (const FoundPair& p : from) ++next[bucket(p)];
    std::uint32_t before = 0;
    for (std::uint32_t& n : next) before += std::exchange(n, before);
    for (const FoundPair& p : from) to[next[bucket(p)]++] = p;
}

void sort(FoundPairs& found, std::size_t triangles) {
    constexpr std::size_t fewest_for_passes = 128;
    if (found.all.size() < fewest_for_passes) {
        std::sort(found.all.begin(), found.all.end(),
                  [](const FoundPair& p, const FoundPair& q) { return place(p) < place(q); });
        return;
    }
    found.scratch.resize(found.all.size());
    // As few passes as will do, of about as many bits each: few triangles need few buckets.
    const auto bits = static_cast<unsigned>(std::bit_width(triangles));
    const unsigned passes = (bits + most_bits_per_pass - 1) / most_bits_per_pass, width = (bits + passes - 1) / passes;
    for (const auto member : {&FoundPair::b, &FoundPair::a}) {
        for (unsigned pass = 0; pass < passes; ++pass) {
            sort_by_bits(found.all, found.scratch, member, pass * width, width);
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

}  // namespace

void keep_most_important(std::vector<FoundPair>& found, std::size_t count, PairCounts& dropped) {
    if (found.size() <= count) return;
    const auto before = [](const FoundPair& p, const FoundPair& q) {
        return std::tuple(importance(p.kind), p.a, p.b) < std::tuple(importance(q.kind), q.a, q.b);
    };
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(found.begin(), end, found.end(), before);
    for (auto p = end; p != found.end(); ++p) ++dropped[static_cast<std::size_t>(p->kind)];
    found.erase(end, found.end());
}

std::size_t crossings(std::span<const FoundPair> found) {
    return static_cast<std::size_t>(
        std::count_if(found.begin(), found.end(), [](const FoundPair& p) { return p.kind == PairKind::crossing; }));
}

void write_answer(const frame::Bodies& bodies, FoundPairs& found, const IntersectionBudget& budget,
                  Answer<TrianglePair>& answer) {
    // Counted here, so that it does not depend on the memory that lists have from before.
    if (budget.bytes && found.all.size() > frame::PairRoom::fitting(*budget.bytes) + 1) throw frame::TooManyPairs();
    if (budget.pairs && found.all.size() > *budget.pairs) {
        keep_most_important(found.all, std::size_t(*budget.pairs), found.dropped);
        answer.report.stopped_by = Limit::pairs;
    }
    sort(found, bodies.triangles().size());
    answer.items.clear();
    constexpr std::size_t worth_a_reserve = 1 << 20;  // beyond it, doubling would take more memory than the pairs
    if (found.all.size() > worth_a_reserve) answer.items.reserve(found.all.size());
    PairCounts& counts = answer.report.counters.pairs = found.dropped;
    // Consecutive pairs are mostly of the same bodies: try the last body before a lookup.
    std::uint32_t body_a = 0, body_b = 0;
    const auto reference = [&](std::uint32_t triangle, std::uint32_t& index) -> TriangleRef {
        const frame::Body* body = &bodies.all()[index];
        if (triangle - body->first_triangle >= body->triangle_places) {
            index = bodies.body_index(triangle);
            body = &bodies.all()[index];
        }
        return {body->id, triangle - body->first_triangle};
    };
    for (const FoundPair& p : found.all) {
        answer.items.push_back({reference(p.a, body_a), reference(p.b, body_b), p.kind});
        ++counts[static_cast<std::size_t>(p.kind)];
    }
}

}  // namespace pliant::narrow_phase
