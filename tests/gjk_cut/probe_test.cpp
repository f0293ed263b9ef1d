// A probe steers how lists are cut. The answers do not depend on it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "agreement/same_answer.hpp"
#include "detect/gjk_cut/gjk_cut.hpp"
#include "shapes/meshes.hpp"

namespace pliant::gjk_cut {
namespace {

/// As in the paper: cuts until nothing is removed, unless cuts are forbidden; splits down to few triangles; no sieve.
class PapersCuts : public Probe {
public:
    explicit PapersCuts(bool allowed) : allowed_(allowed) {}
    [[nodiscard]] Rules rules() const override {
        Rules rules;
        rules.worthwhile = 1;
        rules.pairs_at_once = 1;
        rules.pairs_worth_splitting = 0;
        rules.pairs_worth_sieving = std::numeric_limits<std::size_t>::max();
        rules.parts_are_cut_to_boxes = false;
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
    Answer<TrianglePair> ask(const Probe* probe, const IntersectionOptions& options = {}) {
        GjkCut detector;
        if (probe != nullptr) detector.use(*probe);
        Answer<TrianglePair> answer;
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

TEST(Probe, EndsWhereNeitherListIsWorthASplit) {
    const std::vector<std::array<double, 3>> a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::array<double, 3>> b{{0.1, 0.1, 0.1}, {1.1, 0.1, 0.1}, {0.1, 1.1, 0.1}, {0.1, 0.1, 1.1}};
    const std::vector<Triangle> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    parallel::Workers workers(1);
    frame::Bodies bodies;
    bodies.add(a, triangles);
    bodies.add(b, triangles);
    bodies.update(workers);
    const PapersCuts probe(true);
    GjkCut detector, usual;
    detector.use(probe);
    Answer<TrianglePair> steered, expected;
    const IntersectionOptions between{.self = false};
    detector.update(bodies, workers, steered.report);
    detector.find({bodies, between, workers, steered.report}, steered);
    usual.update(bodies, workers, expected.report);
    usual.find({bodies, between, workers, expected.report}, expected);
    EXPECT_GT(expected.size(), 0u);
    EXPECT_TRUE(agreement::same_list(steered.items, expected.items));
}

/// Watches, and steers nothing.
class Watching : public Probe {
public:
    [[nodiscard]] Rules rules() const override { return {}; }
    [[nodiscard]] bool cuts(float, float) const override { return true; }
    void was_cut(const CutLists& cut) const override {
        EXPECT_LE(cut.a.count, cut.before_a);
        EXPECT_LE(cut.b.count, cut.before_b);
        ++seen[std::size_t(cut.by)];
        parted += cut.a.count == 0 || cut.b.count == 0;
        if (first.empty()) first.assign(cut.a.number, cut.a.number + cut.a.count);
        if (cut.by != CutBy::direction) return;
        double square = 0;
        for (const float c : cut.direction) square += double(c) * double(c);
        EXPECT_NEAR(square, 1, 1e-5);
    }
    mutable std::array<std::size_t, 3> seen{};
    mutable std::size_t parted = 0;
    mutable std::vector<std::uint32_t> first;  // triangles that the first cut left of the first list
};

TEST(Probe, SeesEveryCutOfTheProductsOwnSearch) {
    Balls balls;
    const IntersectionOptions between{.self = false};
    const auto usual = balls.ask(nullptr, between);
    const Watching watching;
    const auto watched = balls.ask(&watching, between);
    EXPECT_TRUE(agreement::same_list(watched.items, usual.items));
    EXPECT_EQ(watched.report.counters.cuts, usual.report.counters.cuts) << "the search is as it is without";
    EXPECT_EQ(watching.seen[0] + watching.seen[1] + watching.seen[2], usual.report.counters.cuts);
    EXPECT_GT(watching.seen[0], 0u);
    EXPECT_LT(watching.first.size(), balls.a.triangles.size()) << "half of a ball is beyond the other";
    for (const TrianglePair& pair : usual.items) {
        const bool kept =
            std::find(watching.first.begin(), watching.first.end(), pair.a.triangle) != watching.first.end();
        EXPECT_TRUE(kept) << "what meets is never cut away: " << pair.a.triangle;
    }
}

}  // namespace
}  // namespace pliant::gjk_cut
