// Triangles come and go while their body stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "mesh_samples.hpp"
#include "shapes/meshes.hpp"

namespace pliant::scene_test {
namespace {

using agreement::same_answer;

class TopologyChange : public testing::TestWithParam<IntersectionMethod> {
protected:
    Scene scene{SceneOptions{.threads = 2}};

    const Answer<TrianglePair>& ask() { return scene.intersections({.method = GetParam()}); }
    Answer<TrianglePair> oracle() { return scene.intersections({.method = IntersectionMethod::brute_force}); }
    void expect_oracle() {
        const Answer<TrianglePair> expected = oracle();
        EXPECT_TRUE(same_answer(ask(), expected));
    }
};

/// sofa#3202, sofa#903: deleting elements crashed now and then, or recomputed everything.
TEST_P(TopologyChange, TrianglesAreRemovedUntilNothingIsLeft) {
    const Sample a = sphere(5), b = shifted(a, 0.4, 0.1, 0);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    EXPECT_GT(ask().size(), 20u);
    std::vector<std::uint32_t> left(b.triangles.size());
    std::iota(left.begin(), left.end(), 0u);
    while (!left.empty()) {
        const std::size_t some = std::min<std::size_t>(left.size(), 37);
        std::rotate(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(left.size() / 3), left.end());
        scene.remove_triangles(body, std::span(left).last(some));
        left.resize(left.size() - some);
        expect_oracle();
    }
    EXPECT_TRUE(ask().empty());
    EXPECT_EQ(ask().report.set_aside, (std::vector{Flaw{body, FlawKind::empty_body, 0}}));
}

/// PhysX#530: a refitted tree cannot take new geometry.
TEST_P(TopologyChange, TrianglesThatCameLaterAreFound) {
    const Sample floor = lying();
    Sample b = standing(5);
    scene.add(floor.view());
    const BodyId body = scene.add(b.view());
    EXPECT_EQ(ask().size(), 0u);
    const auto first = static_cast<std::uint32_t>(b.positions.size());
    const Sample near = standing();
    b.positions.insert(b.positions.end(), near.positions.begin(), near.positions.end());
    scene.move(body, b.positions);
    const Triangle more[] = {{first, first + 1, first + 2}};
    const auto numbers = scene.insert_triangles(body, more);
    ASSERT_EQ(numbers, (std::vector<std::uint32_t>{1}));
    ASSERT_EQ(ask().size(), 1u);
    EXPECT_EQ(ask()[0].b, (TriangleRef{body, 1}));
    expect_oracle();
}

/// RealtimeMeshComponent#224: after a slice the old surface still collided.
TEST_P(TopologyChange, NothingIsFoundOfWhatWasCutAway) {
    const Sample a = sphere(6), b = shifted(a, 0.5, 0, 0);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    const Answer<TrianglePair> before = ask();
    ASSERT_GT(before.size(), 50u);
    const std::uint32_t gone[] = {before[0].b.triangle};
    scene.remove_triangles(body, gone);
    const auto& after = ask();
    EXPECT_LT(after.size(), before.size());
    for (const TrianglePair& pair : after) EXPECT_NE(pair.b.triangle, gone[0]);
    std::vector<TrianglePair> expected(before.begin(), before.end());
    std::erase_if(expected, [&](const TrianglePair& pair) { return pair.b.triangle == gone[0]; });
    EXPECT_EQ(after.items, expected);  // all other numbers are what they were
}

TEST_P(TopologyChange, NumbersOfRemovedTrianglesAreGivenAgainSmallestFirst) {
    const Sample a = sphere(3);
    const BodyId body = scene.add(a.view());
    (void)ask();
    const std::uint32_t gone[] = {5, 2, 9};
    scene.remove_triangles(body, gone);
    EXPECT_EQ(scene.triangles(body)[5], (Triangle{~0u, ~0u, ~0u}));
    const std::vector<Triangle> more(4, a.triangles[0]);
    const auto next = static_cast<std::uint32_t>(a.triangles.size());
    EXPECT_EQ(scene.insert_triangles(body, more), (std::vector<std::uint32_t>{2, 5, 9, next}));
    EXPECT_EQ(scene.triangles(body).size(), a.triangles.size() + 1);
    EXPECT_GT(ask().size(), 3u);  // four folds on triangle 0 at least
    expect_oracle();
}

TEST_P(TopologyChange, ATriangleThatIsNotThereIsRefusedAndNothingChanges) {
    const Sample a = sphere(4), b = shifted(a, 0.4, 0, 0);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    const Answer<TrianglePair> before = ask();
    const auto past = static_cast<std::uint32_t>(b.triangles.size());
    for (const std::vector<std::uint32_t>& numbers :
         {std::vector<std::uint32_t>{0, past}, std::vector<std::uint32_t>{3, 4, 3}}) {
        EXPECT_THROW(scene.remove_triangles(body, numbers), std::out_of_range);
        EXPECT_TRUE(same_answer(ask(), before));
    }
    EXPECT_THROW(scene.remove_triangles(BodyId{7}, {}), std::out_of_range);
    EXPECT_THROW((void)scene.insert_triangles(BodyId{7}, {}), std::out_of_range);
    const TriangleRef unknown[] = {{body, past}};
    EXPECT_THROW((void)scene.intersections({.method = GetParam(), .only = unknown}), std::out_of_range);
    EXPECT_TRUE(same_answer(ask(), before));
}

TEST_P(TopologyChange, TheTrianglesOfAVolumeAreItsBoundary) {
    const shapes::Mesh bar = shapes::tetra_box({2, 1, 1});
    const BodyId body = scene.add(VolumeView{bar.positions, bar.tetrahedra});
    const std::uint32_t first[] = {0};
    EXPECT_THROW(scene.remove_triangles(body, first), std::invalid_argument);
    EXPECT_THROW((void)scene.insert_triangles(body, {}), std::invalid_argument);
}

TEST_P(TopologyChange, ATriangleAheadOfItsVerticesWaitsForThem) {
    const Sample floor = lying();
    Sample b = standing(5);
    scene.add(floor.view());
    const BodyId body = scene.add(b.view());
    const Triangle more[] = {{3, 4, 5}};
    scene.insert_triangles(body, more);
    EXPECT_EQ(ask().report.set_aside, (std::vector{Flaw{body, FlawKind::index_out_of_range, 1}}));
    const Sample near = standing();
    b.positions.insert(b.positions.end(), near.positions.begin(), near.positions.end());
    scene.move(body, b.positions);
    EXPECT_EQ(ask().size(), 1u);
    EXPECT_TRUE(ask().report.complete);
}

TEST_P(TopologyChange, TheReportSaysWhetherAnythingWasBuiltAnew) {
    const Sample a = sphere(4), b = shifted(a, 0.4, 0, 0);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    (void)ask();
    EXPECT_FALSE(ask().report.rebuilt);
    const std::uint32_t gone[] = {1};
    scene.remove_triangles(body, gone);
    EXPECT_EQ(ask().report.rebuilt, GetParam() != IntersectionMethod::gjk_cut);
}

TEST_P(TopologyChange, AQuestionMayConsiderOnlySomeTriangles) {
    const Sample a = sphere(6), b = shifted(a, 0.5, 0, 0);
    scene.add(a.view());
    scene.add(b.view());
    const Answer<TrianglePair> all = ask();
    std::vector<TriangleRef> some;
    for (std::size_t i = 0; i < all.size(); i += 2) {
        some.push_back(all[i].b);
        some.push_back(all[i].a);
    }
    const auto& found = scene.intersections({.method = GetParam(), .only = some});
    std::vector<TrianglePair> expected(all.begin(), all.end());
    std::erase_if(expected, [&](const TrianglePair& pair) {
        return std::find(some.begin(), some.end(), pair.a) == some.end() ||
               std::find(some.begin(), some.end(), pair.b) == some.end();
    });
    EXPECT_EQ(found.items, expected);
    EXPECT_LT(found.size(), all.size());
    EXPECT_TRUE(found.report.complete);
    EXPECT_TRUE(same_answer(ask(), all));
    EXPECT_TRUE(scene.intersections({.method = GetParam(), .only = std::span<const TriangleRef>()}).empty());
}

INSTANTIATE_TEST_SUITE_P(Detectors, TopologyChange, testing::ValuesIn(agreement::detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::scene_test
