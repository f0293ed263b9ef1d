// Frames of a cage turn with it, and are turned when they are asked for.
#include <gtest/gtest.h>

#include <vector>

#include "detect/sphere_tree/cage_frames.hpp"
#include "detect/sphere_tree/sphere.hpp"
#include "shapes/deformations.hpp"
#include "sphere_tree/caged.hpp"

namespace pliant::sphere_tree {
namespace {

std::vector<Vec3> points(const std::vector<shapes::Position>& positions) {
    return {positions.begin(), positions.end()};
}

Vec3 times(const Rotation& g, const Vec3& v) { return {dot(g[0], v), dot(g[1], v), dot(g[2], v)}; }

TEST(CageFrames, TurnByTheRotationOfARigidMotion) {
    Caged caged(6, 2);
    CageFrames frames;
    frames.start(caged.skin);
    ASSERT_GT(frames.count(), 10u);
    const std::vector<Vec3> rest = points(caged.cage.positions);
    caged.bend(shapes::Placement({3, 1, 0}, 0.21, {1, 2, 3}));
    const std::vector<Vec3> now = points(caged.cage.positions);
    for (std::uint32_t f = 0; f < frames.count(); ++f) {
        const Rotation& g = frames.rotation(f, now);
        for (std::size_t i = 1; i < rest.size(); ++i) {
            EXPECT_LT(distance(times(g, rest[i] - rest[0]), now[i] - now[0]), 1e-9);
        }
    }
}

TEST(CageFrames, KeepTheirRotationsUntilTheCageMoves) {
    Caged caged(6, 2);
    CageFrames frames;
    frames.start(caged.skin);
    const std::vector<Vec3> rest = points(caged.cage.positions);
    const Rotation before = frames.rotation(0, rest);
    caged.bend(shapes::Placement({0, 0, 1}, 0.3, {0, 0, 0}));
    const std::vector<Vec3> now = points(caged.cage.positions);
    EXPECT_EQ(frames.rotation(0, now), before);
    frames.update();
    EXPECT_NE(frames.rotation(0, now), before);
}

TEST(CageFrames, LinksAndVerticesNameFramesOfTheirOwn) {
    const Caged caged(6, 2);
    CageFrames frames;
    frames.start(caged.skin);
    for (std::uint32_t link = 0; link < caged.skin.links.size(); ++link) {
        const std::uint32_t frame = frames.of_link(link);
        ASSERT_LT(frame, frames.count());
        for (const std::uint32_t k : caged.skin.links[link].cage) {
            EXPECT_LE(frames.turning_of(frames.best_at(k)).across, frames.turning_of(frame).across);
        }
    }
}

}  // namespace
}  // namespace pliant::sphere_tree
