#include "shapes/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mesh_checks.hpp"
#include "scene_frames.hpp"

namespace pliant::shapes {
namespace {

// A plain-number judge of intersection, good enough for scenes that were not made to be nearly touching: whether an
// edge of one triangle meets the other. Triangles in one plane are left out.
double side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) { return dot(cross(b - a, c - a), d - a); }

bool edge_meets(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
    const double sp = side(t[0], t[1], t[2], p), sq = side(t[0], t[1], t[2], q);
    if ((sp > 0 && sq > 0) || (sp < 0 && sq < 0) || (sp == 0 && sq == 0)) return false;
    const double a = side(p, q, t[0], t[1]), b = side(p, q, t[1], t[2]), c = side(p, q, t[2], t[0]);
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

bool meet(const std::array<Vec3, 3>& s, const std::array<Vec3, 3>& t) {
    for (std::size_t i = 0; i < 3; ++i)
        if (edge_meets(s[i], s[(i + 1) % 3], t) || edge_meets(t[i], t[(i + 1) % 3], s)) return true;
    return false;
}

struct Placed {
    std::size_t body;
    Triangle vertices;
    std::array<Vec3, 3> corners;
    std::array<double, 2> x;  // extent
};

bool share_vertex(const Placed& a, const Placed& b) {
    if (a.body != b.body) return false;
    return std::any_of(a.vertices.begin(), a.vertices.end(), [&](std::uint32_t v) {
        return std::find(b.vertices.begin(), b.vertices.end(), v) != b.vertices.end();
    });
}

std::size_t pairs_of(const AnimatedScene& scene, std::size_t frame) {
    const Frame positions = frame_of(scene, frame);
    std::vector<Placed> all;
    for (std::size_t body = 0; body < scene.bodies(); ++body)
        for (const Triangle& t : scene.body(body).triangles) {
            const std::array<Vec3, 3> p{positions[body][t[0]], positions[body][t[1]], positions[body][t[2]]};
            all.push_back({body, t, p, {std::min({p[0].x, p[1].x, p[2].x}), std::max({p[0].x, p[1].x, p[2].x})}});
        }
    std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.x[0] < b.x[0]; });
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size() && all[j].x[0] <= all[i].x[1]; ++j)
            pairs += !share_vertex(all[i], all[j]) && meet(all[i].corners, all[j].corners);
    return pairs;
}

class EveryScene : public testing::TestWithParam<SceneInfo> {};

TEST_P(EveryScene, MeetsTheSizeAskedFor) {
    for (const std::size_t wanted : {1000u, 3000u, 10000u, 33000u, 100000u}) {
        SceneSize size;
        size.triangles = wanted;
        const double found = double(triangles_of(*make_scene(GetParam().name, size)));
        EXPECT_NEAR(found, double(wanted), 0.1 * double(wanted)) << wanted;
    }
}

TEST_P(EveryScene, IsThereInItsDefaultSize) {
    const auto scene = make_scene(GetParam().name);
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(scene->name(), GetParam().name);
    EXPECT_EQ(scene->frames(), GetParam().default_frames);
    const auto wanted = double(GetParam().default_triangles);
    EXPECT_NEAR(double(triangles_of(*scene)), wanted, 0.1 * wanted);
    EXPECT_FALSE(GetParam().description.empty());
}

TEST_P(EveryScene, SurvivesAnySizeAndFrameCount) {
    for (const std::size_t wanted : {0u, 1u, 100u}) {
        SceneSize size;
        size.triangles = wanted;
        size.frames = 3;
        const auto scene = make_scene(GetParam().name, size);
        EXPECT_EQ(scene->frames(), 3u);
        EXPECT_GT(triangles_of(*scene), 0u);
    }
}

TEST_P(EveryScene, MeshesAreSoundInEveryFrame) {
    SceneSize size;
    size.triangles = 3000;
    const auto scene = make_scene(GetParam().name, size);
    std::vector<Position> positions;
    for (std::size_t body = 0; body < scene->bodies(); ++body) {
        const Mesh& mesh = scene->body(body);
        EXPECT_EQ(edge_counts(mesh.triangles).repeated, 0u) << scene->body_name(body);
        for (const Triangle& t : mesh.triangles)
            for (const std::uint32_t vertex : t) ASSERT_LT(vertex, mesh.positions.size());
        for (std::size_t frame = 0; frame < scene->frames(); ++frame) {
            scene->positions(frame, body, positions);
            ASSERT_EQ(positions.size(), mesh.positions.size());
            ASSERT_GT(least_area(positions, mesh.triangles), 1e-9) << frame;
            if (closed(mesh)) {
                ASSERT_GT(volume(positions, mesh.triangles), 0) << frame;
            }
        }
    }
}

TEST_P(EveryScene, MovesSmoothlyInALoop) {
    SceneSize size;
    size.triangles = 1000;
    const auto scene = make_scene(GetParam().name, size);
    const std::size_t loop = GetParam().default_frames;
    const Frame first = frame_of(*scene, 0);
    double extent = 0;
    for (const Position& p : first[0]) extent = std::max({extent, std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
    Frame before = first;
    double moved = 0;
    for (std::size_t frame = 1; frame <= loop; ++frame) {
        Frame now = frame_of(*scene, frame);
        double step = 0;
        for (std::size_t body = 0; body < now.size(); ++body)
            for (std::size_t i = 0; i < now[body].size(); ++i)
                step = std::max(step, std::sqrt(dot(Vec3(now[body][i]) - Vec3(before[body][i]),
                                                    Vec3(now[body][i]) - Vec3(before[body][i]))));
        EXPECT_LT(step, 0.2 * extent) << frame;
        moved = std::max(moved, step);
        before = std::move(now);
    }
    EXPECT_GT(moved, 0);
    EXPECT_EQ(before, first);
}

TEST_P(EveryScene, BodyHoldsThePositionsOfFrameZero) {
    SceneSize size;
    size.triangles = 1000;
    const auto scene = make_scene(GetParam().name, size);
    frame_of(*scene, 7);
    const Frame first = frame_of(*scene, 0);
    std::set<std::string_view> names;
    for (std::size_t body = 0; body < scene->bodies(); ++body) {
        EXPECT_EQ(scene->body(body).positions, first[body]);
        names.insert(scene->body_name(body));
    }
    EXPECT_EQ(names.size(), scene->bodies());
}

TEST_P(EveryScene, SaysHonestlyWhetherItIntersects) {
    SceneSize size;
    size.triangles = 1200;
    const auto scene = make_scene(GetParam().name, size);
    const std::size_t in_first = pairs_of(*scene, 0);
    EXPECT_EQ(in_first > 0, GetParam().intersects);
    if (GetParam().intersects) return;
    for (std::size_t frame = 1; frame < scene->frames(); frame += 5) EXPECT_EQ(pairs_of(*scene, frame), 0u) << frame;
}

TEST_P(EveryScene, AnotherSeedGivesAnotherScene) {
    SceneSize one, two;
    one.triangles = two.triangles = 1000;
    two.seed = 2;
    const auto a = make_scene(GetParam().name, one), b = make_scene(GetParam().name, two);
    EXPECT_NE(frame_of(*a, 3), frame_of(*b, 3));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScene, testing::ValuesIn(catalogue().begin(), catalogue().end()),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(Catalogue, NamesAreUniqueAndUnknownOnesGiveNothing) {
    std::set<std::string_view> names;
    for (const SceneInfo& info : catalogue()) names.insert(info.name);
    EXPECT_EQ(names.size(), catalogue().size());
    EXPECT_EQ(make_scene("no_such_scene"), nullptr);
    EXPECT_EQ(make_scene(""), nullptr);
}

TEST(Catalogue, ReachesAMillionTriangles) {
    SceneSize size;
    size.triangles = 1000000;
    const auto scene = make_scene("draped_cloth", size);
    EXPECT_NEAR(double(triangles_of(*scene)), 1e6, 1e4);
}

TEST(Catalogue, VolumesBringTheirTetrahedra) {
    SceneSize size;
    size.triangles = 3000;
    const auto scene = make_scene("tetra_boxes", size);
    std::vector<Position> positions;
    for (std::size_t body = 0; body < scene->bodies(); ++body) {
        EXPECT_TRUE(closed(scene->body(body)));
        for (const std::size_t frame : {0u, 20u, 40u}) {
            scene->positions(frame, body, positions);
            for (const Tetrahedron& t : scene->body(body).tetrahedra)
                ASSERT_GT(side(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]), 0);
        }
    }
}

TEST(Catalogue, TheFlatSheetIsExactlyPlane) {
    const auto scene = make_scene("flat_sheet");
    const Frame frame = frame_of(*scene, 5);
    for (const Position& p : frame[0]) ASSERT_EQ(p[2], 0);
}

TEST(Catalogue, TheStackRestsOnShortBinaryFractions) {
    const auto scene = make_scene("resting_stack");
    for (const auto& body : frame_of(*scene, 5))
        for (const Position& p : body)
            for (const double coordinate : p) ASSERT_EQ(coordinate * 8, std::floor(coordinate * 8));
}

}  // namespace
}  // namespace pliant::shapes
