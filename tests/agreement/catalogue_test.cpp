// Every detector on every scene of the catalogue, against the oracle: frame after frame in one scene, so that refitting
// and rebuilding are part of it.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "agreement/detectors.hpp"
#include "agreement/questions.hpp"
#include "agreement/same_answer.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::agreement {
namespace {

constexpr std::size_t triangles = 1000, frames = 10;

using Positions = std::vector<std::vector<shapes::Position>>;  // by body

class Catalogue : public testing::TestWithParam<std::tuple<std::size_t, Method>> {
protected:
    const shapes::SceneInfo& info = shapes::catalogue()[std::get<0>(GetParam())];
    const Method detector = std::get<1>(GetParam());
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
        return fresh.intersections({.method = Method::brute_force});
    }

    void move_all(Scene& scene) {
        for (std::size_t b = 0; b < positions.size(); ++b) {
            scene.move(BodyId{static_cast<std::uint32_t>(b)}, positions[b]);
        }
    }

    void compare(Scene& tested, const Answer<TrianglePair>& expected, std::size_t& pairs) const {
        pairs += expected.size();
        for (const Question& question : questions) {
            const auto& found = tested.intersections(question.options(detector));
            EXPECT_EQ(found.report.method, detector);
            ASSERT_TRUE(same_list(found.items, asked_for(question, tested, expected.items))) << question.name;
            ASSERT_TRUE(same_list(found.report.set_aside, expected.report.set_aside)) << question.name;
        }
    }
};

TEST_P(Catalogue, EqualsBruteForceInEveryFrame) {
    Scene tested({.threads = 2});
    read(0);
    add_all(tested);
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < frames && !HasFatalFailure(); ++i) {
        const std::size_t frame = i * animation->frames() / frames;
        SCOPED_TRACE("frame " + std::to_string(frame));
        read(frame);
        move_all(tested);
        compare(tested, oracle(), pairs);
    }
    EXPECT_EQ(pairs > 0, info.intersects);
}

TEST_P(Catalogue, BruteForceLeavesOutWhatIsNotAskedFor) {
    read(animation->frames() / 3);
    Scene scene({.threads = 1});
    add_all(scene);
    const Answer<TrianglePair> all = scene.intersections({.method = Method::brute_force});
    for (const Question& question : questions) {
        const auto& found = scene.intersections(question.options(Method::brute_force));
        EXPECT_TRUE(same_list(found.items, asked_for(question, scene, all.items))) << question.name;
    }
}

std::string case_name(const testing::TestParamInfo<Catalogue::ParamType>& info) {
    return std::string(shapes::catalogue()[std::get<0>(info.param)].name) + "_" +
           std::string(name(std::get<1>(info.param)));
}

INSTANTIATE_TEST_SUITE_P(Scenes, Catalogue,
                         testing::Combine(testing::Range<std::size_t>(0, shapes::catalogue().size()),
                                          testing::ValuesIn(detectors)),
                         case_name);

}  // namespace
}  // namespace pliant::agreement
