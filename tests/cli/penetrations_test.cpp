// Tetrahedra on the command line: vertices inside them, and how to make them.
#include <fstream>
#include <set>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Tetrahedra : public CommandTest {
protected:
    /// One tetrahedron at the origin, and a triangle with one vertex inside it or elsewhere.
    void write_pair(const std::string& vertex) const {
        write("one.mesh",
              "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
              "Tetrahedra\n1\n1 2 3 4 0\nEnd\n");
        write("needle.obj", "v " + vertex + "\nv 5 5 5\nv 5 6 5\nf 1 2 3\n");
    }
};

TEST_F(Tetrahedra, AVertexInsideOrOnTheBoundaryIsCounted) {
    write_pair("0.1 0.2 0.3");
    Outcome outcome = pliant("check one.mesh needle.obj --json - --pairs --depth --edges");
    EXPECT_EQ(outcome.code, 1);
    Json found = outcome.json()["frames"][0]["penetrations"];
    EXPECT_EQ(found["inside"], 1);
    EXPECT_EQ(found["on_boundary"], 0);
    EXPECT_EQ(found["list"].size(), 1u);
    EXPECT_EQ(found["list"][0][0], 1);
    EXPECT_EQ(found["list"][0][4], "inside");
    EXPECT_EQ(found["list"][0][5][2], "crossed");
    EXPECT_GT(found["deepest"].get<double>(), 0.05);
    EXPECT_EQ(found["edges_list"].size(), found["edges"]);

    write_pair("0.25 0.25 0");
    outcome = pliant("check one.mesh needle.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    found = outcome.json()["frames"][0]["penetrations"];
    EXPECT_EQ(found["inside"], 0);
    EXPECT_EQ(found["on_boundary"], 1);
    EXPECT_FALSE(found.contains("list"));
}

TEST_F(Tetrahedra, CleanOnesAndSurfacesAreClean) {
    write_pair("3 3 3");
    const Outcome outcome = pliant("check one.mesh needle.obj --json -");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.json()["frames"][0]["penetrations"]["inside"], 0);
    EXPECT_FALSE(pliant("check needle.obj --json -").json()["frames"][0].contains("penetrations"));
    EXPECT_NE(pliant("check one.mesh").out.find("no vertex inside"), std::string::npos);
}

TEST_F(Tetrahedra, AreMadeFromASurfaceAndChecked) {
    write_obj("cube.obj", cube(0, 1));
    const Outcome made = pliant("tetrahedralize cube.obj --out cube.msh --resolution 6 --json -");
    EXPECT_EQ(made.code, 0) << made.err;
    const Json mesh = made.json()["mesh"];
    EXPECT_GT(mesh["tetrahedra"], 500);
    EXPECT_NEAR(mesh["volume"].get<double>(), 1, 0.1);
    const Outcome checked = pliant("check cube.msh --json -");
    EXPECT_EQ(checked.code, 0);
    EXPECT_EQ(checked.json()["bodies"][0]["tetrahedra"], mesh["tetrahedra"]);
}

/// Open surfaces were filled without a word.
TEST_F(Tetrahedra, FromAnOpenSurfaceSaySo) {
    write_obj("cube.obj", cube(0, 1));
    EXPECT_EQ(pliant("tetrahedralize cube.obj --out cube.msh --resolution 6 --json -").json()["mesh"]["open_edges"], 0);
    EXPECT_EQ(pliant("tetrahedralize cube.obj --out cube.msh --resolution 6").out.find("closed"), std::string::npos);
    std::string text = read("cube.obj");
    text.erase(text.rfind("f "));
    write("open.obj", text);
    EXPECT_EQ(pliant("tetrahedralize open.obj --out open.msh --resolution 6 --json -").json()["mesh"]["open_edges"], 3);
    EXPECT_NE(
        pliant("tetrahedralize open.obj --out open.msh --resolution 6").out.find("open.obj is not closed: 3 edges"),
        std::string::npos);
}

/// Of a plate thinner than the cells nothing was left, and nothing said so.
TEST_F(Tetrahedra, ThatLackMostOfTheBodySaySo) {
    io::Mesh body = cube(0, 1);
    for (auto& p : body.positions) p[2] *= 0.02;
    const io::Mesh knob = shifted(cube(0, 0.2), {0.4, 0.4, -0.1});
    for (const Triangle& t : knob.triangles) body.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    body.positions.insert(body.positions.end(), knob.positions.begin(), knob.positions.end());
    write_obj("plate.obj", body);
    const std::string coarse = "tetrahedralize plate.obj --out plate.msh --resolution 8";
    const Json mesh = pliant(coarse + " --json -").json()["mesh"];
    EXPECT_NEAR(mesh["enclosed_volume"].get<double>(), 0.028, 1e-6);
    EXPECT_LT(mesh["volume"].get<double>(), 0.012);
    EXPECT_NE(pliant(coarse).out.find("plate.obj encloses 0.028: what is thinner than a cell"), std::string::npos);
    write_obj("cube.obj", cube(0, 1));
    EXPECT_EQ(pliant("tetrahedralize cube.obj --out cube.msh --resolution 6").out.find("encloses"), std::string::npos);
}

/// They were said to enclose nothing.
TEST_F(Tetrahedra, OfCoordinatesBeyondVolumesAreRefusedAsSuch) {
    for (const std::string size : {"1e300", "1e-300"}) {
        write("far.obj", "v 0 0 0\nv " + size + " 0 0\nv 0 " + size + " 0\nv 0 0 " + size +
                             "\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
        expect_refusal(pliant("tetrahedralize far.obj --out far.msh"), {"scale the surface"});
        expect_refusal(pliant("tetrahedralize far.obj --out far.msh --cage 20"), {"scale the surface"});
    }
}

TEST_F(Tetrahedra, CannotBeMadeFromNothing) {
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_refusal(pliant("tetrahedralize flat.obj --out flat.msh"), {"flat.obj", "encloses nothing"});
    expect_refusal(pliant("tetrahedralize flat.obj --out flat.obj"), {"--out", ".msh"});
    expect_refusal(pliant("tetrahedralize flat.obj --out flat.msh --mesher magic"), {"--mesher", "magic"});
    expect_refusal(pliant("tetrahedralize missing.obj --out m.msh"), {"missing.obj"});
}

TEST_F(Tetrahedra, AsAnotherProgramCountedThem) {
    const std::filesystem::path data = PLIANT_SHARED_DATA;
    if (!std::filesystem::exists(data / "groundtruth")) GTEST_SKIP() << "no shared data at " << data;
    std::ifstream in(data / "groundtruth" / "tets.json");
    const Json all = Json::parse(in)["results"];
    std::size_t hits = 0, queries = 0;
    for (const Json& expected : all) {
        if (expected["query"] != "tetself") continue;
        const std::string mesh = expected["mesh"];
        const std::size_t colon = mesh.find(':');
        const std::string frames = colon == std::string::npos ? "" : " --frames " + mesh.substr(colon + 1);
        const Outcome outcome =
            pliant("check \"" + (data / mesh.substr(0, colon)).string() + "\"" + frames + " --json - --pairs");
        const Json found = outcome.json()["frames"][0]["penetrations"];
        EXPECT_EQ(found["inside"], expected["vertex_in_tet"]["open"]) << mesh;
        EXPECT_EQ(found["on_boundary"], expected["vertex_in_tet"]["on_boundary"]) << mesh;
        ++queries;
        hits += found["inside"] > 0;
        if (!expected["vertex_in_tet"].contains("pairs_file")) continue;
        std::set<std::array<int, 2>> listed, named;
        std::ifstream list(data / "groundtruth" / "pairs" / expected["vertex_in_tet"]["pairs_file"].get<std::string>());
        for (int v = 0, t = 0, open = 0; list >> v >> t >> open;) listed.insert(std::array{v, t});
        for (const Json& row : found["list"]) named.insert(std::array{row[1].get<int>(), row[3].get<int>()});
        EXPECT_EQ(named, listed) << mesh;
    }
    EXPECT_GT(queries, 10u);
    EXPECT_GT(hits, 4u);
}

}  // namespace
}  // namespace pliant::cli_test
