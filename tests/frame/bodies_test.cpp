// Bodies end to end in one numbering, and triangles that share vertices.
#include "frame/bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "narrow_phase/neighbours.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::frame {

using namespace narrow_phase;
namespace {

using oracle::Random;
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

TEST(SharedCorners, ComeFirstAndInTheSameOrder) {
    Random random(oracle::first_seed(271));
    int seen[4] = {};
    for (int i = 0; i < 20000; ++i) {
        Triangle a, b;
        for (Triangle* t : {&a, &b}) {
            do {
                for (std::uint32_t& v : *t) v = static_cast<std::uint32_t>(random.integer(0, 5));
            } while ((*t)[0] == (*t)[1] || (*t)[1] == (*t)[2] || (*t)[2] == (*t)[0]);
        }
        const SharedCorners s = shared_corners(a, b);
        const auto count =
            std::count_if(a.begin(), a.end(), [&](auto v) { return std::count(b.begin(), b.end(), v) > 0; });
        ASSERT_EQ(s.count, count);
        EXPECT_TRUE(std::equal(s.a.begin(), s.a.begin() + s.count, s.b.begin()));
        EXPECT_TRUE(std::is_permutation(s.a.begin(), s.a.end(), a.begin()));
        EXPECT_TRUE(std::is_permutation(s.b.begin(), s.b.end(), b.begin()));
        ++seen[s.count];
    }
    for (const int times : seen) EXPECT_GT(times, 100);
}

using Pairs = std::vector<FoundPair>;

/// All pairs that share a vertex, by the exact test and nothing else.
Pairs plainly(const Bodies& bodies) {
    Pairs result;
    for (std::uint32_t a = 0; a < bodies.triangles().size(); ++a) {
        for (std::uint32_t b = a + 1; b < bodies.triangles().size(); ++b) {
            const bool sound =
                bodies.soundness(a) == Bodies::Soundness::sound && bodies.soundness(b) == Bodies::Soundness::sound;
            if (!sound || shared_corners(bodies.triangles()[a], bodies.triangles()[b]).count == 0) continue;
            if (const auto kind = meet(bodies, a, b)) result.push_back({a, b, *kind});
        }
    }
    return result;
}

bool same(Pairs found, const Pairs& expected) {
    const auto order = [](const FoundPair& p, const FoundPair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); };
    std::sort(found.begin(), found.end(), order);
    return std::equal(
        found.begin(), found.end(), expected.begin(), expected.end(),
        [](const FoundPair& p, const FoundPair& q) { return p.a == q.a && p.b == q.b && p.kind == q.kind; });
}

class NeighboursTest : public BodiesTest {
protected:
    Pairs found() {
        bodies.update(workers);
        narrow_phase::Neighbours neighbours;
        neighbours.build(bodies);
        std::vector<std::uint8_t> set_aside;
        for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
            set_aside.push_back(bodies.soundness(t) == Bodies::Soundness::sound ? 0 : 1);
        }
        Findings findings;
        for (std::size_t piece = 0; piece < neighbours.pieces(); ++piece) {
            neighbours.find(bodies, set_aside, piece, findings);
        }
        tests = findings.counters.exact_tests;
        return findings.pairs;
    }

    std::uint64_t tests = 0;
};

TEST_F(NeighboursTest, OfASmoothSurfaceCostNoExactTest) {
    const shapes::Mesh ball = shapes::icosphere(12);
    bodies.add(ball.positions, ball.triangles);
    EXPECT_TRUE(found().empty());
    EXPECT_EQ(tests, 0u);
}

TEST_F(NeighboursTest, OfAPlaneSheetCostNoExactTest) {
    const shapes::Mesh sheet = shapes::cloth_grid({20, 20}, 1, 1);
    bodies.add(sheet.positions, sheet.triangles);
    EXPECT_TRUE(found().empty());
    EXPECT_EQ(tests, 0u);
}

/// Surfaces torn about at random, on a grid and off it: each pair is found once, with its kind.
TEST_F(NeighboursTest, OfCrumpledSurfacesEqualThePlainLoop) {
    Random random(oracle::first_seed(272));
    std::size_t pairs = 0;
    for (int i = 0; i < 60; ++i) {
        shapes::Mesh mesh = random.chance(50) ? shapes::cloth_grid({7, 7}, 7, 7) : shapes::globe({9, 5});
        const bool grid = random.chance(50);
        for (Position& p : mesh.positions) {
            if (random.chance(40)) p = shapes::position(grid ? random.whole(-2, 2) : 2.0 * random.in_cube());
        }
        // Some turned over, some taken out: fans that are open, several, or inconsistent.
        for (Triangle& t : mesh.triangles) {
            if (random.chance(5)) std::swap(t[0], t[1]);
            if (random.chance(5)) t = mesh.triangles[0];
        }
        bodies = Bodies();
        bodies.add(mesh.positions, mesh.triangles);
        const Pairs all = found();
        const Pairs expected = plainly(bodies);
        EXPECT_TRUE(same(all, expected)) << all.size() << " found, " << expected.size() << " expected";
        pairs += expected.size();
    }
    EXPECT_GT(pairs, 1000u);
}

/// Around one vertex, up to more triangles than are put in order: a cap, pushed through itself.
TEST_F(NeighboursTest, OfManyTrianglesAroundOneVertex) {
    Random random(oracle::first_seed(273));
    for (const std::uint32_t wedges : {3u, 16u, 63u, 64u, 65u, 150u}) {
        shapes::Mesh cap = shapes::globe({wedges, 2});
        for (Position& p : cap.positions) {
            if (random.chance(20)) p[2] += random.uniform(-2, 2);
        }
        bodies = Bodies();
        bodies.add(cap.positions, cap.triangles);
        const Pairs all = found();
        EXPECT_TRUE(same(all, plainly(bodies))) << wedges;
    }
}

}  // namespace
}  // namespace pliant::frame
