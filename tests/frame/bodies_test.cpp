// Bodies end to end in one numbering.
#include "frame/bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "shapes/meshes.hpp"

namespace pliant::frame {
namespace {

using shapes::Position;

class BodiesTest : public testing::Test {
protected:
    parallel::Workers workers{1};
    Bodies bodies;
};

TEST_F(BodiesTest, AreNumberedEndToEnd) {
    const shapes::Mesh a = shapes::octasphere(1), b = shapes::octasphere(2);
    bodies.add(a.positions, a.triangles);
    const BodyId second = bodies.add(b.positions, b.triangles);
    bodies.update(workers);
    ASSERT_EQ(bodies.all().size(), 2u);
    EXPECT_EQ(bodies.vertex_count(), a.positions.size() + b.positions.size());
    EXPECT_EQ(bodies.triangles().size(), a.triangles.size() + b.triangles.size());
    const std::uint32_t first = bodies.all()[1].first_triangle;
    EXPECT_EQ(first, a.triangles.size());
    EXPECT_EQ(bodies.reference(first + 3), (TriangleRef{second, 3}));
    EXPECT_EQ(bodies.body_index(first), 1u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(bodies.corners(first)[k], Vec3(b.positions[b.triangles[0][k]]));
    }
}

TEST_F(BodiesTest, InsertedTrianglesTakeTheirPlaces) {
    const shapes::Mesh ball = shapes::octasphere(1);
    const BodyId id = bodies.add(ball.positions, ball.triangles);
    bodies.update(workers);
    const std::uint64_t topology = bodies.topology_version();
    std::vector<std::uint32_t> numbers{2};
    bodies.erase(id, numbers);
    EXPECT_FALSE(bodies.there(2));
    const std::vector<Triangle> more{{2, 1, 0}};
    bodies.insert(id, more, numbers);
    EXPECT_EQ(numbers, std::vector<std::uint32_t>{2});
    EXPECT_EQ(bodies.triangles()[2], more[0]);
    EXPECT_GT(bodies.topology_version(), topology + 1);
}

TEST_F(BodiesTest, ReadPositionsOnlyOfWhatMoved) {
    const shapes::Mesh a = shapes::octasphere(1), b = shapes::octasphere(2);
    const BodyId first = bodies.add(a.positions, a.triangles);
    bodies.add(b.positions, b.triangles);
    bodies.update(workers);
    const std::uint64_t topology = bodies.topology_version(), version_b = bodies.all()[1].version;
    const std::uint64_t version_a = bodies.all()[0].version;
    bodies.move(first, a.positions);
    bodies.update(workers);
    EXPECT_EQ(bodies.topology_version(), topology);
    EXPECT_GT(bodies.all()[0].version, version_a);
    EXPECT_EQ(bodies.all()[1].version, version_b);
}

/// Reads span after span, and counts how often each vertex is new.
std::vector<int> times_new(Bodies& bodies, const parallel::Workers& workers, double x) {
    std::vector<int> times(bodies.vertex_count(), 0);
    if (!bodies.start_reading(workers)) return times;
    times.assign(bodies.vertex_count(), 0);
    for (std::size_t span = 0; span < bodies.spans(); ++span) {
        for (std::size_t i = 0; i < bodies.batches(span); ++i) {
            const Batch batch = bodies.read(span, i);
            EXPECT_LE(batch.begin, batch.first_new);
            for (std::uint32_t v = batch.begin; v < batch.end; ++v) EXPECT_EQ(bodies.position(v).x, x);
            for (std::uint32_t v = batch.first_new; v < batch.end; ++v) ++times[v];
        }
    }
    bodies.finish_reading();
    return times;
}

TEST(Batches, HaveEachVertexThatMovedOnce) {
    for (const unsigned threads : {1u, 2u, 7u}) {
        parallel::Workers workers(threads);
        Bodies bodies;
        const std::vector<Triangle> triangles{{0, 1, 2}};
        std::vector<Position> positions(20000, Position{1, 0, 0});
        const std::vector<Position> few(5, Position{1, 0, 0});
        const BodyId large = bodies.add(positions, triangles);
        const BodyId small = bodies.add(few, triangles), last = bodies.add(few, triangles);
        EXPECT_EQ(times_new(bodies, workers, 1), std::vector<int>(20010, 1));
        const std::uint64_t times_read = bodies.times_read();

        for (Position& p : positions) p[0] = 2;
        bodies.move(large, positions);
        std::vector<int> only_large(20010, 0);
        std::fill_n(only_large.begin(), 20000, 1);
        EXPECT_EQ(times_new(bodies, workers, 2), only_large);
        EXPECT_EQ(bodies.times_read(), times_read + 1);

        // What lies between two bodies that have moved counts as read.
        bodies.move(small, few);
        bodies.move(last, few);
        const std::vector<int> times = times_new(bodies, workers, 1);
        EXPECT_TRUE(std::all_of(times.begin() + 20000, times.end(), [](int n) { return n == 1; }));
        EXPECT_EQ(times_new(bodies, workers, 1), std::vector<int>(20010, 0));
        EXPECT_EQ(bodies.times_read(), times_read + 2);
    }
}

// A reading that was not finished is done again.
TEST(Batches, ThatWereNotFinishedAreReadAgain) {
    parallel::Workers workers(1);
    Bodies bodies;
    const std::vector<Position> few(3, Position{1, 0, 0});
    bodies.add(few, {{0, 1, 2}});
    ASSERT_TRUE(bodies.start_reading(workers));
    EXPECT_EQ(bodies.all()[0].version, 0u);
    EXPECT_EQ(times_new(bodies, workers, 1), std::vector<int>(3, 1));
    EXPECT_EQ(bodies.all()[0].version, 1u);
}

TEST_F(BodiesTest, ThatCoincideAreSetAsideOnlyWhereItIsAsked) {
    const shapes::Mesh ball = shapes::octasphere(1);
    bodies.add(ball.positions, ball.triangles);
    bodies.add(ball.positions, ball.triangles);
    for (const bool aside : {true, false, true}) {
        bodies.set_duplicates_aside(aside);
        bodies.update(workers);
        EXPECT_FALSE(bodies.all()[0].set_aside);
        EXPECT_EQ(bodies.all()[1].set_aside, aside);
        EXPECT_EQ(bodies.all()[1].flaws.size(), aside ? 1u : 0u);
    }
}

}  // namespace
}  // namespace pliant::frame
