// Every detector on every scene of the catalogue and on scenes that are drawn, against the oracle: frame after frame in
// one scene, so that refitting and rebuilding are part of it.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agreement/detectors.hpp"
#include "agreement/questions.hpp"
#include "agreement/same_answer.hpp"
#include "oracle/random.hpp"
#include "shapes/catalogue.hpp"
#include "target.hpp"

namespace pliant::agreement {
namespace {

constexpr std::size_t triangles = 1000;
const std::size_t frames = oracle::sanitized || simd::only_scalar() ? 4 : 10;

using Positions = std::vector<std::vector<shapes::Position>>;  // by body

class Played : public testing::Test {
protected:
    explicit Played(std::unique_ptr<shapes::AnimatedScene> scene)
        : animation(std::move(scene)), positions(animation->bodies()) {}

    std::unique_ptr<shapes::AnimatedScene> animation;
    Positions positions;

    void read(std::size_t frame) {
        for (std::size_t b = 0; b < positions.size(); ++b) animation->positions(frame, b, positions[b]);
    }

    void add_all(Scene& scene) {
        for (std::size_t b = 0; b < positions.size(); ++b) {
            const shapes::Mesh& mesh = animation->body(b);
            mesh.tetrahedra.empty() ? scene.add(SurfaceView{positions[b], mesh.triangles})
                                    : scene.add(VolumeView{positions[b], mesh.tetrahedra});
        }
    }

    /// Brute force in a scene that has seen no other frame.
    Answer<TrianglePair> oracle() {
        Scene fresh({.threads = 1});
        add_all(fresh);
        return fresh.intersections({.method = IntersectionMethod::brute_force});
    }

    void move_all(Scene& scene) {
        for (std::size_t b = 0; b < positions.size(); ++b) {
            scene.move(BodyId{static_cast<std::uint32_t>(b)}, positions[b]);
        }
    }

    static void compare(Scene& tested, IntersectionMethod detector, const Answer<TrianglePair>& expected) {
        for (const Question& question : questions) {
            const auto& found = tested.intersections(question.options(detector));
            EXPECT_EQ(name(found.report.detector), name(detector));
            ASSERT_TRUE(same_list(found.items, asked_for(question, tested, expected.items))) << question.name;
            ASSERT_TRUE(same_list(found.report.set_aside, expected.report.set_aside)) << question.name;
        }
    }

    /// Of all frames that are looked at; none is looked at any more after a difference.
    std::size_t pairs_that_all_find(std::size_t frames_to_play) {
        read(0);
        std::vector<Scene> tested;  // by detector: each lives through all frames
        for (std::size_t d = 0; d < detectors.size(); ++d) add_all(tested.emplace_back(SceneOptions{.threads = 2}));
        std::size_t pairs = 0;
        for (std::size_t i = 0; i < frames_to_play; ++i) {
            const std::size_t frame = i * animation->frames() / frames_to_play;
            SCOPED_TRACE("frame " + std::to_string(frame));
            read(frame);
            const Answer<TrianglePair> expected = oracle();
            pairs += expected.size();
            for (std::size_t d = 0; d < detectors.size(); ++d) {
                SCOPED_TRACE(name(detectors[d]));
                move_all(tested[d]);
                compare(tested[d], detectors[d], expected);
                if (HasFatalFailure()) return pairs;
            }
        }
        return pairs;
    }
};

class Catalogue : public Played, public testing::WithParamInterface<std::size_t> {
protected:
    Catalogue() : Played(shapes::make_scene(shapes::catalogue()[GetParam()].name, {triangles, {}, 1})) {}
    const shapes::SceneInfo& info = shapes::catalogue()[GetParam()];
};

TEST_P(Catalogue, EqualsBruteForceInEveryFrame) { EXPECT_EQ(pairs_that_all_find(frames) > 0, info.intersects); }

TEST_P(Catalogue, BruteForceLeavesOutWhatIsNotAskedFor) {
    read(animation->frames() / 3);
    Scene scene({.threads = 1});
    add_all(scene);
    const Answer<TrianglePair> all = scene.intersections({.method = IntersectionMethod::brute_force});
    for (const Question& question : questions) {
        const auto& found = scene.intersections(question.options(IntersectionMethod::brute_force));
        EXPECT_TRUE(same_list(found.items, asked_for(question, scene, all.items))) << question.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Catalogue, testing::Range<std::size_t>(0, shapes::catalogue().size()),
                         [](const auto& scene) { return std::string(shapes::catalogue()[scene.param].name); });

constexpr std::uint64_t drawn_scenes = 24, some_pairs = 20;

std::unique_ptr<shapes::AnimatedScene> drawn(std::uint64_t seed) {
    return shapes::make_scene("random:" + std::to_string(seed), {triangles / 2, {}, 1});
}

class DrawnScenes : public Played, public testing::WithParamInterface<std::uint64_t> {
protected:
    DrawnScenes() : Played(drawn(GetParam())) {}
};

TEST_P(DrawnScenes, EqualBruteForceInEveryFrame) { RecordProperty("pairs", int(pairs_that_all_find(3))); }

INSTANTIATE_TEST_SUITE_P(Seeds, DrawnScenes, testing::Range<std::uint64_t>(1, 1 + drawn_scenes));

TEST(DrawnScenesInAll, MeetInMostAndNotInAll) {
    std::size_t meeting = 0;
    for (std::uint64_t seed = 1; seed <= drawn_scenes; ++seed) {
        const auto scene = drawn(seed);
        Scene asked({.threads = 1});
        for (std::size_t b = 0; b < scene->bodies(); ++b) {
            asked.add(SurfaceView{scene->body(b).positions, scene->body(b).triangles});
        }
        meeting += asked.intersections({.method = IntersectionMethod::brute_force}).size() > some_pairs;
    }
    EXPECT_GT(meeting, drawn_scenes / 3);
    EXPECT_LT(meeting, drawn_scenes);
}

}  // namespace
}  // namespace pliant::agreement
