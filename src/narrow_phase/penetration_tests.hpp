// Candidates -> penetrations: a filter with proof, then exact signs for what it leaves open.
#pragma once

#include <cstdint>
#include <vector>

#include "broad_phase/tetrahedron_blocks.hpp"
#include "frame/penetration_query.hpp"
#include "narrow_phase/inside_tests.hpp"
#include "narrow_phase/penetration_writer.hpp"

namespace pliant::narrow_phase {

/// What one piece of a search found; survives the frame. Pieces are joined in order.
struct PenetrationFindings {
    std::vector<FoundPenetration> found;
    std::uint64_t strict = 0;  // of those found
    Counters counters;
    std::vector<Inside> verdicts;  // scratch

    void clear() {
        found.clear();
        strict = 0;
        counters = {};
    }
};

class PenetrationTests {
public:
    using Filter = void (*)(const simd::Vertices&, const broad_phase::TetrahedronBlock*, const broad_phase::Candidates&,
                            Inside*);

    /// `filter` decides most candidates; any filter with proof gives the same answer.
    PenetrationTests(const frame::PenetrationQuery& query, const broad_phase::SlottedTetrahedra& slots,
                     Filter filter = &judge)
        : query_(query), slots_(slots), filter_(filter) {}

    /// Tests candidates. `inside` are pairs that are known to be strictly inside; those found so are added to it.
    /// `judged` pairs were decided before, and count as candidates.
    void test(broad_phase::Candidates& candidates, broad_phase::Candidates& inside, std::uint64_t judged,
              PenetrationFindings& out) const;

private:
    [[nodiscard]] geometry::Side locate(std::uint32_t vertex, std::uint32_t slot) const;

    const frame::PenetrationQuery& query_;
    const broad_phase::SlottedTetrahedra& slots_;
    Filter filter_;
};

}  // namespace pliant::narrow_phase
