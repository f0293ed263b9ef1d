#include "detect/brute_force/brute_force.hpp"

#include <algorithm>
#include <chrono>

#include "narrow_phase/exact_test.hpp"

namespace pliant::brute_force {

using frame::Bodies;

namespace {

bool boxes_meet(const geometry::TriangleCorners& a, const geometry::TriangleCorners& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [a_lo, a_hi] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [b_lo, b_hi] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (a_hi < b_lo || b_hi < a_lo) return false;
    }
    return true;
}

bool wanted(const Bodies& bodies, std::uint32_t a, std::uint32_t b, const IntersectionOptions& options) {
    if (bodies.body_index(a) != bodies.body_index(b)) return options.between;
    if (!options.self) return false;
    return options.neighbours == Neighbours::beyond_shared ||
           narrow_phase::shared_corners(bodies.triangles()[a], bodies.triangles()[b]).count == 0;
}

}  // namespace

void BruteForce::find(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers&,
                      Answer<TrianglePair>& answer) {
    const auto started = std::chrono::steady_clock::now();
    sound_.clear();
    unsound_.clear();
    findings_.clear();
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (!bodies.usable(t) || !bodies.considers(t) || bodies.all()[bodies.body_index(t)].set_aside) continue;
        (bodies.soundness(t) == Bodies::Soundness::sound ? sound_ : unsound_).push_back(t);
    }
    for (std::size_t i = 0; i < sound_.size() && answer.report.stopped_by == Limit::none; ++i) {
        for (std::size_t k = i + 1; k < sound_.size(); ++k) {
            const std::uint32_t a = sound_[i], b = sound_[k];
            if (!wanted(bodies, a, b, options)) continue;
            ++findings_.counters.box_tests;
            if (!boxes_meet(bodies.corners(a), bodies.corners(b))) continue;
            ++findings_.counters.candidates;
            findings_.test(bodies, a, b);
        }
        if (i + 1 == sound_.size()) break;
        const auto& budget = options.budget;
        if (budget.tests && findings_.counters.candidates >= *budget.tests) answer.report.stopped_by = Limit::tests;
        if (budget.time && std::chrono::steady_clock::now() - started >= *budget.time) {
            answer.report.stopped_by = Limit::time;
        }
    }
    answer.report.counters = findings_.counters;
    frame::collect_flaws(bodies, unsound_, answer.report.set_aside);
    found_.all.swap(findings_.pairs);
    narrow_phase::write_answer(bodies, found_, options.budget, answer);
}

}  // namespace pliant::brute_force
