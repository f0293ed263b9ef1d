#include "bodies/found.hpp"

#include <algorithm>
#include <utility>

#include "simd/pair_filters.hpp"

namespace pliant::bodies {

void Findings::test(const Bodies& bodies, std::uint32_t a, std::uint32_t b) {
    ++counters.exact_tests;
    if (const auto kind = meet(bodies, a, b)) pairs.push_back({std::min(a, b), std::max(a, b), *kind});
}

void Findings::test_strangers(const Bodies& bodies, std::span<simd::Pair> candidates) {
    counters.candidates += candidates.size();
    const std::size_t kept =
        simd::keep_possibly_meeting(bodies.vertices(), bodies.triangles().data()->data(), candidates);
    for (const simd::Pair& pair : candidates.first(kept)) test(bodies, pair.a, pair.b);
}

namespace {

bool in_canonical_order(const FoundPair& p, const FoundPair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); }

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

void keep_most_important(std::vector<FoundPair>& found, std::size_t count) {
    std::stable_sort(found.begin(), found.end(),
                     [](const FoundPair& p, const FoundPair& q) { return importance(p.kind) < importance(q.kind); });
    found.resize(count);
}

}  // namespace

void write_answer(const Bodies& bodies, std::vector<FoundPair>& found, const Budget& budget,
                  Answer<TrianglePair>& answer) {
    std::sort(found.begin(), found.end(), in_canonical_order);
    if (budget.pairs && found.size() > *budget.pairs) {
        keep_most_important(found, *budget.pairs);
        std::sort(found.begin(), found.end(), in_canonical_order);
        answer.report.stopped_by = Limit::pairs;
    }
    answer.items.clear();
    for (const FoundPair& p : found) answer.items.push_back({bodies.reference(p.a), bodies.reference(p.b), p.kind});
}

}  // namespace pliant::bodies
