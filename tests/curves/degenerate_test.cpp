// Contacts in special position: corners on faces, edges on edges, faces on faces, bodies that coincide.
#include "bodies.hpp"

#include "oracle/random.hpp"

namespace pliant::curves_test {
namespace {

using std::numbers::pi;

Mesh cube() { return shapes::box_surface({1, 1, 1}); }

/// A tetrahedron that stands on its tip at the origin.
Mesh spike() {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 2}, {-1, 1, 2}, {-1, -1, 2}};
    mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
    return mesh;
}

void expect_all_closed(const Curves& found) {
    for (const Curve& curve : found) EXPECT_TRUE(curve.closed);
}

double area_of_touches(const Curves& found) {
    double sum = 0;
    for (const CurveTouch& touch : found.touches) sum += touch.area;
    return sum;
}

double length_of(const Curves& found) {
    double sum = 0;
    for (const Curve& curve : found) sum += curve.length;
    return sum;
}

TEST(AVertexOnAFace, IsAPointOrACurveWithoutLength) {
    const Mesh floor = moved(shapes::cloth_grid({1, 1}, 4, 4), 0.25, 0.5, 0);
    for (const bool floor_first : {false, true}) {
        World world(floor_first ? std::vector{floor, spike()} : std::vector{spike(), floor});
        const Curves& found = sound_curves(world);
        expect_all_closed(found);
        EXPECT_EQ(length_of(found), 0);
        EXPECT_EQ(found.touches.size() + found.segments.size(), 3u);
        for (const CurveTouch& touch : found.touches) EXPECT_EQ(touch.count, 1u);
        for (const CurvePoint& point : found.points) EXPECT_EQ(point.position, (Point{0, 0, 0}));
    }
}

TEST(AVertexThroughAFaceExactly, LeavesTheCurveClosed) {
    // The plane passes exactly through vertices of the sphere: its equator.
    World world({shapes::octasphere(6), shapes::cloth_grid({3, 3}, 4, 4)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].closed);
    EXPECT_NEAR(found[0].length, 2 * pi, 0.1);
    EXPECT_NEAR(found[0].sides[1].area, pi, 0.1);
    EXPECT_NEAR(found[0].sides[0].area, 2 * pi, 0.2);
}

TEST(AnEdgeOnAnEdge, IsASegmentOrACurveBackAndForth) {
    for (const double side : {-1.0, 1.0}) {
        World world({cube(), moved(cube(), side, 1, 0.25)});
        const Curves& found = sound_curves(world);
        expect_all_closed(found);
        for (const Curve& curve : found) EXPECT_NEAR(curve.length, 1.5, 1e-12);  // 0.75 there and back
        double longest = 0;
        for (const CurveTouch& touch : found.touches) {
            EXPECT_LE(touch.count, 2u);
            if (touch.count < 2) continue;
            const Point &p = found.touch_points[touch.first], &q = found.touch_points[touch.first + 1];
            longest = std::max(longest, std::abs(p[2] - q[2]));
        }
        if (found.items.empty()) {
            EXPECT_EQ(longest, 0.75);
        }
    }
}

TEST(CrossedEdges, AreOnePoint) {
    // The top edge of one roof lies across that of another, upside down.
    Mesh roof;
    roof.positions = {{-2, 0, 0}, {2, 0, 0}, {-2, -1, -1}, {2, -1, -1}, {-2, 1, -1}, {2, 1, -1}};
    roof.triangles = {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}};
    Mesh upside_down = roof;
    for (auto& [x, y, z] : upside_down.positions) std::swap(x, y), z = -z;
    for (auto& t : upside_down.triangles) std::swap(t[0], t[1]);
    for (const bool swapped : {false, true}) {
        World world(swapped ? std::vector{upside_down, roof} : std::vector{roof, upside_down});
        const Curves& found = sound_curves(world);
        EXPECT_EQ(length_of(found), 0);
        EXPECT_EQ(found.segments.size() + found.touches.size(), world.scene.intersections().size());
    }
}

TEST(CubesOnOneAnother, ShareTheirContactAreaOnce) {
    for (const bool lower_first : {true, false}) {
        const Mesh upper = moved(cube(), 0.5, 0.25, 1);
        World world(lower_first ? std::vector{cube(), upper} : std::vector{upper, cube()});
        const Curves& found = sound_curves(world);
        EXPECT_NEAR(area_of_touches(found), 0.5 * 0.75, 1e-12);
        expect_all_closed(found);
        // One body is moved upwards: from the other, or into it as a whole.
        if (found.items.empty()) continue;
        ASSERT_EQ(found.size(), 1u);
        EXPECT_NEAR(found[0].length, 2 * (0.5 + 0.75), 1e-12);
        for (const CurveSide& side : found[0].sides) EXPECT_NEAR(side.area, 0.5 * 0.75, 1e-12);
        EXPECT_NEAR(found[0].volume.value(), 0, 1e-12);
    }
}

TEST(CubesThatShareFaces, HaveTheVolumeOfWhatTheyShare) {
    World world({cube(), moved(cube(), 0.5, 0, 0)});  // four faces are flush
    const Curves& found = sound_curves(world);
    expect_all_closed(found);
    ASSERT_FALSE(found.empty());
    for (const Curve& curve : found) EXPECT_NEAR(curve.volume.value_or(-1), 0.5, 1e-12);
}

TEST(MirroredSpheres, MeetInOneCircle) {
    // Edges meet edges exactly, all around.
    World world({moved(shapes::octasphere(8), -0.5, 0, 0), moved(shapes::octasphere(8), 0.5, 0, 0)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].closed);
    EXPECT_NEAR(found[0].length, pi * std::sqrt(3.0), 0.1);
    ASSERT_TRUE(found[0].sides[0].bounded && found[0].sides[1].bounded);
    EXPECT_NEAR(found[0].sides[0].area, found[0].sides[1].area, 1e-9);
    const Overlap& overlap = world.scene.overlap(world.ids[0], world.ids[1]);
    EXPECT_NEAR(found[0].volume.value(), overlap.volume, overlap.error + 1e-9);
}

TEST(IdenticalBodies, HaveClosedCurvesOnly) {
    for (const Mesh& mesh : {cube(), shapes::icosphere(3), shapes::torus({12, 8}, 1, 0.4)}) {
        World world({mesh, mesh});
        const Curves& found = sound_curves(world);
        expect_all_closed(found);
        double area = 0;
        for (const Triangle& t : mesh.triangles) {
            const Vec3 a = mesh.positions[t[0]],
                       n = cross(Vec3(mesh.positions[t[1]]) - a, Vec3(mesh.positions[t[2]]) - a);
            area += 0.5 * std::sqrt(dot(n, n));
        }
        EXPECT_NEAR(area_of_touches(found), area, 1e-9);
    }
}

TEST(AFoldedSheet, SharesItsArea) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.5, 0}};
    mesh.triangles = {{0, 1, 2}, {1, 0, 3}};
    World world({mesh});
    const Curves& found = sound_curves(world);
    EXPECT_TRUE(found.empty());
    ASSERT_EQ(found.touches.size(), 1u);
    EXPECT_EQ(found.touches[0].kind, PairKind::fold);
    EXPECT_NEAR(found.touches[0].area, 0.25, 1e-12);
}

TEST(BodiesOnAGrid, HaveClosedCurvesOnly) {
    // Boxes with small integer coordinates: nearly every pair is in special position.
    for (const std::uint64_t seed : oracle::seeds(901, 300)) {
        oracle::Random random(seed);
        std::vector<Mesh> meshes;
        for (int b = 0; b < 2; ++b) {
            Mesh mesh = shapes::box_surface({1, 1, 1});
            const int x = random.integer(0, 3), y = random.integer(0, 3), z = random.integer(0, 3);
            const int w = random.integer(1, 3), d = random.integer(1, 3), h = random.integer(1, 3);
            for (Position& p : mesh.positions) p = {x + w * p[0], y + d * p[1], z + h * p[2]};
            meshes.push_back(mesh);
        }
        World world(meshes);
        SCOPED_TRACE(seed);
        const Curves& found = sound_curves(world);
        expect_all_closed(found);
        if (testing::Test::HasFatalFailure() || testing::Test::HasFailure()) return;
        double volume = 1, shared = 1;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto range = [&](const Mesh& m) {
                const auto [lo, hi] =
                    std::minmax_element(m.positions.begin(), m.positions.end(),
                                        [k](const Position& p, const Position& q) { return p[k] < q[k]; });
                return std::pair((*lo)[k], (*hi)[k]);
            };
            const auto [a_lo, a_hi] = range(meshes[0]);
            const auto [b_lo, b_hi] = range(meshes[1]);
            shared *= std::max(0.0, std::min(a_hi, b_hi) - std::max(a_lo, b_lo));
            volume *= a_hi - a_lo;
        }
        for (const Curve& curve : found) {
            if (curve.volume) {
                EXPECT_NEAR(*curve.volume, shared, 1e-9 * (1 + volume));
            }
        }
    }
}

/// Three sheets that share an edge, through a floor: curves end where the edge meets it, in one point.
TEST(AnEdgeWithThreeTriangles, EndsThreeCurvesInOnePoint) {
    Mesh fan, floor;
    fan.positions = {{0, 0, -1}, {0, 0, 1}, {1, 0.125, 0.25}, {-0.5, 0.875, 0.25}, {-0.5, -0.875, 0.25}};
    fan.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}};
    floor.positions = {{-10, -10, 0}, {10, -10, 0}, {0, 20, 0}};
    floor.triangles = {{0, 1, 2}};
    World world({fan, floor});
    const std::vector<TrianglePair> pairs = world.scene.intersections().items;
    ASSERT_EQ(pairs.size(), 3u);
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found.points.size(), 4u);
    std::set<std::uint32_t> at_branch;
    for (const Curve& curve : found) {
        const std::size_t branch = curve.ends[0] == CurveEnd::branch ? 0 : 1;
        EXPECT_EQ(curve.ends[branch], CurveEnd::branch);
        EXPECT_EQ(curve.ends[1 - branch], CurveEnd::border);
        at_branch.insert(found.segments[curve.first].points[branch]);
    }
    EXPECT_EQ(at_branch.size(), 1u);
    // Of two sheets alone the curve goes on from one to the other.
    const Curves& two = world.scene.curves({.pairs = std::span(pairs).first(2)});
    ASSERT_EQ(two.size(), 1u);
    EXPECT_EQ(two[0].count, 2u);
    EXPECT_EQ(two.points.size(), 3u);
    EXPECT_EQ(two[0].ends, (std::array{CurveEnd::border, CurveEnd::border}));
}

/// Pairs that a caller kept for too long, or put together himself.
TEST(GivenPairs, AreCheckedBeforeUse) {
    World world({shapes::icosphere(2), moved(shapes::icosphere(2), 0.7, 0.1, 0.2)});
    const std::vector<TrianglePair> pairs = world.scene.intersections().items;
    ASSERT_GT(pairs.size(), 10u);
    const auto ask = [&](const std::vector<TrianglePair>& given) {
        return world.scene.curves({.pairs = std::span<const TrianglePair>(given)}).items.size();
    };
    EXPECT_EQ(ask(pairs), 1u);
    std::vector<TrianglePair> turned = pairs, doubled = pairs, beyond = pairs, nobody = pairs, swapped = pairs;
    std::reverse(turned.begin(), turned.end());
    doubled.insert(doubled.begin() + 3, {pairs[3].a, pairs[3].b, PairKind::crossing});
    doubled[4].kind = PairKind::coplanar;
    beyond.back().b.triangle = 1u << 30;
    nobody.front().a.body = BodyId(77);
    std::swap(swapped[2].a, swapped[2].b);
    EXPECT_THROW(ask(turned), std::invalid_argument);
    EXPECT_THROW(ask(doubled), std::invalid_argument);
    EXPECT_THROW(ask(swapped), std::invalid_argument);
    EXPECT_THROW(ask(beyond), std::out_of_range);
    EXPECT_THROW(ask(nobody), std::out_of_range);
    EXPECT_EQ(ask(pairs), 1u);
    // A subset in order is fine: the curve ends where pairs are missing.
    std::vector<TrianglePair> fewer = pairs;
    fewer.erase(fewer.begin() + 4);
    EXPECT_EQ(ask(fewer), 1u);
    const Curve& curve = world.scene.curves({.pairs = std::span<const TrianglePair>(fewer)}).items[0];
    EXPECT_EQ(curve.ends, (std::array{CurveEnd::missing, CurveEnd::missing}));
}

}  // namespace
}  // namespace pliant::curves_test
