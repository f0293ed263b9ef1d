// How files become bodies: welding, objects and groups, standard input, formats that are not read.
#include <sys/stat.h>

#include <thread>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Reading : public CommandTest {
protected:
    void write_stl(const std::string& name, const io::Mesh& mesh) const {
        std::string text = "solid\n";
        for (const Triangle& t : mesh.triangles) {
            text += "facet normal 0 0 0\nouter loop\n";
            for (const std::uint32_t v : t) {
                text += "vertex";
                for (const double x : mesh.positions[v]) text += " " + std::to_string(x);
                text += "\n";
            }
            text += "endloop\nendfacet\n";
        }
        write(name, text + "endsolid\n");
    }
};

TEST_F(Reading, StlIsWeldedUnlessToldOtherwise) {
    write_stl("cube.stl", cube(0, 1));
    const Outcome welded = pliant("check cube.stl");
    EXPECT_EQ(welded.code, 0);
    EXPECT_NE(welded.out.find("8 vertices, 12 triangles, closed"), std::string::npos) << welded.out;
    EXPECT_EQ(pliant("check cube.stl --no-weld").code, 1);
    EXPECT_NE(pliant("check cube.stl --no-weld").out.find("36 vertices"), std::string::npos);
    EXPECT_NE(pliant("inspect cube.stl").out.find("8"), std::string::npos);
    expect_refusal(pliant("check cube.stl --weld --no-weld"), {"--weld", "--no-weld"});
}

TEST_F(Reading, StlFramesAreWelded) {
    for (int k = 0; k < 3; ++k) {
        write_stl("f" + std::to_string(k) + ".stl", shifted(cube(0, 1), {double(k), 0, 0}));
    }
    const Outcome outcome = pliant("check 'f*.stl' --json -");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.json()["bodies"][0]["vertices"], 8);
}

TEST_F(Reading, WeldingLeadsBackToTheFile) {
    write_stl("cube.stl", cube(0, 1));
    const Json listed = pliant("check cube.stl --json - --pairs").json()["bodies"][0];
    ASSERT_EQ(listed["vertex_in_file"].size(), 8u);
    const io::Mesh soup = io::read_mesh(path("cube.stl"));
    const io::Mesh welded = io::read_mesh(path("cube.stl"), {io::Weld::soups});
    for (std::size_t v = 0; v < 8; ++v) {
        EXPECT_EQ(soup.positions[listed["vertex_in_file"][v]], welded.positions[v]);
    }
    EXPECT_FALSE(pliant("check cube.stl --json -").json()["bodies"][0].contains("vertex_in_file"));
    EXPECT_FALSE(pliant("check cube.stl --json - --pairs --no-weld").json()["bodies"][0].contains("vertex_in_file"));
}

TEST_F(Reading, ObjectsAreBodiesOfTheirOwn) {
    const auto vertices = [](double z) {
        std::string text;
        for (const char* xy : {"0 0", "1 0", "0 1"}) text += std::string("v ") + xy + " " + std::to_string(z) + "\n";
        return text;
    };
    write("two.obj",
          "o below\n" + vertices(0) + "f 1 2 3\no across\nv 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.2 1\nf 4 5 6\n");
    const Json json = pliant("check two.obj --json - --pairs").json();
    ASSERT_EQ(json["bodies"].size(), 2u);
    EXPECT_EQ(json["bodies"][0]["name"], "two.obj:below");
    EXPECT_EQ(json["bodies"][1]["name"], "two.obj:across");
    EXPECT_EQ(json["bodies"][1]["vertex_in_file"], Json::parse("[3, 4, 5]"));
    EXPECT_EQ(json["frames"][0]["between"], 1);
    EXPECT_EQ(json["frames"][0]["polygons"], Json::parse("[[0, 1]]"));
    EXPECT_NE(pliant("check two.obj").out.find("two.obj:below and two.obj:across"), std::string::npos);
    const Json merged = pliant("check two.obj --merge --json -").json();
    ASSERT_EQ(merged["bodies"].size(), 1u);
    EXPECT_EQ(merged["frames"][0]["self"], 1);
    EXPECT_EQ(pliant("inspect two.obj --json -").json()["body"]["triangles"], 2);
}

std::string named_cube(const char* name, double low, double high, int before) {
    const io::Mesh mesh = cube(low, high);
    std::string text = std::string("o ") + name + "\n";
    for (const auto& p : mesh.positions)
        text += "v " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(p[2]) + "\n";
    for (const auto& t : mesh.triangles) {
        text += "f";
        for (const auto v : t) text += " " + std::to_string(int(v) + 1 + before);
        text += "\n";
    }
    return text;
}

TEST_F(Reading, ObjectsAreBodiesInEveryCommandThatComparesBodies) {
    write("two.obj", named_cube("low", 0, 2, 0) + named_cube("high", 1, 3, 8));
    for (const char* command : {"contacts two.obj", "overlap two.obj", "distance two.obj"}) {
        const Outcome outcome = pliant(command + std::string(" --json -"));
        EXPECT_EQ(outcome.code, 1) << command << outcome.err;
        const Json json = outcome.json();
        ASSERT_EQ(json["bodies"].size(), 2u) << command;
        EXPECT_EQ(json["bodies"][1]["name"], "two.obj:high") << command;
        EXPECT_EQ(json["bodies"][1]["vertex_in_file"][0], 8) << command;
        EXPECT_EQ(json["bodies"][1]["polygon_of_triangle"][0], 12) << command;
    }
    EXPECT_NEAR(pliant("overlap two.obj --json -").json()["frames"][0]["pairs"][0]["volume"].get<double>(), 1, 0.02);
    expect_refusal(pliant("contacts two.obj --merge"), {"needs two bodies or more"});
    write("points.csv", "2.5,2.5,2.5\n");
    const Json inside = pliant("contains two.obj points.csv --json -").json();
    ASSERT_EQ(inside["bodies"].size(), 2u);
    EXPECT_EQ(pliant("contains two.obj points.csv --merge --json -").json()["bodies"].size(), 1u);
}

TEST_F(Reading, WeldedVerticesLeadBackFromDepthsOfAnOverlap) {
    io::Mesh soup;
    for (const auto& triangle : cube(0, 2).triangles) {
        const auto first = std::uint32_t(soup.positions.size());
        for (const auto v : triangle) soup.positions.push_back(cube(0, 2).positions[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    write_stl("a.stl", soup);
    write_obj("b.obj", cube(1, 3));
    const Json json = pliant("overlap a.stl b.obj --depths --json -").json();
    const Json& deepest = json["frames"][0]["pairs"][0]["penetrations"][0];
    ASSERT_EQ(deepest["body"], 0);
    const std::size_t in_file = json["bodies"][0]["vertex_in_file"][deepest["vertex"].get<std::size_t>()];
    EXPECT_EQ(soup.positions[in_file], (std::array<double, 3>{2, 2, 2}));
    EXPECT_FALSE(json["bodies"][1].contains("vertex_in_file"));
}

TEST_F(Reading, ObjectsOfFramesMoveApart) {
    const std::string faces = "o a\nf 1 2 3\no b\nf 4 5 6\n";
    const std::string still = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    write("f0.obj", still + "v 0.2 0.2 1\nv 0.2 0.2 2\nv 0.3 0.2 2\n" + faces);
    write("f1.obj", still + "v 0.2 0.2 -1\nv 0.2 0.2 2\nv 0.3 0.2 2\n" + faces);
    const Json json = pliant("check 'f*.obj' --json -").json();
    ASSERT_EQ(json["bodies"].size(), 2u);
    EXPECT_EQ(json["frames"][0]["pairs"], 0);
    EXPECT_EQ(json["frames"][1]["between"], 1);
}

TEST_F(Reading, StandardInputIsAFile) {
    write_obj("cube.obj", cube(0, 1));
    const Json json = pliant("check - --format obj --json - < cube.obj").json();
    EXPECT_EQ(json["bodies"][0]["name"], "standard input");
    EXPECT_EQ(json["bodies"][0]["triangles"], 12);
    EXPECT_EQ(pliant("check - < cube.obj").code, 0);  // by content
    EXPECT_EQ(pliant("check /dev/stdin --format obj < cube.obj").code, 0);
    EXPECT_EQ(pliant("inspect - --json - < cube.obj").json()["body"]["closed"], true);
    write("packed", "gzip < cube.obj > cube.gz\n");
    EXPECT_EQ(pliant("--version >/dev/null; bash ./packed").code, 0);
    EXPECT_EQ(pliant("check - --format obj.gz < cube.gz").code, 0);
    write("one.node", "1 3 0 0\n1 0 0 0\n");
    expect_refusal(pliant("check - --format node < one.node"), {"standard input", "two files, .node and .ele"});
    expect_refusal(pliant("check - --format obj < /dev/null"), {"standard input: the file is empty"});
    expect_refusal(pliant("check - --format xyz < cube.obj"), {"--format", "xyz", "obj, ply"});
    write("bad.obj", "v 0 0 nil\n");
    expect_refusal(pliant("check - --format obj < bad.obj"), {"standard input:1: expected a coordinate"});
}

TEST_F(Reading, StandardInputIsReadOnce) {
    write_obj("cube.obj", cube(0, 1));
    for (const char* command : {"check", "contacts", "overlap", "distance", "contains"}) {
        expect_refusal(pliant(std::string(command) + " - - < cube.obj"), {"-: standard input can be read once only"});
    }
}

TEST_F(Reading, PipesAreReadToTheirEnd) {
    write_ply("cube.ply", cube(0, 1));
    const std::string bytes = read("cube.ply");
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    std::thread writer([&] { write("pipe", bytes); });
    const Outcome outcome = pliant("check pipe --json -");
    writer.join();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.json()["bodies"][0]["triangles"], 12);
}

TEST_F(Reading, FormatsThatAreNotReadSayHowToConvert) {
    write("scene.abc", "Ogawa");
    write("part.STEP", "ISO-10303-21;");
    write("scene.dae", "<?xml version='1.0'?><COLLADA/>");
    expect_refusal(pliant("check scene.abc"), {"scene.abc: Alembic is not read", "Blender"});
    expect_refusal(pliant("check part.STEP"), {"part.STEP: STEP is not read", "FreeCAD"});
    expect_refusal(pliant("check scene.dae"), {"COLLADA is not read", "Blender"});
    expect_refusal(pliant("check none.fbx"), {"none.fbx: cannot be read"});
}

}  // namespace
}  // namespace pliant::cli_test
