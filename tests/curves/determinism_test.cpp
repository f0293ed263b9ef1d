// The same bytes for any number of threads and any vector target, and for pairs that are given.
#include "bodies.hpp"

#include "determinism/played_scene.hpp"
#include "each_target.hpp"

namespace pliant::curves_test {
namespace {

void expect_same(const Curves& found, const Curves& expected) {
    ASSERT_EQ(found.items.size(), expected.items.size());
    ASSERT_EQ(found.points, expected.points);
    ASSERT_EQ(found.segments, expected.segments);
    ASSERT_EQ(found.enclosed, expected.enclosed);
    ASSERT_EQ(found.touch_points, expected.touch_points);
    ASSERT_EQ(found.depths.size(), expected.depths.size());
    for (std::size_t i = 0; i < found.items.size(); ++i) {
        const Curve &p = found[i], &q = expected[i];
        ASSERT_EQ(std::tie(p.a, p.b, p.closed, p.ends, p.first, p.count, p.length, p.volume),
                  std::tie(q.a, q.b, q.closed, q.ends, q.first, q.count, q.length, q.volume));
        for (std::size_t s = 0; s < 2; ++s) {
            const CurveSide &u = p.sides[s], &v = q.sides[s];
            ASSERT_EQ(std::tie(u.body, u.bounded, u.first, u.count, u.area),
                      std::tie(v.body, v.bounded, v.first, v.count, v.area));
        }
    }
    for (std::size_t i = 0; i < found.depths.size(); ++i) {
        const CurveDepth &p = found.depths[i], &q = expected.depths[i];
        ASSERT_EQ(std::tie(p.vertex, p.body, p.depth, p.direction, p.curve),
                  std::tie(q.vertex, q.body, q.depth, q.direction, q.curve));
    }
    for (std::size_t i = 0; i < found.touches.size(); ++i) {
        const CurveTouch &p = found.touches[i], &q = expected.touches[i];
        ASSERT_EQ(std::tie(p.a, p.b, p.kind, p.first, p.count, p.area),
                  std::tie(q.a, q.b, q.kind, q.first, q.count, q.area));
    }
}

constexpr std::array scenes{"two_knots", "folded_layers", "resting_stack", "body_and_garment", "needles"};

TEST(CurvesAreTheSame, ForAnyNumberOfThreads) {
    for (const char* name : scenes) {
        SCOPED_TRACE(name);
        determinism::PlayedScene one(name, 6000, 1);
        one.go_to(7);
        const Curves expected = one.scene.curves({.depth = true});
        EXPECT_FALSE(expected.segments.empty() && expected.touches.empty());
        for (const unsigned threads : {2u, 3u, 8u}) {
            determinism::PlayedScene several(name, 6000, threads);
            several.go_to(7);
            expect_same(several.scene.curves({.depth = true}), expected);
            expect_same(several.scene.curves({.depth = true}), expected);
        }
    }
}

TEST(CurvesAreTheSame, ForAnyVectorTarget) {
    for (const char* name : scenes) {
        SCOPED_TRACE(name);
        determinism::PlayedScene played(name, 2000, 2);
        played.go_to(7);
        const Curves expected = played.scene.curves();
        simd::on_each_target([&](const std::string&) { expect_same(played.scene.curves(), expected); });
    }
}

TEST(CurvesAreTheSame, OfPairsThatAreGiven) {
    determinism::PlayedScene played("folded_layers", 2000, 2);
    played.go_to(5);
    const Curves expected = played.scene.curves();
    const std::vector<TrianglePair> pairs = played.scene.intersections().items;
    CurveOptions options;
    options.pairs = pairs;
    const Curves& found = played.scene.curves(options);
    expect_same(found, expected);
    EXPECT_EQ(found.report.detector, Detector::none);
}

TEST(CurvesFollow, TrianglesThatComeAndGo) {
    World world({turned(shapes::icosphere(8), 0.3, 0.2), moved(turned(shapes::icosphere(8), 0.7, 0.9), 1, 0, 0)});
    const Curves whole = sound_curves(world);
    ASSERT_EQ(whole.size(), 1u);
    // Without one of its triangles the curve ends at the hole.
    const TriangleRef gone = whole.segments[5].a;
    const Triangle corners = world.corners(gone);
    const std::array numbers{gone.triangle};
    world.scene.remove_triangles(gone.body, numbers);
    const Curves& open = sound_curves(world);
    ASSERT_EQ(open.size(), 1u);
    EXPECT_FALSE(open[0].closed);
    EXPECT_EQ(open[0].ends, (std::array{CurveEnd::border, CurveEnd::border}));
    EXPECT_FALSE(open[0].volume);
    const std::vector<Triangle> again{corners};
    world.scene.insert_triangles(gone.body, again);
    expect_same(sound_curves(world), whole);
}

TEST(CurvesWithinABudget, EndWherePairsAreMissing) {
    World world({turned(shapes::icosphere(8), 0.3, 0.2), moved(turned(shapes::icosphere(8), 0.7, 0.9), 1, 0, 0)});
    const std::size_t all = world.scene.intersections().size();
    CurveOptions options;
    options.budget.pairs = all / 2;
    const Curves& found = world.scene.curves(options);
    EXPECT_FALSE(found.report.complete);
    EXPECT_EQ(found.report.stopped_by, Limit::pairs);
    EXPECT_EQ(found.segments.size(), all / 2);
    for (const Curve& curve : found) {
        EXPECT_FALSE(curve.closed);
        EXPECT_EQ(curve.ends, (std::array{CurveEnd::missing, CurveEnd::missing}));
        EXPECT_FALSE(curve.sides[0].bounded || curve.sides[1].bounded);
    }
}

TEST(CurvesOfFlawedBodies, LeaveOutWhatIsBroken) {
    Mesh broken = moved(turned(shapes::icosphere(8), 0.7, 0.9), 1, 0, 0);
    World whole({turned(shapes::icosphere(8), 0.3, 0.2), broken});
    const CurveSegment segment = whole.scene.curves().segments[7];
    broken.positions[whole.corners(segment.b)[0]][1] = std::nan("");
    World world({whole.meshes[0], broken});
    const Curves& found = world.scene.curves({.depth = true});
    EXPECT_TRUE(found.report.anything_left_out());
    ASSERT_FALSE(found.empty());
    for (const Curve& curve : found) {
        EXPECT_FALSE(curve.closed);
        EXPECT_TRUE(std::isfinite(curve.length));
        for (const CurveSide& side : curve.sides) EXPECT_TRUE(std::isfinite(side.area));
    }
}

TEST(CurvesOfNothing, AreNone) {
    Scene empty;
    EXPECT_TRUE(empty.curves({.depth = true}).empty());
    World world({shapes::icosphere(3), moved(shapes::icosphere(3), 5, 0, 0)});
    EXPECT_TRUE(world.scene.curves().empty());
    World crossing({shapes::icosphere(3), moved(shapes::icosphere(3), 1.03, 0.1, 0.2)});
    EXPECT_TRUE(crossing.scene.curves({.between = false}).empty());
    EXPECT_EQ(crossing.scene.curves({.self = false}).size(), 1u);
}

}  // namespace
}  // namespace pliant::curves_test
