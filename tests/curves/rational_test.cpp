// Points of curves against rational arithmetic on the same coordinates.
#include <gmpxx.h>

#include "bodies.hpp"

#include "oracle/many_seeds.hpp"

namespace pliant::curves_test {
namespace {

using Rational3 = std::array<mpq_class, 3>;

Rational3 exact(const Position& p) { return {mpq_class(p[0]), mpq_class(p[1]), mpq_class(p[2])}; }
Rational3 minus(const Rational3& p, const Rational3& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Rational3 times(const Rational3& p, const Rational3& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
mpq_class inner(const Rational3& p, const Rational3& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

void expect_near(const Rational3& p, const Rational3& q, double error) {
    for (std::size_t k = 0; k < 3; ++k) ASSERT_LE(abs(p[k] - q[k]), mpq_class(error));
}

/// Every point lies where its edge meets its triangle, within its error, and in the closed triangle.
void expect_exact(const World& world, const Curves& found, double most_error) {
    for (const CurvePoint& point : found.points) {
        if (point.edge[0] == point.edge[1]) continue;
        const auto& edges_of = world.meshes[std::size_t(point.edge_body)].positions;
        const Rational3 p = exact(edges_of[point.edge[0]]), q = exact(edges_of[point.edge[1]]);
        const Triangle t = world.corners(point.triangle);
        const auto& positions = world.meshes[std::size_t(point.triangle.body)].positions;
        const Rational3 a = exact(positions[t[0]]), b = exact(positions[t[1]]), c = exact(positions[t[2]]);
        const Rational3 normal = times(minus(b, a), minus(c, a));
        const mpq_class at_p = inner(normal, minus(p, a)), at_q = inner(normal, minus(q, a));
        ASSERT_LE(sgn(at_p) * sgn(at_q), 0);
        if (at_p == at_q) continue;  // in the plane
        const mpq_class along = at_p / (at_p - at_q);
        Rational3 meets;
        for (std::size_t k = 0; k < 3; ++k) meets[k] = p[k] + along * (q[k] - p[k]);
        for (const auto& [u, v] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
            ASSERT_GE(sgn(inner(normal, times(minus(v, u), minus(meets, u)))), 0);
        }
        expect_near(exact(point.position), meets, point.error);
        Rational3 by_along, by_weights{};
        for (std::size_t k = 0; k < 3; ++k) {
            by_along[k] = p[k] + mpq_class(point.along) * (q[k] - p[k]);
            by_weights[k] = mpq_class(point.barycentric[0]) * a[k] + mpq_class(point.barycentric[1]) * b[k] +
                            mpq_class(point.barycentric[2]) * c[k];
        }
        expect_near(by_along, meets, point.error);
        expect_near(by_weights, meets, point.error);
        ASSERT_LE(point.error, most_error);
    }
}

Mesh tetrahedron(const std::array<Position, 4>& p) {
    Mesh mesh;
    mesh.positions.assign(p.begin(), p.end());
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return mesh;
}

bool flat(const Mesh& m) {
    const Rational3 a = exact(m.positions[0]);
    return inner(minus(exact(m.positions[3]), a),
                 times(minus(exact(m.positions[1]), a), minus(exact(m.positions[2]), a))) == 0;
}

template <class Coordinate>
Mesh random_tetrahedron(const Coordinate& coordinate) {
    for (;;) {
        std::array<Position, 4> p;
        for (Position& corner : p) corner = {coordinate(), coordinate(), coordinate()};
        const Mesh mesh = tetrahedron(p);
        if (!flat(mesh)) return mesh;
    }
}

/// Closed bodies: whatever their position, curves are closed, and what they enclose is what the bodies share.
void expect_right(World& world, double most_error) {
    const Curves& found = sound_curves(world);
    if (testing::Test::HasFatalFailure()) return;
    expect_exact(world, found, most_error);
    for (const Curve& curve : found) ASSERT_TRUE(curve.closed);
    if (found.size() != 1 || !found[0].volume) return;
    const double volume = *found[0].volume;
    const Overlap& overlap = world.scene.overlap(world.ids[0], world.ids[1]);
    ASSERT_NEAR(volume, overlap.volume, overlap.error + 1e-9);
}

TEST(RandomTetrahedra, MeetWhereRationalsSay) {
    std::size_t met = 0;
    for (const std::uint64_t seed : oracle::many_seeds(910, 1500)) {
        oracle::Random random(seed);
        const auto coordinate = [&] { return double(random.integer(-1'000'000'000, 1'000'000'000)) * 0x1p-31; };
        World world({random_tetrahedron(coordinate), random_tetrahedron(coordinate)});
        SCOPED_TRACE(seed);
        expect_right(world, 5e-11);
        if (testing::Test::HasFatalFailure()) return;
        met += world.scene.curves().empty() ? 0 : 1;
    }
    EXPECT_GT(met, oracle::sanitized ? 10u : 500u);
}

TEST(TetrahedraOnAGrid, MeetWhereRationalsSay) {
    std::size_t met = 0;
    for (const std::uint64_t seed : oracle::many_seeds(911, 3000)) {
        oracle::Random random(seed);
        const int most = random.integer(2, 4);
        const auto coordinate = [&] { return double(random.integer(0, most)); };
        World world({random_tetrahedron(coordinate), random_tetrahedron(coordinate)});
        SCOPED_TRACE(seed);
        expect_right(world, 5e-11);
        if (testing::Test::HasFatalFailure()) return;
        met += world.scene.curves().empty() ? 0 : 1;
    }
    EXPECT_GT(met, oracle::sanitized ? 30u : 1000u);
}

TEST(TetrahedraInOneBody, MeetWhereRationalsSay) {
    for (const std::uint64_t seed : oracle::many_seeds(912, 2000)) {
        oracle::Random random(seed);
        const auto coordinate = [&] { return double(random.integer(0, 3)); };
        Mesh both = random_tetrahedron(coordinate);
        shapes::append(both, random_tetrahedron(coordinate));
        World world({both});
        SCOPED_TRACE(seed);
        const Curves& found = sound_curves(world);
        if (testing::Test::HasFatalFailure()) return;
        expect_exact(world, found, 100);
        for (const Curve& curve : found) ASSERT_TRUE(curve.closed);
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// Nearly parallel: the bound stays near the last place of the coordinates.
TEST(NearlyParallelTriangles, MeetWhereRationalsSay) {
    for (const std::uint64_t seed : oracle::many_seeds(913, 400)) {
        oracle::Random random(seed);
        const auto near = [&](double x) { return random.nudged(x, 3); };
        Mesh a, b;
        a.positions = {{-1, -1, near(0.5)}, {1, -1.5, near(0.5)}, {0.25, 1, near(0.5)}};
        b.positions = {{-1.25, 0.75, near(0.5)}, {1.5, 0.5, near(0.5)}, {0.125, -1.75, near(0.5)}};
        a.triangles = b.triangles = {{0, 1, 2}};
        World world({a, b});
        SCOPED_TRACE(seed);
        expect_exact(world, sound_curves(world), 1e-12);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(HugeAndTinyCoordinates, MeetWhereRationalsSay) {
    for (const int exponent : {-300, -100, 100, 300}) {
        const double unit = std::ldexp(1.0, exponent);
        World world({scaled(turned(shapes::icosphere(2), 0.3, 0.2), unit),
                     scaled(moved(turned(shapes::icosphere(2), 0.7, 0.9), 1, 0, 0), unit)});
        const Curves& found = world.scene.curves();
        ASSERT_EQ(found.size(), 1u) << exponent;
        EXPECT_TRUE(found[0].closed);
        expect_exact(world, found, 2 * unit);
    }
}

}  // namespace
}  // namespace pliant::curves_test
