// Changes that find no memory change nothing: each is ended at every allocation it makes.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"
#include "soak/answer_bytes.hpp"
#include "soak/failing_allocations.hpp"

namespace pliant::soak {
namespace {

using shapes::Mesh;

/// Runs a change again and again, one allocation further each time; behind each failure `nothing_changed` is asked.
/// How often it failed.
int fail_everywhere(const std::function<void()>& change, const std::function<void()>& nothing_changed) {
    for (int allocations = 0;; ++allocations) {
        allocations_until_failure = allocations;
        try {
            change();
            allocations_until_failure = -1;
            return allocations;
        } catch (const std::bad_alloc&) {
            allocations_until_failure = -1;
        }
        nothing_changed();
        if (testing::Test::HasFailure()) return allocations;
    }
}

std::string all_answers(Scene& scene) {
    return bytes_of(scene.intersections()) + bytes_of(scene.penetrations()) + bytes_of(scene.relations());
}

/// Two bars that overlap; some tetrahedra of the first are removed, so that numbers are free.
class Failures : public testing::Test {
protected:
    Failures() {
        for (auto& p : other_.positions) p = {p[0] + 0.6, p[1] + 0.3, p[2] + 0.2};
        build(scene_);
    }

    void build(Scene& scene) const {
        scene.add(VolumeView{bar_.positions, bar_.tetrahedra});
        scene.add(VolumeView{other_.positions, other_.tetrahedra});
        scene.remove_tetrahedra(BodyId{0}, std::array{3u, 4u, 11u});
    }

    void expect_as(const std::function<void(Scene&)>& change) {
        Scene fresh(SceneOptions{1});
        build(fresh);
        change(fresh);
        EXPECT_EQ(all_answers(scene_), all_answers(fresh));
        const auto ours = scene_.tetrahedra(BodyId{0}), expected = fresh.tetrahedra(BodyId{0});
        EXPECT_TRUE(std::equal(ours.begin(), ours.end(), expected.begin(), expected.end()));
    }

    Mesh bar_ = shapes::tetra_box({4, 2, 2}), other_ = bar_;
    Scene scene_{SceneOptions{1}};
};

TEST_F(Failures, TetrahedraThatFoundNoMemoryHaveNotCome) {
    std::vector<Tetrahedron> more(bar_.tetrahedra.begin() + 2, bar_.tetrahedra.begin() + 12);
    more.push_back({1, 2, 3, 999});
    const auto change = [&](Scene& scene) { scene.insert_tetrahedra(BodyId{0}, more); };
    const int failures = fail_everywhere([&] { change(scene_); }, [&] { expect_as([](Scene&) {}); });
    EXPECT_GT(failures, 10);
    expect_as(change);
}

TEST_F(Failures, TetrahedraThatFoundNoMemoryHaveNotGone) {
    const std::array<std::uint32_t, 5> gone{0, 1, 7, 8, 30};
    const auto change = [&](Scene& scene) { scene.remove_tetrahedra(BodyId{0}, gone); };
    const int failures = fail_everywhere([&] { change(scene_); }, [&] { expect_as([](Scene&) {}); });
    EXPECT_GT(failures, 5);
    expect_as(change);
}

struct Question {
    const char* name;
    std::string (*ask)(Scene&);
};

constexpr BodyId first{0}, second{1};

template <IntersectionMethod method>
std::string intersections_by(Scene& scene) {
    return bytes_of(scene.intersections({.method = method}));
}

const Question questions[] = {
    {"box_tree", intersections_by<IntersectionMethod::box_tree>},
    {"regularity", intersections_by<IntersectionMethod::regularity>},
    {"gjk_cut", intersections_by<IntersectionMethod::gjk_cut>},
    {"spatial_hash", intersections_by<IntersectionMethod::spatial_hash>},
    {"brute_force", intersections_by<IntersectionMethod::brute_force>},
    {"automatic", intersections_by<IntersectionMethod::automatic>},
    {"penetrations", [](Scene& scene) { return bytes_of(scene.penetrations({.depth = true, .edges = true})); }},
    {"overlap", [](Scene& scene) { return bytes_of(scene.overlap(first, second, {.depths = true})); }},
    {"columns", [](Scene& scene) { return bytes_of(scene.overlap(first, second, {.resolution = 20, .spans = true})); }},
    {"self_overlap", [](Scene& scene) { return bytes_of(scene.self_overlap(first)); }},
    {"contains",
     [](Scene& scene) {
         const std::array<std::array<double, 3>, 3> points{{{1.1, 0.7, 0.9}, {0, 0, 0}, {9, 9, 9}}};
         return bytes_of(scene.contains(first, points, {.exact = true}));
     }},
    {"layers", [](Scene& scene) { return bytes_of(scene.layers(first)); }},
    {"contacts_within", [](Scene& scene) { return bytes_of(scene.contacts_within(first, second)); }},
    {"relations", [](Scene& scene) { return bytes_of(scene.relations()); }},
    {"curves", [](Scene& scene) { return bytes_of(scene.curves({.sides = true, .depth = true})); }},
    {"proximities", [](Scene& scene) { return bytes_of(scene.proximities({.distance = 0.3})); }},
    {"distance", [](Scene& scene) { return bytes_of(scene.distance(first, BodyId{2})); }},
    {"distances", [](Scene& scene) { return bytes_of(scene.distances(10).at(0)); }},
    {"impacts", [](Scene& scene) { return bytes_of(scene.impacts()); }},
    {"safe_step", [](Scene& scene) { return bytes_of(scene.safe_step()); }},
};

/// Two bars that overlap and a ball apart, on their way: a scene that has answered nothing yet.
class EveryQuestionAfterAFailure : public testing::TestWithParam<Question> {
protected:
    EveryQuestionAfterAFailure() {
        for (auto& p : other_.positions) p = {p[0] + 0.6, p[1] + 0.3, p[2] + 0.2};
        for (auto& p : ball_.positions) p = {p[0] + 9, p[1], p[2]};
        later_ = other_;
        for (auto& p : later_.positions) p[0] += 0.15 * p[1] + 0.05 * p[2] * p[2];
    }

    std::unique_ptr<Scene> scene() const {
        auto made = std::make_unique<Scene>(SceneOptions{1});
        made->add(VolumeView{bar_.positions, bar_.tetrahedra});
        made->add(VolumeView{other_.positions, other_.tetrahedra});
        made->add(SurfaceView{ball_.positions, ball_.triangles});
        made->start_step();
        made->move(second, later_.positions);
        return made;
    }

    Mesh bar_ = shapes::tetra_box({3, 2, 2}), other_ = bar_, later_, ball_ = shapes::icosphere(2);
};

/// And again behind a second failure of the same question, since a part of it may be done by then.
TEST_P(EveryQuestionAfterAFailure, IsAnsweredAsByAFreshScene) {
    const auto ask = GetParam().ask;
    const std::string expected = ask(*scene());
    const auto fails = [&](Scene& asked, int allocations) {
        allocations_until_failure = allocations;
        bool failed = false;
        try {
            ask(asked);
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        allocations_until_failure = -1;
        return failed;
    };
    int failures = 0;
    for (int allocations = 0;; allocations += 1 + allocations / 200) {
        const auto asked = scene();
        if (!fails(*asked, allocations)) break;
        ++failures;
        if (allocations % 2 == 0) fails(*asked, allocations / 2);
        ASSERT_EQ(ask(*asked), expected) << "allocation " << allocations;
    }
    EXPECT_GT(failures, 3);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryQuestionAfterAFailure, testing::ValuesIn(questions),
                         [](const auto& question) { return std::string(question.param.name); });

/// A body that is alone lends its triangles to the numbering, until they change.
TEST(FailuresOfOneBody, TrianglesThatFoundNoMemoryHaveNotCome) {
    const Mesh ball = shapes::icosphere(3);
    const std::vector<Triangle> more{{0, 20, 40}, {1, 21, 41}, {2, 22, 42}};
    Scene scene(SceneOptions{1}), whole(SceneOptions{1});
    for (Scene* each : {&scene, &whole}) each->add(SurfaceView{ball.positions, ball.triangles});
    const std::string before = bytes_of(scene.intersections());
    const auto change = [&] { scene.insert_triangles(BodyId{0}, more); };
    const int failures = fail_everywhere(change, [&] { EXPECT_EQ(bytes_of(scene.intersections()), before); });
    EXPECT_GT(failures, 1);
    whole.insert_triangles(BodyId{0}, more);
    EXPECT_EQ(bytes_of(scene.intersections()), bytes_of(whole.intersections()));
    EXPECT_NE(bytes_of(scene.intersections()), before);
}

TEST(FailuresOfOneBody, TrianglesThatFoundNoMemoryHaveNotGone) {
    const Mesh ball = shapes::icosphere(3);
    Scene scene(SceneOptions{1});
    scene.add(SurfaceView{ball.positions, ball.triangles});
    scene.insert_triangles(BodyId{0}, std::vector<Triangle>{{0, 20, 40}});
    const std::string before = bytes_of(scene.intersections());
    const std::array<std::uint32_t, 2> gone{7, 8};
    const int failures = fail_everywhere([&] { scene.remove_triangles(BodyId{0}, gone); },
                                         [&] { EXPECT_EQ(bytes_of(scene.intersections()), before); });
    EXPECT_GT(failures, 0);
    for (const Triangle& t : {scene.triangles(BodyId{0})[7], scene.triangles(BodyId{0})[8]}) EXPECT_EQ(t[0], ~0u);
}

}  // namespace
}  // namespace pliant::soak
