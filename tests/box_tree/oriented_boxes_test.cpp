// Oriented boxes hold their triangles, and no plane is said to separate what meets; slivers and fans need few
// candidates.
#include "detect/box_tree/oriented_boxes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <pliant/pliant.hpp>

#include "broad_phase/box_overlaps.hpp"
#include "oracle/random.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::box_tree {
namespace {

using broad_phase::block_size;
using oracle::Random;

/// A body of random slivers, one every three vertices, in blocks in their order.
struct Slivers {
    std::vector<std::array<double, 3>> positions;
    std::vector<Triangle> triangles;
    std::vector<broad_phase::CornerBlock> corners;
    broad_phase::BoxLevels levels;
    frame::Bodies bodies;
    parallel::Workers workers{1};
    OrientedBoxes oriented;

    explicit Slivers(Random& random, std::size_t blocks, double thin, double scale) {
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::array<double, 3> middle = at(random, 1), along = at(random, 0.6);
            auto& c = corners.emplace_back();
            for (std::size_t lane = 0; lane < block_size; ++lane) {
                const auto first = static_cast<std::uint32_t>(positions.size());
                for (const double end : {-1.0, 1.0, 0.9}) {
                    const std::array<double, 3> jitter = at(random, thin);
                    auto& p = positions.emplace_back();
                    for (std::size_t k = 0; k < 3; ++k) p[k] = scale * (middle[k] + end * along[k] + jitter[k]);
                }
                triangles.push_back({first, first + 1, first + 2});
                for (std::uint32_t k = 0; k < 3; ++k) c.vertex[k][lane] = first + k;
            }
        }
        bodies.add(positions, triangles);
        bodies.update(workers);
        levels.build(corners.size());
        broad_phase::triangle_boxes(bodies.vertices(), corners.data(), corners.size(), levels.lowest().data(), nullptr);
        levels.unite_up();
        oriented.fit(bodies, corners, levels, workers);
    }

    static std::array<double, 3> at(Random& random, double size) {
        return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
    }
    [[nodiscard]] Vec3 vertex(std::size_t i) const { return positions[i]; }
};

TEST(OrientedBoxes, HoldTheirTrianglesOnEveryLevel) {
    for (const double scale : {1.0, 1e-30, 1e30, 1e150}) {
        Random random(oracle::first_seed(7));
        const Slivers slivers(random, 70, 0.01, scale);
        std::size_t triangles_per_box = block_size;
        for (std::size_t level = 0; level < slivers.levels.height(); ++level, triangles_per_box *= block_size) {
            for (std::size_t i = 0; i < slivers.positions.size(); ++i) {
                const OrientedBox& box = slivers.oriented.level(level)[i / 3 / triangles_per_box];
                const Vec3 from = slivers.vertex(i) - box.centre;
                for (std::size_t k = 0; k < 3; ++k) ASSERT_LE(std::abs(dot(from, box.axis[k])), box.half[k]);
            }
        }
    }
}

TEST(OrientedBoxes, AreNeverSeparatedWhereTheyShareAPoint) {
    Random random(oracle::first_seed(8));
    std::size_t apart = 0;
    for (int round = 0; round < 40; ++round) {
        // Every second block has a vertex that is one of the block before.
        Slivers slivers(random, 16, std::pow(10.0, random.uniform(-9, -1)), 1);
        for (std::size_t block = 1; block < 16; block += 2) {
            slivers.positions[24 * block + 5] = slivers.positions[24 * (block - 1) + 7];
        }
        slivers.bodies.move(slivers.bodies.all()[0].id, slivers.positions);
        slivers.bodies.update(slivers.workers);
        slivers.oriented.fit(slivers.bodies, slivers.corners, slivers.levels, slivers.workers);
        const OrientedBox* boxes = slivers.oriented.level(0);
        for (std::size_t a = 0; a < 16; ++a) {
            for (std::size_t b = 0; b < 16; ++b) {
                const bool found = separated(boxes[a], boxes[b]);
                EXPECT_FALSE(found && a / 2 == b / 2) << a << " " << b;
                apart += found ? 1 : 0;
            }
        }
    }
    EXPECT_GT(apart, 3000u);
}

TEST(OrientedBoxes, DoNotSeparateWhatIsNotANumber) {
    Random random(oracle::first_seed(9));
    const Slivers slivers(random, 2, 0.01, 1);
    OrientedBox a = slivers.oriented.level(0)[0], b = slivers.oriented.level(0)[1];
    b.centre = a.centre + Vec3{100, 0, 0};
    EXPECT_TRUE(separated(a, b));
    b.centre = {std::numeric_limits<double>::quiet_NaN(), 0, 0};
    EXPECT_FALSE(separated(a, b));
    b.centre = {std::numeric_limits<double>::infinity(), 0, 0};
    b.half[0] = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(separated(a, b));
}

TEST(SharedVertices, AreThoseOfAllTrianglesOfABlock) {
    std::vector<broad_phase::CornerBlock> corners(9);
    for (std::uint32_t block = 0; block < 9; ++block) {
        for (std::uint32_t lane = 0; lane < block_size; ++lane) {
            const std::uint32_t rim = 100 + 8 * block + lane;
            for (std::uint32_t k = 0; k < 3; ++k) corners[block].vertex[(lane + k) % 3][lane] = k == 0 ? 7 : rim + k;
        }
    }
    SharedVertices shared;
    shared.build(corners, 3);
    EXPECT_EQ(shared.of(0, 4), 7u);
    EXPECT_EQ(shared.of(1, 0), 7u);
    EXPECT_EQ(shared.of(2, 0), 7u);
    corners[8].vertex[0][3] = corners[8].vertex[1][3] = corners[8].vertex[2][3] = 3;
    shared.build(corners, 3);
    EXPECT_EQ(shared.of(0, 8), SharedVertices::none);
    EXPECT_EQ(shared.of(1, 0), 7u);
    EXPECT_EQ(shared.of(2, 0), SharedVertices::none);
}

// Without oriented boxes there are more than a hundred for each triangle.
TEST(OrientedBoxes, LeaveFewCandidatesOfCutPlates) {
    const auto scene = shapes::make_scene("cut_plates", shapes::SceneSize{20000, {}, 1});
    for (std::size_t frame = 0; frame < scene->frames(); frame += 15) {
        Scene pliant_scene;
        std::vector<std::vector<shapes::Position>> positions(scene->bodies());
        for (std::size_t b = 0; b < scene->bodies(); ++b) {
            scene->positions(frame, b, positions[b]);
            pliant_scene.add(SurfaceView{positions[b], scene->body(b).triangles});
        }
        IntersectionOptions options;
        options.method = IntersectionMethod::box_tree;
        options.between = false;
        EXPECT_LT(pliant_scene.intersections(options).report.counters.candidates, 50u * 20000);
    }
}

}  // namespace
}  // namespace pliant::box_tree
