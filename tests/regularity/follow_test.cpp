// Leaves are bounded while positions are read, and never left with those of another frame.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
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

IntersectionOptions by(IntersectionMethod method) {
    IntersectionOptions options;
    options.method = method;
    options.neighbours = Neighbours::ignored;
    return options;
}

void expect_all_found(Scene& scene) {
    const std::vector<TrianglePair> found = scene.intersections(by(IntersectionMethod::regularity)).items;
    EXPECT_EQ(found, scene.intersections(by(IntersectionMethod::box_tree)).items);
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

// Leaves without a contour, of which only their own vertices may be looked at: for a thread sanitizer to see.
TEST(FollowedPieces, AreLookedAtByTheirOwnVertices) {
    std::vector<std::array<float, 3>> points;
    std::vector<Triangle> octahedra;
    for (std::uint32_t i = 0; i < 4000; ++i) {
        const float x = static_cast<float>(i % 64) * 1.9f, y = static_cast<float>(i / 64) * 2.1f;
        for (const float step : {1.0f, -1.0f}) {
            points.insert(points.end(), {{x + step, y, 0}, {x, y + step, 0}, {x, y, step}});
        }
        const auto corner = [i](std::uint32_t axis, bool far) { return 6 * i + axis + (far ? 3 : 0); };
        for (unsigned sides = 0; sides < 8; ++sides) {
            const bool p = (sides & 1) != 0, q = (sides & 2) != 0, r = (sides & 4) != 0;
            const bool even = p ^ q ^ r;
            octahedra.push_back({corner(0, p), corner(even ? 2 : 1, even ? r : q), corner(even ? 1 : 2, even ? q : r)});
        }
    }
    Scene scene(SceneOptions{2});
    const BodyId body = scene.add(SurfaceView{points, octahedra});
    for (int frame = 0; frame < 4; ++frame) {
        for (auto& point : points) point[2] += 0.25f;
        scene.move(body, points);
        expect_all_found(scene);
        EXPECT_GT(scene.intersections(by(IntersectionMethod::regularity)).items.size(), 1000u);
    }
}

// Positions are read and followed, but the question is not answered; then they are read for another detector.
TEST_P(Followed, AfterAQuestionThatWasRefused) {
    determinism::PlayedScene played(GetParam(), triangles, 1);
    const std::size_t last = played.frames() - 1;
    expect_all_found(played.scene);
    const std::vector<TriangleRef> nowhere{{BodyId{0}, std::numeric_limits<std::uint32_t>::max()}};
    IntersectionOptions refused = by(IntersectionMethod::regularity);
    refused.only = nowhere;
    played.go_to(last / 2);
    EXPECT_THROW((void)played.scene.intersections(refused), std::out_of_range);
    expect_all_found(played.scene);
    played.go_to(last / 3);
    EXPECT_THROW((void)played.scene.intersections(refused), std::out_of_range);
    played.go_to(last);
    (void)played.scene.intersections(by(IntersectionMethod::box_tree));
    expect_all_found(played.scene);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Followed, testing::Values("draped_cloth", "two_knots", "squeezed_blob", "swarm"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace pliant
