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

/// Keeps what it was told, by vertex.
class Told final : public Follower {
public:
    void start_reading(const Bodies& bodies) override { times_.assign(bodies.vertex_count(), 0); }
    void follow(const Bodies& bodies, std::uint32_t begin, std::uint32_t news, std::uint32_t end) override {
        EXPECT_LE(begin, news);
        for (std::uint32_t v = begin; v < end; ++v) EXPECT_EQ(bodies.position(v).x, expected_);
        for (std::uint32_t v = news; v < end; ++v) ++times_[v];
    }
    void expect(double x) { expected_ = x; }
    [[nodiscard]] const std::vector<int>& times() const { return times_; }

private:
    double expected_ = 0;
    std::vector<int> times_;
};

TEST(Follower, IsToldOfEachVertexOnceAndAfterItWasRead) {
    for (const unsigned threads : {1u, 2u, 7u}) {
        parallel::Workers workers(threads);
        Bodies bodies;
        const std::vector<Triangle> triangles{{0, 1, 2}};
        std::vector<Position> positions(20000, Position{1, 0, 0});
        const std::vector<Position> few(5, Position{1, 0, 0});
        const BodyId large = bodies.add(positions, triangles);
        const BodyId small = bodies.add(few, triangles), last = bodies.add(few, triangles);
        Told told;
        told.expect(1);
        bodies.update(workers, &told);
        EXPECT_EQ(told.times(), std::vector<int>(20010, 1));
        const std::uint64_t times_read = bodies.times_read();

        for (Position& p : positions) p[0] = 2;
        bodies.move(large, positions);
        told.expect(2);
        bodies.update(workers, &told);
        std::vector<int> only_large(20010, 0);
        std::fill_n(only_large.begin(), 20000, 1);
        EXPECT_EQ(told.times(), only_large);
        EXPECT_EQ(bodies.times_read(), times_read + 1);

        // What lies between two bodies that have moved counts as read.
        bodies.move(small, few);
        bodies.move(last, few);
        told.expect(1);
        bodies.update(workers, &told);
        bodies.update(workers, &told);
        EXPECT_EQ(bodies.times_read(), times_read + 2);
        EXPECT_TRUE(std::all_of(told.times().begin() + 20000, told.times().end(), [](int n) { return n == 1; }));
    }
}

}  // namespace
}  // namespace pliant::frame
