// The pyramid of boxes: sound after building, refitting and rebuilding; made anew when it has become loose.
#include "detect/box_tree/pyramid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/box_tree/box_tree.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::box_tree {
namespace {

using oracle::Random;
using shapes::Position;

/// One body with its tree, one level below the scene.
class PyramidTest : public testing::Test {
protected:
    void add(const shapes::Mesh& mesh) {
        positions.push_back(mesh.positions);
        ids.push_back(bodies.add(positions.back(), mesh.triangles));
    }

    Report update() {
        Report report;
        bodies.update(workers);
        tree.update(bodies, workers, report);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            EXPECT_FALSE(tree.pyramid(i).first_flaw()) << "body " << i;
            EXPECT_TRUE(covers_triangles(i)) << "body " << i;
        }
        return report;
    }

    void move(std::size_t body) { bodies.move(ids[body], positions[body]); }

    /// Every sound triangle has a box that contains it, in floats rounded outwards.
    [[nodiscard]] bool covers_triangles(std::size_t body) const {
        const Pyramid& pyramid = tree.pyramid(body);
        for (std::uint32_t slot = 0; slot < bodies.all()[body].triangles.size(); ++slot) {
            const std::uint32_t triangle = pyramid.triangles().triangle(slot);
            if (bodies.soundness(triangle) != frame::Bodies::Soundness::sound) continue;
            const broad_phase::BoxBlock& block = pyramid.level(0)[slot / broad_phase::block_size];
            for (const Vec3& corner : bodies.corners(triangle)) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    if (corner[axis] < block.lo[axis][slot % broad_phase::block_size]) return false;
                    if (corner[axis] > block.hi[axis][slot % broad_phase::block_size]) return false;
                }
            }
        }
        return true;
    }

    std::vector<std::vector<Position>> positions = reserved();
    std::vector<BodyId> ids;
    std::vector<std::uint32_t> inserted;
    parallel::Workers workers{2};
    frame::Bodies bodies;
    BoxTree tree;

private:
    /// Room for all bodies of a test, so that what the scene borrows stays where it is.
    static std::vector<std::vector<Position>> reserved() {
        std::vector<std::vector<Position>> result;
        result.reserve(16);
        return result;
    }
};

TEST_F(PyramidTest, IsSoundForAnyNumberOfTriangles) {
    const shapes::Mesh sheet = shapes::cloth_grid({40, 40}, 1, 1);
    for (const std::size_t count : {1u, 7u, 8u, 9u, 63u, 64u, 65u, 511u, 512u, 513u, 3200u}) {
        shapes::Mesh part = sheet;
        part.triangles.resize(count);
        add(part);
    }
    EXPECT_TRUE(update().rebuilt);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        std::set<std::uint32_t> seen;
        const auto& body = bodies.all()[i];
        for (std::uint32_t slot = 0; slot < body.triangles.size(); ++slot)
            seen.insert(tree.pyramid(i).triangles().triangle(slot));
        EXPECT_EQ(seen.size(), body.triangles.size());
        EXPECT_EQ(*seen.begin(), body.first_triangle);
        EXPECT_EQ(tree.pyramid(i).height(), tree.pyramid(0).height());
    }
}

TEST_F(PyramidTest, IsSoundAfterEveryRefit) {
    add(shapes::icosphere(12));
    update();
    Random random(oracle::first_seed(261));
    for (int frame = 0; frame < 20; ++frame) {
        for (Position& p : positions[0]) {
            for (double& c : p) c += random.uniform(-0.01, 0.01);
        }
        move(0);
        update();
    }
}

TEST_F(PyramidTest, IsLeftAloneWhenNothingMoves) {
    add(shapes::icosphere(6));
    EXPECT_TRUE(update().rebuilt);
    EXPECT_FALSE(update().rebuilt);
    move(0);
    EXPECT_FALSE(update().rebuilt);
}

TEST_F(PyramidTest, LeavesNonFiniteTrianglesOut) {
    add(shapes::icosphere(8));
    positions[0][5][1] = std::numeric_limits<double>::quiet_NaN();
    positions[0][9][2] = -std::numeric_limits<double>::infinity();
    update();
    EXPECT_GE(tree.pyramid(0).unsound().size(), 8u);
}

TEST_F(PyramidTest, SeesAPlantedFlaw) {
    add(shapes::icosphere(8));
    bodies.update(workers);
    Pyramid pyramid;
    pyramid.build(bodies, bodies.all()[0], workers);
    pyramid.refit(bodies, workers);
    ASSERT_FALSE(pyramid.first_flaw());
    ASSERT_GE(pyramid.height(), 3u);
    for (std::size_t level = 0; level + 1 < pyramid.height(); ++level) {
        // The pyramid itself is not const: this is how a stray write would look.
        float& bound = const_cast<broad_phase::BoxBlock&>(pyramid.level(level)[0]).hi[1][0];
        const float good = bound;
        bound += 100;
        const auto flaw = pyramid.first_flaw();
        ASSERT_TRUE(flaw) << level;
        EXPECT_EQ(flaw->level, level + 1);
        EXPECT_EQ(flaw->block, 0u);
        bound = good;
        EXPECT_FALSE(pyramid.first_flaw());
    }
}

/// Neighbours that have been thrown about share blocks no more: the order is made anew, once.
TEST_F(PyramidTest, IsMadeAnewWhenItHasBecomeLoose) {
    add(shapes::cloth_grid({40, 40}, 1, 1));
    update();
    Random random(oracle::first_seed(262));
    for (Position& p : positions[0]) p[2] = random.uniform(-1, 1);
    for (std::size_t i = positions[0].size() - 1; i > 0; --i) {
        std::swap(positions[0][i], positions[0][static_cast<std::size_t>(random.integer(0, static_cast<int>(i)))]);
    }
    EXPECT_GT(tree.pyramid(0).height(), 1u);
    move(0);
    EXPECT_TRUE(update().rebuilt);
    EXPECT_LT(tree.pyramid(0).looseness(), 1.01);
    move(0);
    EXPECT_FALSE(update().rebuilt);
}

/// A body whose vertices all begin in one place (not simulated yet) has no order at all when it unfolds.
TEST_F(PyramidTest, IsMadeAnewWhenABodyUnfoldsFromAPoint) {
    const shapes::Mesh ball = shapes::icosphere(10);
    add(ball);
    std::fill(positions[0].begin(), positions[0].end(), Position{0, 0, 0});
    update();
    positions[0] = ball.positions;
    move(0);
    EXPECT_TRUE(update().rebuilt);
    move(0);
    EXPECT_FALSE(update().rebuilt);
}

/// Bodies that come or go leave the order of the others as it is: it is what takes long to make.
TEST_F(PyramidTest, KeepsItsOrderWhenOtherBodiesComeAndGo) {
    const auto own_order = [&](std::size_t body) {
        std::vector<std::uint32_t> order;
        for (std::uint32_t slot = 0; slot < bodies.all()[body].triangles.size(); ++slot) {
            order.push_back(tree.pyramid(body).triangles().triangle(slot) - bodies.all()[body].first_triangle);
        }
        return order;
    };
    add(shapes::icosphere(4));
    add(shapes::cloth_grid({20, 20}, 1, 1));
    update();
    const std::vector<std::uint32_t> built = own_order(1);
    for (Position& p : positions[1]) p = {p[1], 1.2 * p[0], p[2]};  // built now, the order would be another
    move(1);
    add(shapes::octasphere(3));
    update();
    EXPECT_EQ(own_order(1), built);
    bodies.remove(ids[0]);
    ids.erase(ids.begin());
    update();
    EXPECT_EQ(own_order(0), built);
    bodies.insert(ids[0], std::vector<Triangle>{{0, 1, 30}}, inserted);
    update();
    EXPECT_NE(own_order(0), built);
}

/// Between shapes, to and fro: no order is good for all, and making one takes longer than a search in a loose one.
TEST_F(PyramidTest, IsNotMadeAnewForEveryShapeOfABodyThatGoesToAndFro) {
    const auto scene = shapes::make_scene("random:58");
    for (std::size_t body = 0; body < scene->bodies(); ++body) add(scene->body(body));
    update();
    int rebuilt = 0, loose = 0;
    constexpr int frames = 30;
    for (int frame = 0; frame < frames; ++frame) {
        for (std::size_t body = 0; body < ids.size(); ++body) {
            scene->positions(20 * static_cast<std::size_t>(frame % 3), body, positions[body]);
            move(body);
        }
        rebuilt += update().rebuilt ? 1 : 0;
        bool any_loose = false;
        for (std::size_t body = 0; body < ids.size(); ++body) any_loose |= tree.pyramid(body).looseness() > 1.8;
        loose += any_loose ? 1 : 0;
    }
    EXPECT_GT(loose, frames / 4);
    EXPECT_LT(rebuilt, frames / 2);
}

/// Growing and shrinking without changing shape is no reason to put triangles in another order. Beyond a limit it may
/// happen, but must end.
TEST_F(PyramidTest, IsNotMadeAnewInEveryFrame) {
    add(shapes::icosphere(10));
    update();
    int rebuilt = 0;
    for (int frame = 0; frame < 40; ++frame) {
        for (Position& p : positions[0]) {
            for (double& c : p) c *= frame < 20 ? 1.05 : 1 / 1.05;
        }
        move(0);
        rebuilt += update().rebuilt ? 1 : 0;
    }
    EXPECT_LE(rebuilt, 4);
}

}  // namespace
}  // namespace pliant::box_tree
