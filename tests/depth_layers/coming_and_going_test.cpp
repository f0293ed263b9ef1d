// Bodies whose triangles come and go between questions.
#include <gtest/gtest.h>

#include "bodies.hpp"

namespace pliant::depth_layers {
namespace {

/// What is asked of two bodies, of everything that changes with their triangles.
struct Answers {
    Overlap overlap, by_columns, self;
    Containment bounded, exact;
    Layers layers;
};

Answers ask(Scene& scene, BodyId a, BodyId b) {
    shapes::Random random(21);
    std::vector<Position> points;
    for (int i = 0; i < 300; ++i) points.push_back(shapes::position(1.2 * random.in_cube()));
    Answers all;
    all.overlap = scene.overlap(a, b, {.depths = true});
    all.by_columns = scene.overlap(a, b, {.resolution = 16, .spans = true, .gradient = true});
    all.self = scene.self_overlap(a);
    all.bounded = scene.contains(a, points);
    all.exact = scene.contains(a, points, {.exact = true});
    all.layers = scene.layers(a, {.resolution = 32});
    return all;
}

void expect_same(const Answers& p, const Answers& q) {
    for (const auto answer : {&Answers::overlap, &Answers::by_columns, &Answers::self}) {
        EXPECT_NEAR((p.*answer).volume, (q.*answer).volume, (p.*answer).error + (q.*answer).error);
        EXPECT_NEAR((p.*answer).error, (q.*answer).error, 1e-9 + 0.01 * (q.*answer).error);
        EXPECT_EQ((p.*answer).inconsistent_pixels, (q.*answer).inconsistent_pixels);
        EXPECT_EQ((p.*answer).report.set_aside, (q.*answer).report.set_aside);
        EXPECT_EQ((p.*answer).penetrations.size(), (q.*answer).penetrations.size());
        EXPECT_EQ((p.*answer).spans.size(), (q.*answer).spans.size());
    }
    for (const auto answer : {&Answers::bounded, &Answers::exact}) {
        EXPECT_EQ((p.*answer).inside, (q.*answer).inside);
        EXPECT_EQ((p.*answer).uncertain, (q.*answer).uncertain);
        EXPECT_EQ((p.*answer).inconsistent_pixels, (q.*answer).inconsistent_pixels);
    }
    EXPECT_EQ(p.layers.first, q.layers.first);
}

class ComingAndGoing : public testing::Test {
protected:
    /// A ball and a small one beside it, in one body.
    ComingAndGoing() {
        shapes::append(mesh_, sphere(3, {1.5, 0, 0}, 0.3));
        for (std::uint32_t t = 0; t < small_; ++t) first_ball_.push_back(t);
        for (auto t = static_cast<std::uint32_t>(small_); t < mesh_.triangles.size(); ++t) second_ball_.push_back(t);
    }

    /// The body, with an answer given already if so wished, without some triangles.
    void expect_as_if_never_there(const std::vector<std::uint32_t>& numbers, bool asked_before) {
        SCOPED_TRACE(asked_before ? "asked before" : "not asked before");
        Scene scene({.threads = 2});
        const BodyId a = scene.add(SurfaceView{mesh_.positions, mesh_.triangles});
        const BodyId b = scene.add(SurfaceView{other_.positions, other_.triangles});
        if (asked_before) (void)ask(scene, a, b);
        scene.remove_triangles(a, numbers);
        std::vector<Triangle> rest;
        for (const Triangle& t : scene.triangles(a)) {
            if (t[0] < mesh_.positions.size()) rest.push_back(t);
        }
        EXPECT_EQ(rest.size(), mesh_.triangles.size() - numbers.size());
        Scene fresh({.threads = 2});
        const BodyId fresh_a = fresh.add(SurfaceView{mesh_.positions, rest});
        const BodyId fresh_b = fresh.add(SurfaceView{other_.positions, other_.triangles});
        expect_same(ask(scene, a, b), ask(fresh, fresh_a, fresh_b));
        std::vector<Triangle> back;
        for (const std::uint32_t t : numbers) back.push_back(mesh_.triangles[t]);
        (void)scene.insert_triangles(a, back);
        Scene whole({.threads = 2});
        const BodyId whole_a = whole.add(SurfaceView{mesh_.positions, mesh_.triangles});
        const BodyId whole_b = whole.add(SurfaceView{other_.positions, other_.triangles});
        expect_same(ask(scene, a, b), ask(whole, whole_a, whole_b));
    }

    shapes::Mesh mesh_ = sphere(5, {0, 0, 0}, 1), other_ = box({-0.3, -0.4, -0.5}, {2, 0.9, 0.7});
    std::size_t small_ = mesh_.triangles.size();
    std::vector<std::uint32_t> first_ball_, second_ball_;
};

TEST_F(ComingAndGoing, OneTriangleRemovedIsAHole) {
    for (const bool asked_before : {false, true}) expect_as_if_never_there({3}, asked_before);
}

TEST_F(ComingAndGoing, AWholePartRemovedLeavesAClosedSurface) {
    for (const bool asked_before : {false, true}) expect_as_if_never_there(second_ball_, asked_before);
    Scene scene;
    const BodyId a = scene.add(SurfaceView{mesh_.positions, mesh_.triangles});
    const BodyId b = scene.add(SurfaceView{other_.positions, other_.triangles});
    scene.remove_triangles(a, second_ball_);
    const Overlap& found = scene.overlap(a, b);
    EXPECT_LT(found.error, 1e-6);  // of rounding alone: not by columns
    EXPECT_TRUE(found.report.complete);
}

TEST_F(ComingAndGoing, EverythingRemovedIsNothing) {
    Scene scene;
    const BodyId a = scene.add(SurfaceView{mesh_.positions, mesh_.triangles});
    const BodyId b = scene.add(SurfaceView{other_.positions, other_.triangles});
    scene.remove_triangles(a, first_ball_);
    scene.remove_triangles(a, second_ball_);
    const Answers none = ask(scene, a, b);
    EXPECT_EQ(none.overlap.volume, 0);
    EXPECT_EQ(none.self.volume, 0);
    EXPECT_TRUE(none.exact.inside.empty());
    EXPECT_TRUE(none.exact.uncertain.empty());
    EXPECT_TRUE(none.layers.points.empty());
    const std::vector<Flaw> empty{{a, FlawKind::empty_body, 0}};
    EXPECT_EQ(none.overlap.report.set_aside, empty);
    EXPECT_EQ(none.exact.report.set_aside, empty);
}

TEST_F(ComingAndGoing, RemovedTrianglesAreNotCalledOutOfRange) {
    mesh_.triangles.push_back({0, 1, 100000});
    Scene scene;
    const BodyId a = scene.add(SurfaceView{mesh_.positions, mesh_.triangles});
    scene.remove_triangles(a, std::vector<std::uint32_t>{7});
    const std::vector<Position> points{{0, 0, 0}};
    const std::vector<Flaw> expected{
        {a, FlawKind::index_out_of_range, static_cast<std::uint32_t>(mesh_.triangles.size() - 1)}};
    EXPECT_EQ(scene.contains(a, points).report.set_aside, expected);
}

/// Vertices that no triangle names say nothing about where the body is, whenever they came.
TEST_F(ComingAndGoing, MoreVerticesThanBeforeChangeNothing) {
    Scene scene;
    const BodyId a = scene.add(SurfaceView{mesh_.positions, mesh_.triangles});
    const BodyId b = scene.add(SurfaceView{other_.positions, other_.triangles});
    const Answers before = ask(scene, a, b);
    std::vector<Position> more = mesh_.positions;
    for (int round = 0; round < 6; ++round) {
        more.insert(more.end(), 40u << round, {50, 50, 50});
        scene.move(a, more);
        expect_same(ask(scene, a, b), before);
    }
}

}  // namespace
}  // namespace pliant::depth_layers
