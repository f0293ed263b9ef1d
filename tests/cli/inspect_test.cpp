#include <cmath>
#include <limits>
#include <utility>

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
    EXPECT_EQ(body["all_examined"], false);
    EXPECT_EQ(pliant("inspect flawed.ply").code, 3);
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

// A file of which nothing can be examined ended with 0.
TEST_F(Inspect, WhatCannotBeExaminedEndsWith3) {
    write("out_of_range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    write("points.obj", "v 0 0 0\nv 1 0 0\n");
    write("nan.obj", "v nan 0 0\nv nan 0 0\nv nan 1 0\nf 1 2 3\n");
    write("lines.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 2\n");
    for (const std::string file : {"out_of_range.obj", "points.obj", "nan.obj", "lines.obj"}) {
        EXPECT_EQ(pliant("inspect " + file).code, 3) << file;
    }
    io::Mesh mesh = cube(0, 1);
    mesh.triangles.push_back({0, 0, 1});
    write_obj("degenerate.obj", mesh);
    EXPECT_EQ(pliant("inspect degenerate.obj").code, 0);
}

TEST_F(Inspect, MeasuresACube) {
    write_obj("cube.obj", shifted(cube(0, 2), {10, 20, 30}));
    const Json body = pliant("inspect cube.obj --json -").json()["body"];
    EXPECT_NEAR(body["volume"], 8, 1e-12);
    EXPECT_NEAR(body["area"], 24, 1e-12);
    EXPECT_NEAR(body["centroid"][0], 11, 1e-12);
    EXPECT_NEAR(body["centroid"][2], 31, 1e-12);
    EXPECT_EQ(body["centroid_of"], "volume");
    EXPECT_NEAR(body["edge_lengths"]["min"], 2, 1e-12);
    EXPECT_NEAR(body["edge_lengths"]["median"], 2, 1e-12);
    EXPECT_NEAR(body["edge_lengths"]["max"], std::sqrt(8.0), 1e-12);
    const Outcome text = pliant("inspect cube.obj");
    EXPECT_NE(text.out.find("volume     8\n"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("centroid   (11, 21, 31), of the volume\n"), std::string::npos) << text.out;
}

TEST_F(Inspect, OfAnOpenMeshThereIsNoVolume) {
    io::Mesh mesh = cube(0, 1);
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 2);  // without its face at z = 0
    write_obj("open.obj", mesh);
    const Outcome outcome = pliant("inspect open.obj");
    EXPECT_NE(outcome.out.find("volume     none (it is not closed)"), std::string::npos) << outcome.out;
    const Json body = pliant("inspect open.obj --json -").json()["body"];
    EXPECT_TRUE(body["volume"].is_null());
    EXPECT_NEAR(body["area"], 5, 1e-12);
    EXPECT_EQ(body["centroid_of"], "surface");
    EXPECT_NEAR(body["centroid"][2], 0.6, 1e-12);
    io::Mesh turned = cube(0, 1);
    for (Triangle& t : turned.triangles) std::swap(t[0], t[1]);
    write_obj("turned.obj", turned);
    EXPECT_NE(pliant("inspect turned.obj").out.find("volume     -1 (it is inside out)"), std::string::npos);
}

TEST_F(Inspect, AddsUpTetrahedra) {
    write("two.mesh",
          "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 -2 0\n"
          "Tetrahedra\n2\n1 2 3 4 0\n1 3 2 5 0\nEnd\n");
    const Json body = pliant("inspect two.mesh --json -").json()["body"];
    EXPECT_NEAR(body["volume"], 0.5, 1e-12);
    EXPECT_EQ(body["centroid_of"], "volume");
    EXPECT_NEAR(body["edge_lengths"]["max"], std::sqrt(5.0), 1e-12);
}

// Products of such coordinates are beyond the range of double; lengths are not.
TEST_F(Inspect, MeasuresCoordinatesOfAnySize) {
    write_ply("large.ply", cube(-1e200, 1e200));
    const Json large = pliant("inspect large.ply --json -").json()["body"];
    EXPECT_TRUE(large["volume"].is_null());
    EXPECT_TRUE(large["area"].is_null());
    EXPECT_NEAR(large["centroid"][0], 0, 1e190);
    EXPECT_NEAR(large["edge_lengths"]["min"].get<double>() / 2e200, 1, 1e-12);
    EXPECT_NE(pliant("inspect large.ply").out.find("volume     above 1.8e+308"), std::string::npos);
    write_ply("small.ply", cube(0, 1e-100));
    const Json small = pliant("inspect small.ply --json -").json()["body"];
    EXPECT_NEAR(small["volume"].get<double>() / 1e-300, 1, 1e-12);
    EXPECT_NEAR(small["area"].get<double>() / 6e-200, 1, 1e-12);
}

}  // namespace
}  // namespace pliant::cli_test
