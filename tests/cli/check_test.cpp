// pliant check on meshes: what is found, and how JSON says it.
#include <limits>

#include <cmath>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Check = CommandTest;

std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> result;
    for (const auto& [key, value] : object.items()) result.push_back(key);
    return result;
}

void expect_sums(const Json& frame) {
    std::size_t kinds = 0;
    for (const auto& [kind, count] : frame["kinds"].items()) kinds += count.get<std::size_t>();
    EXPECT_EQ(frame["pairs"], kinds);
    EXPECT_EQ(frame["pairs"].get<std::size_t>(),
              frame["self"].get<std::size_t>() + frame["between"].get<std::size_t>());
}

TEST_F(Check, CrossingCubesExitWithOne) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("check a.obj b.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    const Json frame = outcome.json()["frames"][0];
    expect_sums(frame);
    EXPECT_GT(frame["kinds"]["crossing"], 0);
    EXPECT_EQ(frame["self"], 0);
    EXPECT_EQ(frame["complete"], true);
}

TEST_F(Check, CubesApartExitWithZero) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", cube(2, 3));
    const Outcome outcome = pliant("check a.obj b.obj");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("no intersecting triangles"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Check, CubesSideBySideTouchAndLieInOnePlane) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", shifted(cube(0, 1), {1, 0, 0}));
    const Outcome outcome = pliant("check a.obj b.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    const Json kinds = outcome.json()["frames"][0]["kinds"];
    EXPECT_EQ(kinds["crossing"], 0);
    EXPECT_EQ(kinds["fold"], 0);
    EXPECT_GE(kinds["coplanar"], 2);  // the common face, cut along the same or the other diagonal
    EXPECT_GT(kinds["touching"], 0);
}

TEST_F(Check, CubesThatMeetInOneCornerOnlyTouch) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", cube(1, 2));
    const Json kinds = pliant("check a.obj b.obj --json -").json()["frames"][0]["kinds"];
    EXPECT_GT(kinds["touching"], 0);
    EXPECT_EQ(kinds["crossing"], 0);
    EXPECT_EQ(kinds["coplanar"], 0);
}

TEST_F(Check, JsonKeepsItsKeysAndTheirOrder) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json json = pliant("check a.obj b.obj --json - --pairs").json();
    using Keys = std::vector<std::string>;
    EXPECT_EQ(keys(json), (Keys{"pliant", "schema", "command", "bodies", "frames"}));
    EXPECT_EQ(keys(json["bodies"][0]),
              (Keys{"name", "vertices", "triangles", "closed", "manifold", "consistently_oriented", "set_aside"}));
    EXPECT_EQ(keys(json["frames"][0]),
              (Keys{"frame", "name", "pairs", "counted", "self", "between", "complete", "all_examined", "stopped_by",
                    "kinds", "known", "milliseconds", "regions", "relations", "list"}));
    EXPECT_EQ(keys(json["frames"][0]["kinds"]), (Keys{"crossing", "touching", "coplanar", "fold"}));
    EXPECT_EQ(keys(json["frames"][0]["milliseconds"]), (Keys{"update", "find", "nesting", "depth"}));
    EXPECT_EQ(json["schema"], 2);
    EXPECT_EQ(json["command"], "check");
    EXPECT_EQ(json["bodies"][0]["name"], "a.obj");
    EXPECT_EQ(json["bodies"][0]["vertices"], 8);
    EXPECT_EQ(json["bodies"][0]["triangles"], 12);
    EXPECT_EQ(json["bodies"][0]["closed"], true);
    EXPECT_TRUE(json["bodies"][0]["set_aside"].empty());
}

TEST_F(Check, ListHoldsEveryPairAsBodyTriangleBodyTriangleKind) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json frame = pliant("check a.obj b.obj --json - --pairs").json()["frames"][0];
    ASSERT_EQ(frame["list"].size(), frame["pairs"]);
    for (const Json& pair : frame["list"]) {
        ASSERT_EQ(pair.size(), 5u);
        EXPECT_EQ(pair[0], 0);
        EXPECT_LT(pair[1], 12);
        EXPECT_EQ(pair[2], 1);
        EXPECT_LT(pair[3], 12);
        EXPECT_TRUE(frame["kinds"].contains(pair[4].get<std::string>()));
    }
    EXPECT_FALSE(pliant("check a.obj b.obj --json -").json()["frames"][0].contains("list"));
}

TEST_F(Check, MethodsAndThreadsAgree) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json expected = pliant("check a.obj b.obj --json - --pairs --method brute_force").json()["frames"][0]["list"];
    EXPECT_GT(expected.size(), 0u);
    for (const std::string options :
         {"--method box_tree", "--method box-tree --threads 1", "--threads 3", "--method automatic"}) {
        EXPECT_EQ(pliant("check a.obj b.obj --json - --pairs " + options).json()["frames"][0]["list"], expected)
            << options;
    }
}

TEST_F(Check, SelfAndBetweenRestrict) {
    io::Mesh bent = cube(0, 2);
    bent.positions[0] = {3, 3, 3};  // the corner is pulled through the cube and out on the other side
    write_obj("bent.obj", bent);
    write_obj("b.obj", cube(1, 3.5));
    const Json both = pliant("check bent.obj b.obj --json -").json()["frames"][0];
    const Json self = pliant("check bent.obj b.obj --self --json -").json()["frames"][0];
    const Json between = pliant("check bent.obj b.obj --between --json -").json()["frames"][0];
    EXPECT_GT(both["self"], 0);
    EXPECT_GT(both["between"], 0);
    EXPECT_EQ(self["self"], both["self"]);
    EXPECT_EQ(self["between"], 0);
    EXPECT_EQ(between["self"], 0);
    EXPECT_EQ(between["between"], both["between"]);
    EXPECT_EQ(pliant("check bent.obj b.obj --self --between --json -").json()["frames"][0]["pairs"], both["pairs"]);
}

TEST_F(Check, LimitIsKeptAndSaid) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("check a.obj b.obj --json - --limit 2");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.json()["frames"][0]["pairs"], 2);
    EXPECT_EQ(outcome.json()["frames"][0]["complete"], false);
    EXPECT_NE(pliant("check a.obj b.obj --limit 2").out.find("limit"), std::string::npos);
    EXPECT_EQ(pliant("check a.obj b.obj --json - --limit 100000").json()["frames"][0]["complete"], true);
}

// LTplus-AG/ifc-lite#3561: one NaN vertex made a whole mesh report "no contact".
TEST_F(Check, OneNanHidesNoCollisionElsewhere) {
    io::Mesh a = cube(0, 2);
    a.positions.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    a.positions.push_back({0, std::numeric_limits<double>::infinity(), 0});
    a.triangles.push_back({8, 0, 1});
    a.triangles.push_back({9, 0, 1});
    write_ply("a.ply", a);
    write_obj("b.obj", cube(1, 3));
    write_obj("clean.obj", cube(0, 2));
    const Outcome outcome = pliant("check a.ply b.obj --json - --pairs");
    EXPECT_EQ(outcome.code, 1);
    const Json json = outcome.json();
    EXPECT_EQ(json["frames"][0]["list"], pliant("check clean.obj b.obj --json - --pairs").json()["frames"][0]["list"]);
    EXPECT_EQ(json["frames"][0]["complete"], true);
    EXPECT_EQ(json["frames"][0]["all_examined"], false);
    const Json expected =
        Json::parse(R"([{"kind": "not_finite", "element": 8}, {"kind": "not_finite", "element": 9}])");
    EXPECT_EQ(json["bodies"][0]["set_aside"], expected);
    EXPECT_EQ(outcome.out.find("nan"), std::string::npos);

    const Outcome text = pliant("check a.ply b.obj");
    EXPECT_NE(text.out.find("2 not_finite: vertices 8 9"), std::string::npos) << text.out;
}

TEST_F(Check, IndexOutOfRangeAndDegenerateTrianglesAreSetAside) {
    io::Mesh a = cube(0, 2);
    a.triangles.push_back({0, 1, 77});
    a.triangles.push_back({0, 0, 1});
    write_ply("a.ply", a);
    const Outcome outcome = pliant("check a.ply --json -");
    EXPECT_EQ(outcome.code, 3);
    const Json expected =
        Json::parse(R"([{"kind": "index_out_of_range", "element": 12}, {"kind": "degenerate", "element": 13}])");
    EXPECT_EQ(outcome.json()["bodies"][0]["set_aside"], expected);
    EXPECT_EQ(outcome.json()["frames"][0]["all_examined"], false);
}

// Nobody may read "no intersecting triangles" as clean where something was not looked at.
TEST_F(Check, TheLineThatSumsUpSaysWhenItIsNotComplete) {
    const std::string aside = "; not complete: elements were set aside and not looked at";
    write("nothing.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n");
    const Outcome nothing = pliant("check nothing.obj");
    EXPECT_NE(nothing.out.find("no intersecting triangles" + aside + "\n"), std::string::npos) << nothing.out;
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome limited = pliant("check a.obj b.obj nothing.obj --limit 2");
    EXPECT_NE(limited.out.find("; not complete: the limit of pairs was reached, elements were set aside"),
              std::string::npos)
        << limited.out;
    EXPECT_EQ(pliant("check a.obj b.obj").out.find("not complete"), std::string::npos);
    write("f0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write("f1.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n");
    const Outcome frames = pliant("check 'f*.obj'");
    EXPECT_NE(frames.out.find("0 of 2 frames have intersecting triangles" + aside + " in 1 frame\n"), std::string::npos)
        << frames.out;
}

TEST_F(Check, UpdateHoldsTheBuild) {
    write_obj("a.obj", cube(0, 2));
    const Json first = pliant("check a.obj --json - --method box_tree").json()["frames"][0];
    EXPECT_GT(first["milliseconds"]["update"], 0);
}

TEST_F(Check, SizesBeyondTheRangeOfDoubleAreSaid) {
    write("huge.obj",
          "v -1.7e308 -1.7e308 0\nv 1.7e308 -1.7e308 0\nv 0 1.7e308 0\nv 0 0 -1\nv 1 0 1\nv -1 0 1\n"
          "f 1 2 3\nf 4 5 6\n");
    const Outcome outcome = pliant("check huge.obj");
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_EQ(outcome.out.find("nan"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("inf"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("size above 1.8e+308"), std::string::npos) << outcome.out;
}

TEST_F(Check, ConcavePolygonIsClean) {
    write("dart.obj", "v 0 0 0\nv 2 1 0\nv 0 2 0\nv 0.5 1 0\nf 1 2 3 4\n");
    const Outcome outcome = pliant("check dart.obj");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_NE(outcome.out.find("2 triangles from 1 polygon, open"), std::string::npos) << outcome.out;
}

// Two identical bodies were "clean".
TEST_F(Check, TheSameBodyTwiceIntersectsItself) {
    write_obj("a.obj", cube(0, 2));
    const Outcome outcome = pliant("check a.obj a.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.json()["bodies"][1]["set_aside"], Json::array());
    EXPECT_GE(outcome.json()["frames"][0]["kinds"]["coplanar"], 12);
}

TEST_F(Check, TetrahedraAreCheckedAtTheirBoundary) {
    const std::vector<std::array<double, 3>> positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}, {1, 2, 3, 4}};
    io::write_mesh(path("two.msh"), VolumeView{positions, tetrahedra});
    write_obj("b.obj", cube(0.1, 0.2));
    const Json json = pliant("check two.msh b.obj --json -").json();
    EXPECT_EQ(json["bodies"][0]["tetrahedra"], 2);
    EXPECT_EQ(json["bodies"][0]["triangles"], 6);
    EXPECT_EQ(json["bodies"][0]["closed"], true);
    EXPECT_FALSE(json["bodies"][1].contains("tetrahedra"));
    EXPECT_EQ(json["frames"][0]["pairs"], 0);  // the cube lies inside, and touches no boundary
    write_obj("b.obj", cube(-0.1, 0.2));
    EXPECT_EQ(pliant("check two.msh b.obj").code, 1);
}

TEST_F(Check, PolygonsAreMappedBack) {
    write("table.obj",
          "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 5 0 0\nv 7 0 0\nv 7 2 0\nv 5 2 0\nf 1 2 3 4\nf 5 6 7 8\n");
    write("needle.obj", "v 5.2 1.5 -1\nv 5.4 1.5 -1\nv 5.3 1.6 1\nf 1 2 3\n");
    const Json json = pliant("check table.obj needle.obj --json - --pairs").json();
    EXPECT_EQ(json["bodies"][0]["polygons"], 2);
    EXPECT_FALSE(json["bodies"][1].contains("polygons"));
    ASSERT_EQ(json["frames"][0]["list"].size(), 1u);
    EXPECT_EQ(json["frames"][0]["list"][0], Json::parse(R"([0, 3, 1, 0, "crossing"])"));
    EXPECT_EQ(json["frames"][0]["polygons"], Json::parse("[[1, 0]]"));
    const Outcome text = pliant("check table.obj needle.obj");
    EXPECT_NE(text.out.find("3 (polygon 1) and 0"), std::string::npos) << text.out;
}

// Open3D#1185: 137,714 pairs on a soup of 26,306 triangles, with no word of why.
TEST_F(Check, SoupGetsAHintAndWeldingCleansIt) {
    const io::Mesh whole = cube(0, 1);
    io::Mesh soup;
    for (const Triangle& t : whole.triangles) {
        const auto first = std::uint32_t(soup.positions.size());
        for (const std::uint32_t v : t) soup.positions.push_back(whole.positions[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    write_obj("soup.obj", soup);
    const Outcome unwelded = pliant("check soup.obj");
    EXPECT_EQ(unwelded.code, 1);
    EXPECT_NE(unwelded.out.find("--weld"), std::string::npos) << unwelded.out;
    const Outcome welded = pliant("check soup.obj --weld");
    EXPECT_EQ(welded.code, 0);
    EXPECT_EQ(welded.out.find("--weld"), std::string::npos) << welded.out;
    EXPECT_NE(welded.out.find("8 vertices, 12 triangles, closed"), std::string::npos) << welded.out;
}

TEST_F(Check, TextNamesTheWorstRegionsWithTheirPlace) {
    write_obj("big.obj", cube(-10, 10));
    io::Mesh two = cube(9, 11);
    const io::Mesh other = shifted(cube(-0.5, 0.5), {-10, 0, 0});
    for (const Triangle& t : other.triangles) two.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    two.positions.insert(two.positions.end(), other.positions.begin(), other.positions.end());
    write_obj("small.obj", two);
    const Outcome outcome = pliant("check big.obj small.obj --between");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("worst regions"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("big.obj and small.obj: "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("crossing"), std::string::npos) << outcome.out;
}

/// Triangles that all cross in one place, those of another fan too.
io::Mesh fan_of(unsigned number, double begin = 0) {
    io::Mesh fan;
    for (unsigned i = 0; i < number; ++i) {
        const double angle = begin + 0.004 * i, x = std::cos(angle), y = std::sin(angle), z = 1e-4 * i;
        const auto first = static_cast<std::uint32_t>(fan.positions.size());
        fan.positions.insert(fan.positions.end(), {{-x, -y, z - 1}, {x, y, z}, {0, 0, 2}});
        fan.triangles.push_back({first, first + 1, first + 2});
    }
    return fan;
}

// All pairs were listed once more, without a limit, to see which bodies are inside others.
TEST_F(Check, NestingKeepsToTheMemory) {
    write_ply("a.ply", fan_of(350));
    write_ply("b.ply", fan_of(350, 0.002));
    write_obj("outer.obj", cube(10, 14));
    write_obj("inner.obj", cube(11, 12));
    const std::string files = "check a.ply b.ply outer.obj inner.obj";
    EXPECT_TRUE(pliant(files + " --limit 1").says("inner.obj is inside outer.obj"));
    const Outcome outcome = pliant(files + " --memory 8");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("whether bodies are inside others is not decided")) << outcome.out;
    EXPECT_FALSE(pliant(files + " --memory 8 --no-nesting").says("is not decided"));
}

// Their pairs were listed until memory was gone.
TEST_F(Check, PairsBeyondTheMemoryAreCounted) {
    constexpr unsigned number = 700;
    write_ply("fan.ply", fan_of(number));
    const Json whole = pliant("check fan.ply --json -").json()["frames"][0];
    EXPECT_EQ(whole["pairs"], whole["counted"]);
    EXPECT_EQ(whole["pairs"], number * (number - 1) / 2);
    const Outcome outcome = pliant("check fan.ply --memory 8");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("not complete: stopped by memory, 244650 pairs counted, ")) << outcome.out;
    const Json limited = pliant("check fan.ply --memory 8 --json -").json()["frames"][0];
    EXPECT_EQ(limited["counted"], whole["pairs"]);
    EXPECT_EQ(limited["stopped_by"], "bytes");
    EXPECT_LT(limited["pairs"], whole["pairs"]);
    EXPECT_EQ(pliant("check fan.ply --memory 0").code, 2);
}

}  // namespace
}  // namespace pliant::cli_test
