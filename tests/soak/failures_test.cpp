// Changes that find no memory change nothing: each is ended at every allocation it makes.
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"
#include "soak/answer_bytes.hpp"
#include "soak/every_question.hpp"
#include "soak/failing_allocations.hpp"
#include "soak/failing_jobs.hpp"

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

/// A question ends in the middle in three ways, at every place where it can: no memory, no threads, a caller who
/// throws. Each `fails` asks once and says whether it ended so; then the answer must be that of a fresh scene.
class EveryQuestionAfterAFailure : public testing::TestWithParam<Question> {
protected:
    using Fails = std::function<bool(Scene&, int)>;

    static std::string answer(Scene& scene) { return GetParam().ask(scene, nullptr); }

    /// How often it failed: at every place at first, at sparser ones beyond `dense`. Behind some failures it fails a
    /// second time, since a part of it may be done by then.
    static int fail_everywhere(const SceneOptions& options, const Fails& fails, int dense = 200,
                               const BarsAndBall& bodies = BarsAndBall()) {
        const std::string expected = answer(*bodies.scene());
        int failures = 0;
        for (int place = 0;; place += 1 + place / dense) {
            const auto asked = bodies.scene(options);
            if (!fails(*asked, place)) return failures;
            ++failures;
            if (place % 2 == 0) fails(*asked, place / 2);
            EXPECT_EQ(answer(*asked), expected) << "place " << place;
            if (HasFailure()) return failures;
        }
    }
};

TEST_P(EveryQuestionAfterAFailure, OfMemoryIsAnsweredAsByAFreshScene) {
    const int failures = fail_everywhere({1}, [](Scene& scene, int allocations) {
        allocations_until_failure = allocations;
        bool failed = false;
        try {
            answer(scene);
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        allocations_until_failure = -1;
        return failed;
    });
    EXPECT_GT(failures, 3);
}

TEST_P(EveryQuestionAfterAFailure, OfThreadsIsAnsweredAsByAFreshScene) {
    FailingJobs jobs;
    fail_everywhere({.jobs = &jobs}, [&](Scene& scene, int loops) {
        jobs.until_failure = loops;
        bool failed = false;
        try {
            answer(scene);
        } catch (const FailingJobs::Failed&) {
            failed = true;
        }
        jobs.until_failure = -1;
        return failed;
    });
}

class EndedByCaller : public std::exception {};

TEST_P(EveryQuestionAfterAFailure, OfItsCallerIsAnsweredAsByAFreshScene) {
    const int failures = fail_everywhere(
        {1},
        [](Scene& scene, int calls) {
            try {
                GetParam().ask(scene, [&](const Progress&) -> bool {
                    if (calls-- == 0) throw EndedByCaller();
                    return true;
                });
            } catch (const EndedByCaller&) {
                return true;
            }
            return false;
        },
        1, BarsAndBall(1, 5));  // few questions ask the caller where there is next to nothing to do
    EXPECT_EQ(failures > 0, GetParam().watched);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryQuestionAfterAFailure, testing::ValuesIn(every_question), name_of);

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
