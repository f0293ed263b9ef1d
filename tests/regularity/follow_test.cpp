// Leaves are bounded while positions are read, and never left with those of another frame.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "determinism/played_scene.hpp"

namespace pliant {
namespace {

// Enough for several threads to have several batches of vertices each.
constexpr std::size_t triangles = 40000;

IntersectionOptions by(Method method) {
    IntersectionOptions options;
    options.method = method;
    options.neighbours = Neighbours::ignored;
    return options;
}

void expect_all_found(Scene& scene) {
    const std::vector<TrianglePair> found = scene.intersections(by(Method::regularity)).items;
    EXPECT_EQ(found, scene.intersections(by(Method::box_tree)).items);
}

class Followed : public testing::TestWithParam<const char*> {};

TEST_P(Followed, FrameByFrameForAnyNumberOfThreads) {
    for (const unsigned threads : {1u, 2u, 3u}) {
        determinism::PlayedScene played(GetParam(), triangles, threads);
        for (std::size_t frame = 0; frame < played.frames(); frame += played.frames() / 4 + 1) {
            SCOPED_TRACE(std::to_string(threads) + " threads, frame " + std::to_string(frame));
            played.go_to(frame);
            expect_all_found(played.scene);
        }
    }
}

// Positions are read and followed, but the question is not answered; then they are read for another detector.
TEST_P(Followed, AfterAQuestionThatWasRefused) {
    determinism::PlayedScene played(GetParam(), triangles, 1);
    const std::size_t last = played.frames() - 1;
    expect_all_found(played.scene);
    const std::vector<TriangleRef> nowhere{{BodyId{0}, std::numeric_limits<std::uint32_t>::max()}};
    IntersectionOptions refused = by(Method::regularity);
    refused.only = nowhere;
    played.go_to(last / 2);
    EXPECT_THROW((void)played.scene.intersections(refused), std::out_of_range);
    expect_all_found(played.scene);
    played.go_to(last / 3);
    EXPECT_THROW((void)played.scene.intersections(refused), std::out_of_range);
    played.go_to(last);
    (void)played.scene.intersections(by(Method::box_tree));
    expect_all_found(played.scene);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Followed, testing::Values("draped_cloth", "two_knots", "squeezed_blob", "swarm"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace pliant
