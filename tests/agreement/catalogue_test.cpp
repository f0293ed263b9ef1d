// Every detector on every scene of the catalogue, against the oracle: frame after frame in one scene, so that refitting
// and rebuilding are part of it.
#include <gtest/gtest.h>

#include <string>
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

class Catalogue : public testing::TestWithParam<std::size_t> {
protected:
    const shapes::SceneInfo& info = shapes::catalogue()[GetParam()];
    std::unique_ptr<shapes::AnimatedScene> animation = shapes::make_scene(info.name, {triangles, {}, 1});
    Positions positions{animation->bodies()};

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
};

TEST_P(Catalogue, EqualsBruteForceInEveryFrame) {
    read(0);
    std::vector<Scene> tested;  // by detector: each lives through all frames
    for (std::size_t d = 0; d < detectors.size(); ++d) add_all(tested.emplace_back(SceneOptions{.threads = 2}));
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        const std::size_t frame = i * animation->frames() / frames;
        SCOPED_TRACE("frame " + std::to_string(frame));
        read(frame);
        const Answer<TrianglePair> expected = oracle();
        pairs += expected.size();
        for (std::size_t d = 0; d < detectors.size(); ++d) {
            SCOPED_TRACE(name(detectors[d]));
            move_all(tested[d]);
            compare(tested[d], detectors[d], expected);
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_EQ(pairs > 0, info.intersects);
}

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

}  // namespace
}  // namespace pliant::agreement
