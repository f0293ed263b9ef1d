#include "detect/brute_force/brute_force.hpp"

#include <algorithm>

#include "narrow_phase/pair_tests.hpp"

namespace pliant::brute_force {

using frame::Bodies;
using Query = frame::Query<IntersectionOptions>;

namespace {

bool boxes_meet(const geometry::TriangleCorners& a, const geometry::TriangleCorners& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [a_lo, a_hi] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [b_lo, b_hi] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (a_hi < b_lo || b_hi < a_lo) return false;
    }
    return true;
}

bool wanted(const Query& query, std::uint32_t a, std::uint32_t b) {
    const Bodies& bodies = query.bodies;
    const IntersectionOptions& options = query.options;
    if (bodies.body_index(a) != bodies.body_index(b)) return options.between;
    if (!options.self) return false;
    return options.neighbours == Neighbours::beyond_shared ||
           narrow_phase::shared_corners(bodies.triangles()[a], bodies.triangles()[b]).count == 0;
}

}  // namespace

void BruteForce::find(const Query& query, Answer<TrianglePair>& answer) {
    sort_out(query.bodies);
    findings_.start(query.room);
    const auto& most = query.options.budget.candidates;
    for (std::size_t i = 0; i < sound_.size() && query.report.stopped_by == Limit::none; ++i) {
        test_from(query, i);
        if (i + 1 == sound_.size()) break;
        if (most && findings_.counters.candidates >= *most) query.report.stopped_by = Limit::candidates;
        if (query.late()) query.report.stopped_by = Limit::time;
        if (!query.go_on(double(i + 1) / double(sound_.size()), findings_.pairs.size()))
            query.report.stopped_by = Limit::caller;
    }
    query.report.counters = findings_.counters;
    frame::collect_flaws(query.bodies, unsound_, query.report.set_aside);
    found_.clear();
    found_.all.swap(findings_.pairs);
    narrow_phase::write_answer(query.bodies, found_, query.options.budget, answer);
}

void BruteForce::sort_out(const Bodies& bodies) {
    sound_.clear();
    unsound_.clear();
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (!bodies.usable(t) || !bodies.considers(t) || bodies.all()[bodies.body_index(t)].set_aside) continue;
        (bodies.soundness(t) == Bodies::Soundness::sound ? sound_ : unsound_).push_back(t);
    }
}

/// The first triangle with all behind it.
void BruteForce::test_from(const Query& query, std::size_t first) {
    const std::uint32_t a = sound_[first];
    for (std::size_t k = first + 1; k < sound_.size(); ++k) {
        const std::uint32_t b = sound_[k];
        if (!wanted(query, a, b)) continue;
        ++findings_.counters.box_tests;
        if (!boxes_meet(query.bodies.corners(a), query.bodies.corners(b))) continue;
        ++findings_.counters.candidates;
        findings_.test(query.bodies, a, b);
    }
}

}  // namespace pliant::brute_force
