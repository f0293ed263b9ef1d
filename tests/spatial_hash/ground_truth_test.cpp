// Real tetrahedral meshes, and single tetrahedra, against what another program found with exact arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include <pliant/pliant.hpp>

#include "geometry/point_tetrahedron.hpp"
#include "shared_truth.hpp"

namespace pliant {
namespace {

using Json = nlohmann::json;

using namespace shared_truth;

struct Counted {
    std::size_t open = 0, on_boundary = 0, distinct_open = 0;
    std::string hash;
};

/// Vertices of one body in tetrahedra of one.
Counted count(const Penetrations& answer, BodyId of_vertex, BodyId of_tetrahedron) {
    Counted result;
    LineHash hash;
    std::set<std::uint32_t> distinct;
    for (const Penetration& p : answer) {
        if (p.vertex.body != of_vertex || p.tetrahedron.body != of_tetrahedron) continue;
        const bool open = p.kind == PenetrationKind::inside;
        ++(open ? result.open : result.on_boundary);
        if (open) distinct.insert(p.vertex.vertex);
        hash.add(p.vertex.vertex, p.tetrahedron.tetrahedron, open);
    }
    result.distinct_open = distinct.size();
    result.hash = hash.hex();
    return result;
}

class PenetrationTruth : public testing::Test {
protected:
    void SetUp() override {
        if (!available()) GTEST_SKIP() << "no shared data at " << data;
    }

    static void expect_equal(const Counted& found, const Json& expected) {
        EXPECT_EQ(found.open, expected["open"]);
        EXPECT_EQ(found.on_boundary, expected["on_boundary"]);
        EXPECT_EQ(found.distinct_open, expected["distinct_vertices_open"]);
        EXPECT_EQ(found.hash, expected["pairs_fnv1a64"]);
    }
};

TEST_F(PenetrationTruth, WithinOneMesh) {
    std::size_t hits = 0, contacts = 0;
    for (const Json& expected : results("tets.json")) {
        if (expected["query"] != "tetself") continue;
        SCOPED_TRACE(expected["mesh"].get<std::string>());
        const io::Mesh mesh = mesh_of(expected["mesh"]);
        Scene scene;
        const BodyId body = scene.add(VolumeView{mesh.positions, mesh.tetrahedra});
        const Penetrations& answer = scene.penetrations();
        expect_equal(count(answer, body, body), expected["vertex_in_tet"]);
        // Boxes are those of the floats that stand for doubles: none is missing, few are added.
        const auto in_boxes = expected["vertex_in_tet"]["aabb_candidates"].get<std::uint64_t>();
        EXPECT_GE(answer.report.counters.candidates, in_boxes);
        EXPECT_LE(answer.report.counters.candidates, in_boxes + in_boxes / 10);
        EXPECT_TRUE(answer.report.complete);
        EXPECT_TRUE(answer.report.noted.empty());
        hits += expected["vertex_in_tet"]["open"] > 0;
        contacts += expected["vertex_in_tet"]["on_boundary"] > 0;
    }
    EXPECT_GT(hits, 4u);
    EXPECT_GT(contacts, 1u);
}

TEST_F(PenetrationTruth, BetweenTwoMeshes) {
    std::size_t hits = 0;
    for (const Json& expected : results("tets.json")) {
        if (expected["query"] != "tetinter") continue;
        SCOPED_TRACE(expected["A"].get<std::string>() + " " + expected["B"].get<std::string>());
        const io::Mesh a = mesh_of(expected["A"]);
        io::Mesh b = mesh_of(expected["B"]);
        const auto by = expected["translate_B"].get<std::array<double, 3>>();
        for (auto& p : b.positions) {
            for (std::size_t axis = 0; axis < 3; ++axis) p[axis] += by[axis];
        }
        Scene scene;
        const BodyId of_a = scene.add(VolumeView{a.positions, a.tetrahedra});
        const BodyId of_b = scene.add(VolumeView{b.positions, b.tetrahedra});
        const Penetrations& answer = scene.penetrations({.self = false});
        expect_equal(count(answer, of_a, of_b), expected["vertices_of_A_in_tets_of_B"]);
        expect_equal(count(answer, of_b, of_a), expected["vertices_of_B_in_tets_of_A"]);
        hits += !answer.empty();
    }
    EXPECT_GT(hits, 3u);
}

TEST_F(PenetrationTruth, AsListed) {
    std::ifstream in(data / "groundtruth" / "pairs" / "tetself_sequences_rod_coil_12.txt");
    std::set<std::array<std::uint32_t, 2>> listed, found;
    for (std::uint32_t v = 0, t = 0, open = 0; in >> v >> t >> open;) listed.insert({v, t});
    const io::Mesh mesh = mesh_of("sequences/rod_coil:12");
    Scene scene;
    scene.add(VolumeView{mesh.positions, mesh.tetrahedra});
    for (const Penetration& p : scene.penetrations()) found.insert({p.vertex.vertex, p.tetrahedron.tetrahedron});
    EXPECT_EQ(found, listed);
    EXPECT_GT(listed.size(), 900u);
}

TEST_F(PenetrationTruth, PointsAndSingleTetrahedra) {
    std::ifstream in(data / "groundtruth" / "primitives" / "point_in_tet.csv");
    std::array<std::size_t, 3> by_side{};
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        std::string field;
        std::getline(fields, field, ',');
        std::array<double, 15> numbers{};
        for (double& number : numbers) {
            std::getline(fields, field, ',');
            number = std::strtod(field.c_str(), nullptr);
        }
        int side = 0;
        fields >> side;
        std::array<Vec3, 5> p;
        for (std::size_t i = 0; i < 5; ++i) p[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
        const geometry::Side expected = side > 0   ? geometry::Side::inside
                                        : side < 0 ? geometry::Side::outside
                                                   : geometry::Side::on_boundary;
        EXPECT_EQ(geometry::locate(p[4], {p[0], p[1], p[2], p[3]}), expected) << line;
        ++by_side.at(static_cast<std::size_t>(side + 1));
    }
    for (const std::size_t cases : by_side) EXPECT_GT(cases, 100u);
}

}  // namespace
}  // namespace pliant
