#include <limits>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Inspect = CommandTest;

TEST_F(Inspect, ClosedCube) {
    write_obj("cube.obj", cube(0, 2));
    const Outcome outcome = pliant("inspect cube.obj --json -");
    EXPECT_EQ(outcome.code, 0);
    const Json body = outcome.json()["body"];
    EXPECT_EQ(body["vertices"], 8);
    EXPECT_EQ(body["triangles"], 12);
    EXPECT_EQ(body["closed"], true);
    EXPECT_EQ(body["edge_manifold"], true);
    EXPECT_EQ(body["vertex_manifold"], true);
    EXPECT_EQ(body["consistently_oriented"], true);
    EXPECT_EQ(body["components"], 1);
    EXPECT_EQ(body["euler_number"], 2);
    EXPECT_EQ(body["box"], Json::parse("[[0.0, 0.0, 0.0], [2.0, 2.0, 2.0]]"));
    EXPECT_TRUE(body["set_aside"].empty());
    EXPECT_NE(pliant("inspect cube.obj").out.find("closed     yes"), std::string::npos);
}

TEST_F(Inspect, FlawsAreCounted) {
    io::Mesh mesh = cube(0, 1);
    mesh.positions.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    mesh.positions.push_back({1, 1, 1});
    mesh.triangles.push_back(mesh.triangles[0]);
    mesh.triangles.push_back({0, 1, 99});
    write_ply("flawed.ply", mesh);
    const Json body = pliant("inspect flawed.ply --json -").json()["body"];
    EXPECT_EQ(body["closed"], false);
    EXPECT_EQ(body["duplicate_triangles"], 1);
    EXPECT_EQ(body["unused_vertices"], 2);
    EXPECT_EQ(body["repeated_positions"], 1);
    const Json expected =
        Json::parse(R"([{"kind": "not_finite", "element": 8}, {"kind": "index_out_of_range", "element": 13}])");
    EXPECT_EQ(body["set_aside"], expected);
    EXPECT_EQ(body["box"], Json::parse("[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]"));
    EXPECT_EQ(pliant("inspect flawed.ply").code, 0);
}

TEST_F(Inspect, MissingTriangleOpensTheMesh) {
    io::Mesh mesh = cube(0, 1);
    mesh.triangles.pop_back();
    write_obj("open.obj", mesh);
    const Outcome outcome = pliant("inspect open.obj");
    EXPECT_NE(outcome.out.find("closed     no (3 edges"), std::string::npos) << outcome.out;
}

TEST_F(Inspect, ReasonsAreTheTrueOnes) {
    write("out_of_range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    write("points.obj", "v 0 0 0\nv 1 0 0\n");
    for (const std::string file : {"out_of_range.obj", "points.obj"}) {
        const Outcome outcome = pliant("inspect " + file);
        EXPECT_NE(outcome.out.find("closed     no (there is no usable triangle)"), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.out.find("(0 "), std::string::npos) << outcome.out;
    }
    write("book.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n");
    const Outcome book = pliant("inspect book.obj");
    EXPECT_NE(book.out.find("vertices no (edges are not manifold)"), std::string::npos) << book.out;
    EXPECT_EQ(book.out.find("(0 "), std::string::npos) << book.out;
}

TEST_F(Inspect, NothingFiniteHasNoBox) {
    io::Mesh mesh = cube(0, 1);
    for (auto& p : mesh.positions) p[1] = std::numeric_limits<double>::infinity();
    write_ply("nowhere.ply", mesh);
    EXPECT_TRUE(pliant("inspect nowhere.ply --json -").json()["body"]["box"].is_null());
}

}  // namespace
}  // namespace pliant::cli_test
