// A probe steers how lists are cut. The answers do not depend on it.
#include <gtest/gtest.h>

#include <limits>

#include "agreement/same_answer.hpp"
#include "detect/gjk_cut/gjk_cut.hpp"
#include "shapes/meshes.hpp"

namespace pliant::gjk_cut {
namespace {

/// As in the paper: cuts until nothing is removed, unless cuts are forbidden; no sieve.
class PapersCuts : public Probe {
public:
    explicit PapersCuts(bool allowed) : allowed_(allowed) {}
    [[nodiscard]] Rules rules() const override {
        Rules rules;
        rules.worthwhile = 1;
        rules.pairs_worth_sieving = std::numeric_limits<std::size_t>::max();
        return rules;
    }
    [[nodiscard]] bool cuts(float common, float own) const override {
        EXPECT_LE(common, own);
        ++asked;
        return allowed_;
    }
    mutable int asked = 0;

private:
    bool allowed_;
};

struct Balls {
    shapes::Mesh a = shapes::icosphere(20), b = a;
    parallel::Workers workers{1};
    frame::Bodies bodies;

    Balls() {
        for (auto& p : b.positions) p[0] += 1.3;
        bodies.add(a.positions, a.triangles);
        bodies.add(b.positions, b.triangles);
        bodies.update(workers);
    }
    Answer<TrianglePair> ask(const Probe* probe) {
        GjkCut detector;
        if (probe != nullptr) detector.use(*probe);
        Answer<TrianglePair> answer;
        const IntersectionOptions options;
        detector.update(bodies, workers, answer.report);
        detector.find({bodies, options, workers, answer.report}, answer);
        return answer;
    }
};

TEST(Probe, ChangesTheWorkAndNotTheAnswer) {
    Balls balls;
    const auto usual = balls.ask(nullptr);
    EXPECT_GT(usual.size(), 50u);
    const PapersCuts allowed(true), forbidden(false);
    const auto with_cuts = balls.ask(&allowed), without = balls.ask(&forbidden);
    EXPECT_GT(allowed.asked, 0);
    EXPECT_GT(forbidden.asked, 0);
    EXPECT_TRUE(agreement::same_list(with_cuts.items, usual.items));
    EXPECT_TRUE(agreement::same_list(without.items, usual.items));
    EXPECT_NE(with_cuts.report.counters.cuts, without.report.counters.cuts);
}

}  // namespace
}  // namespace pliant::gjk_cut
