// pliant overlap and pliant contains.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Overlap = CommandTest;
using Contains = CommandTest;

const std::filesystem::path data = PLIANT_SHARED_DATA;

Json only_entry(const Outcome& outcome, const std::string& of) {
    const Json json = outcome.json();
    EXPECT_EQ(json["frames"].size(), 1u);
    EXPECT_EQ(json["frames"][0][of].size(), 1u);
    return json["frames"][0][of][0];
}
Json only_pair(const Outcome& outcome) { return only_entry(outcome, "pairs"); }
Json only_body(const Outcome& outcome) { return only_entry(outcome, "bodies"); }

TEST_F(Overlap, OfTwoCubes) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(0, 2));
    const Outcome outcome = pliant("overlap a.obj b.obj --tolerance 1% --move-b 1,0.5,-1 --json -");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.json()["command"], "overlap");
    const Json json = only_pair(outcome);
    EXPECT_NEAR(json["volume"], 1 * 1.5 * 1, 1e-9);
    EXPECT_LE(json["error"], 1e-9);
    EXPECT_NEAR(json["centroid"][0], 1.5, 1e-9);
    EXPECT_NEAR(json["centroid"][2], 0.5, 1e-9);
    EXPECT_EQ(json["inconsistent_pixels"], 0);
    EXPECT_GT(json["resolution"], 0);
    EXPECT_EQ(json["complete"], true);
}

/// By layers that a graphics card, or a renderer in its place, has drawn.
TEST_F(Overlap, IsSampledByAProducerOfLayers) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    write_obj("far.obj", cube(7, 9));
    write("points.csv", "0.5,0.5,0.5\n2.5,0.5,0.5\n");
    const Outcome first = pliant("overlap a.obj b.obj --producer opengl --json -");
    if (first.code == 2) GTEST_SKIP() << first.err;
    for (const std::string producer : {"opengl", "stencil"}) {
        const Outcome outcome = pliant("overlap a.obj b.obj --producer " + producer + " --json -");
        EXPECT_EQ(outcome.code, 1);
        EXPECT_FALSE(outcome.json()["sampled_by"].get<std::string>().empty());
        EXPECT_NEAR(only_pair(outcome)["volume"], 1, 0.01);
        EXPECT_GE(only_pair(outcome)["error"], 0.9);  // samples prove nothing
        const Outcome points = pliant("contains a.obj points.csv --producer " + producer + " --json -");
        EXPECT_EQ(points.code, 1);
        EXPECT_FALSE(points.json()["sampled_by"].get<std::string>().empty());
        EXPECT_EQ(only_body(points)["inside"], Json::array({0}));
    }
    EXPECT_TRUE(pliant("overlap a.obj b.obj --producer opengl").says("sampled by "));
    EXPECT_EQ(pliant("overlap a.obj far.obj --producer opengl").code, 0);  // boxes are apart, which is certain
    EXPECT_FALSE(pliant("overlap a.obj b.obj --json -").json().contains("sampled_by"));
}

TEST_F(Overlap, RefusesWhatAProducerOfLayersCannotTell) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    expect_refusal(pliant("overlap a.obj b.obj --producer vulkan"), {"--producer", "vulkan"});
    if (pliant("overlap a.obj b.obj --producer opengl").code == 2) GTEST_SKIP() << "no OpenGL";
    expect_refusal(pliant("overlap a.obj b.obj --producer opengl --depths"), {"--producer", "--depths"});
    expect_refusal(pliant("overlap a.obj --producer opengl"), {"--producer", "two bodies"});
}

TEST_F(Overlap, InWordsNamesTheError) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("overlap a.obj b.obj --depths");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("shared volume: 1 ±"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("2 vertices inside the other body, the deepest by 1"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("deepest: vertex 7 of a.obj at (2, 2, 2), out along ("), std::string::npos)
        << outcome.out;
}

TEST_F(Overlap, SaysWhichDetectorAnswered) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(0, 2));
    const std::string asked = "overlap a.obj b.obj --move-b 1,0.25,0.5";
    EXPECT_EQ(only_pair(pliant(asked + " --json -"))["detector"], "surface_overlap");
    EXPECT_EQ(only_pair(pliant(asked + " --resolution 8 --json -"))["detector"], "depth_layers");
    EXPECT_EQ(only_pair(pliant("overlap a.obj --json -"))["detector"], "depth_layers");
    EXPECT_NE(pliant(asked).out.find("by surface_overlap: "), std::string::npos);
    EXPECT_NE(pliant(asked + " --axis x").out.find("by depth_layers: "), std::string::npos);
}

TEST_F(Overlap, OfOneBodyIsWithItself) {
    io::Mesh two = cube(0, 2);
    const io::Mesh second = shifted(cube(0, 2), {1, 0.25, 0.5});
    for (const Triangle& t : second.triangles) two.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    two.positions.insert(two.positions.end(), second.positions.begin(), second.positions.end());
    write_obj("two.obj", two);
    const Json json = only_pair(pliant("overlap two.obj --json -"));
    EXPECT_EQ(json["self"], true);
    EXPECT_LE(std::abs(json["volume"].get<double>() - 1 * 1.75 * 1.5), json["error"].get<double>());
    EXPECT_EQ(json["self_overlapping"][0], true);
}

TEST_F(Overlap, IsDrawnAndExported) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(pliant("overlap a.obj b.obj --resolution 4 --export spans.ply --image shared.png").code, 1);
    const io::Mesh boxes = io::read_mesh(path("spans.ply"));
    EXPECT_EQ(boxes.triangles.size(), 4u * 4u * 12u);
    for (const auto& p : boxes.positions) {
        for (const double c : p) EXPECT_TRUE(c >= 1 && c <= 2) << c;
    }
    EXPECT_GT(std::filesystem::file_size(path("shared.png")), 1000u);
}

TEST_F(Overlap, RefusesWhatItCannotUse) {
    write_obj("a.obj", cube(0, 2));
    expect_refusal(pliant("overlap a.obj a.obj --tolerance tight"), {"--tolerance", "tight"});
    expect_refusal(pliant("overlap a.obj a.obj --tolerance 0"), {"--tolerance"});
    expect_refusal(pliant("overlap a.obj a.obj --move-b 1,2"), {"--move-b", "X,Y,Z"});
    expect_refusal(pliant("overlap a.obj a.obj --axis up"), {"--axis"});
    expect_refusal(pliant("overlap a.obj a.obj --export spans.obj"), {"--export", ".ply"});
    expect_refusal(pliant("overlap a.obj --depths"), {"two bodies"});
    expect_refusal(pliant("overlap a.obj missing.obj"), {"missing.obj"});
}

TEST_F(Overlap, OfRealMeshesLiesWithinItsError) {
    if (!std::filesystem::exists(data / "groundtruth")) GTEST_SKIP() << "no shared data at " << data;
    std::ifstream in(data / "groundtruth/inter.json");
    std::size_t asked = 0;
    const Json known = Json::parse(in);
    for (const Json& expected : known["results"]) {
        if (!expected.contains("volume_intersection")) continue;
        const auto by = expected["translate_B"].get<std::array<double, 3>>();
        const std::string files = (data / expected["A"].get<std::string>()).string() + " " +
                                  (data / expected["B"].get<std::string>()).string();
        const std::string move = std::to_string(by[0]) + "," + std::to_string(by[1]) + "," + std::to_string(by[2]);
        const Json json = only_pair(pliant("overlap " + files + " --tolerance 1% --move-b " + move + " --json -"));
        const double truth = expected["volume_intersection"], volume = json["volume"], error = json["error"];
        EXPECT_LE(std::abs(volume - truth), error) << files;
        if (truth > 0) {
            EXPECT_LE(error, 0.01 * volume) << files;
        }
        ++asked;
    }
    EXPECT_GT(asked, 10u);
}

// A body of which nothing can be looked at, and volume that is shared, ended with 0.
TEST_F(Overlap, ExitCodeSaysWhetherAnythingIsShared) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    write_obj("far.obj", cube(5, 6));
    write_obj("beside.obj", shifted(cube(0, 2), {2, 0, 0}));
    write("nan.obj", "v nan 0 0\nv nan 0 0\nv nan 1 0\nf 1 2 3\n");
    write("points.obj", "v 0 0 0\nv 1 0 0\n");
    write("out_of_range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    EXPECT_EQ(pliant("overlap a.obj b.obj").code, 1);
    EXPECT_EQ(pliant("overlap a.obj far.obj").code, 0);
    EXPECT_EQ(pliant("overlap a.obj beside.obj").code, 0);
    EXPECT_EQ(pliant("overlap a.obj").code, 0);
    for (const std::string nothing : {"nan.obj", "points.obj", "out_of_range.obj"}) {
        EXPECT_EQ(pliant("overlap a.obj " + nothing).code, 3) << nothing;
        EXPECT_EQ(pliant("overlap " + nothing).code, 3) << nothing;
    }
}

TEST_F(Overlap, OfAllFramesAndPairsAsACurve) {
    for (int frame = 0; frame < 4; ++frame) {
        write_ply("fall/" + std::to_string(frame) + ".ply", shifted(cube(0, 1), {0, 0, 1.5 - 0.5 * frame}));
    }
    write_obj("a \"low\" floor.obj", shifted(cube(-2, 2), {0.1, 0.2, -1.5}));
    write_obj("far.obj", cube(50, 51));
    const std::string ask = "overlap 'fall/*.ply' 'a \"low\" floor.obj' far.obj";
    const Outcome outcome = pliant(ask + " --json - --csv curve.csv --depths");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3 + 4) << outcome.out;
    const Json json = outcome.json();
    ASSERT_EQ(json["frames"].size(), 4u);
    const double expected[] = {0, 0, 0, 0.5};
    for (std::size_t frame = 0; frame < 4; ++frame) {
        const Json& pairs = json["frames"][frame]["pairs"];
        ASSERT_EQ(pairs.size(), 3u);
        EXPECT_EQ(json["frames"][frame]["frame"], frame);
        EXPECT_EQ(pairs[1]["a"], 0);
        EXPECT_EQ(pairs[1]["b"], 2);
        EXPECT_NEAR(pairs[0]["volume"], expected[frame], 1e-9);
    }
    const std::string curve = read("curve.csv");
    EXPECT_TRUE(curve.starts_with("frame,a,b,name_a,name_b,volume,error,centroid_x,")) << curve;
    EXPECT_EQ(std::count(curve.begin(), curve.end(), '\n'), 1 + 4 * 3) << curve;
    EXPECT_NE(curve.find(",\"a \"\"low\"\" floor.obj\",0.5,"), std::string::npos) << curve;
    const Outcome text = pliant(ask + " --depths");
    EXPECT_NE(text.out.find("shared volume: 1 of 4 frames, 1 of 3 pairs of bodies"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("peak: 0.5 ±"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("in frame 3 (3.ply), "), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("deepest: vertex "), std::string::npos) << text.out;
    EXPECT_EQ(pliant(ask + " --frames :3").code, 0);
    expect_refusal(pliant(ask + " --move-b 1,2,3"), {"--move-b", "two bodies"});
    expect_refusal(pliant(ask + " --frame 2 --frames 1:2"), {"--frame"});
}

TEST_F(Contains, ListsWhatIsInsideAndWhatIsNotCertain) {
    write_obj("a.obj", cube(0, 2));
    write("points.csv",
          "# some points\nname,x,y,z\nmiddle,1,1,1\nfar,5,0,0\nface,2,1,1\nhex,0x1p-1,0x1.8p+0,1e0\nbad,nan,0,0\n");
    const Outcome outcome = pliant("contains a.obj points.csv --json -");
    EXPECT_EQ(outcome.code, 1);
    const Json json = only_body(outcome);
    EXPECT_EQ(json["points"], 5);
    EXPECT_EQ(json["inside"], Json({0, 3}));
    EXPECT_EQ(json["on_surface"], Json({2}));
    EXPECT_EQ(json["uncertain"], Json::array());
    EXPECT_EQ(json["invalid"], Json({4}));
    const Json bounded = only_body(pliant("contains a.obj points.csv --fast --json -"));
    EXPECT_EQ(bounded["inside"], Json({0, 3}));
    EXPECT_EQ(bounded["uncertain"], Json({2}));
    EXPECT_GT(bounded["bound"], 0);
}

TEST_F(Contains, SaysWhatItSetAsideAndWhetherALimitStoppedIt) {
    write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv nan 0 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 1 2 5\n");
    write("points.csv", "0.1,0.1,0.1\n");
    const Json json = only_body(pliant("contains a.obj points.csv --json -"));
    EXPECT_EQ(json["stopped_by"], "none");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["all_examined"], false);
    EXPECT_EQ(json["set_aside"], Json::array({{{"kind", "not_finite"}, {"element", 4}}}));
    write_obj("whole.obj", cube(0, 2));
    EXPECT_EQ(only_body(pliant("contains whole.obj points.csv --json -"))["set_aside"], Json::array());
}

TEST_F(Contains, TakesTheVerticesOfAMesh) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(only_body(pliant("contains a.obj b.obj --json -"))["inside"].size(), 1u);
    const Outcome outcome = pliant("contains a.obj b.obj");
    EXPECT_NE(outcome.out.find("8 points: 1 inside, 7 outside, 0 exactly on the surface"), std::string::npos)
        << outcome.out;
}

TEST_F(Contains, ReadsNumbersInQuotesAndBetweenSemicolons) {
    write_obj("a.obj", cube(0, 2));
    for (const std::string text : {"\"0.5\",\"0.5\",\"0.5\"\n", "\"x\",\"y\",\"z\"\n\"0.5\", \" 0.5\" ,0.5\n",
                                   "0.5;0.5;0.5\n", "\"name, or ; none\",0.5,0.5,0.5\n", "\"0.5\" \"0.5\" \"0.5\"\n"}) {
        write("points.csv", text);
        EXPECT_EQ(only_body(pliant("contains a.obj points.csv --json -"))["inside"], Json::array({0})) << text;
    }
}

/// As spreadsheets write "CSV UTF-8".
TEST_F(Contains, PassesOverAByteOrderMark) {
    write_obj("a.obj", cube(0, 2));
    for (const std::string heading : {"", "x,y,z\r\n"}) {
        write("points.csv", "\xEF\xBB\xBF" + heading + "0.5,0.5,0.5\r\n");
        EXPECT_EQ(only_body(pliant("contains a.obj points.csv --json -"))["inside"], Json::array({0})) << heading;
    }
}

TEST_F(Contains, RefusesDecimalCommas) {
    write_obj("a.obj", cube(0, 2));
    for (const std::string line :
         {"0,5;0,5;0,5", "-0,5;1;1", "\"0,5\",\"0,5\",\"0,5\"", "\"0,5\";\"0,5\";\"0,5\"", "1;1;,5"}) {
        write("points.csv", "x;y;z\n" + line + "\n");
        expect_refusal(pliant("contains a.obj points.csv"), {"points.csv:2", "decimal comma"});
        write("points.csv", line + "\n");
        expect_refusal(pliant("contains a.obj points.csv"), {"points.csv:1", "decimal comma"});
    }
}

TEST_F(Contains, RefusesWhatItCannotRead) {
    write_obj("a.obj", cube(0, 2));
    write("bad.csv", "0,0,0\n1,2\n");
    expect_refusal(pliant("contains a.obj bad.csv"), {"bad.csv:2"});
    expect_refusal(pliant("contains a.obj none.csv"), {"none.csv"});
    expect_refusal(pliant("contains a.obj bad.csv --rule odd"), {"--rule", "odd"});
}

TEST_F(Contains, IsExactUnlessItIsToBeFast) {
    write_obj("a.obj", cube(0, 2));
    write("points.csv", "2,1,1\n1.999999,1,1\n");
    const Outcome exact = pliant("contains a.obj points.csv");
    EXPECT_NE(exact.out.find("1 inside, 0 outside, 1 exactly on the surface"), std::string::npos) << exact.out;
    EXPECT_EQ(exact.code, 1);
    const Outcome fast = pliant("contains a.obj points.csv --fast");
    EXPECT_NE(fast.out.find("2 uncertain (near the surface; without --fast they are settled)"), std::string::npos)
        << fast.out;
    EXPECT_EQ(fast.code, 3);
    expect_refusal(pliant("contains a.obj points.csv --exact"), {"--exact", "--fast"});
}

// It promised what it does not keep.
TEST_F(Contains, FastPromisesNothingOfOpenSurfaces) {
    io::Mesh tube = cube(0, 4);
    tube.triangles.erase(tube.triangles.begin(), tube.triangles.begin() + 4);
    write_obj("tube.obj", tube);
    write("points.csv", "1,1,1\n");
    const Outcome outcome = pliant("contains tube.obj points.csv --fast");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.out.find("without --fast"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("1 point: 0 inside, 0 outside, 1 uncertain"), std::string::npos) << outcome.out;
}

TEST_F(Contains, PointsComeThroughPipes) {
    write_obj("a.obj", cube(0, 2));
    const auto piped = [&](const std::string& points, const std::string& arguments) {
        return pliant("--version >/dev/null; printf '" + points + "' | '" PLIANT_COMMAND "' contains " + arguments);
    };
    EXPECT_EQ(only_body(piped("1,1,1\n3,3,3\n", "a.obj - --format csv --json -"))["inside"], Json::array({0}));
    EXPECT_EQ(only_body(piped("1 1 1\n", "a.obj - --format XYZ --json -"))["inside"], Json::array({0}));
    EXPECT_EQ(only_body(piped("v 1 1 1\nv 5 1 1\n", "a.obj - --format .OBJ --json -"))["points"], 2);
    write("points.csv", "1,1,1\n");
    const Outcome body =
        pliant("--version >/dev/null; cat a.obj | '" PLIANT_COMMAND "' contains - points.csv --format obj");
    EXPECT_EQ(body.code, 1) << body.err;
    expect_refusal(piped("1,1,1\n", "a.obj -"), {"standard input: unknown format", "--format csv"});
    expect_refusal(pliant("contains - - --format csv"), {"standard input can be read once"});
    expect_refusal(pliant("contains a.obj - --format docx"), {"--format", "docx", "obj", "csv"});
}

// It said "answered", 0, whatever it found.
TEST_F(Contains, ExitCodeSaysWhetherAnythingIsInside) {
    write_obj("a.obj", cube(0, 2));
    write("in.csv", "1,1,1\n");
    write("out.csv", "3,1,1\n");
    write("nan.csv", "nan,1,1\n");
    write("nothing.obj", "v nan 0 0\nv nan 0 0\nv nan 1 0\nf 1 2 3\n");
    EXPECT_EQ(pliant("contains a.obj in.csv").code, 1);
    EXPECT_EQ(pliant("contains a.obj out.csv").code, 0);
    EXPECT_EQ(pliant("contains a.obj nan.csv").code, 3);
    EXPECT_EQ(pliant("contains nothing.obj out.csv").code, 3);
    expect_refusal(pliant("contains a.obj"), {"BODY", "POINTS"});
}

// A tube that is open at both ends has no inside; points in it were said to be inside for certain.
TEST_F(Contains, NothingIsCertainInAnOpenTube) {
    io::Mesh tube = cube(0, 1);
    tube.triangles.erase(tube.triangles.begin(), tube.triangles.begin() + 4);  // its faces at z = 0 and 1
    for (auto& p : tube.positions) p[2] *= 6;
    write_obj("tube.obj", tube);
    write("points.csv", "0.5,0.5,1\n0.4,0.5,3\n0.3,0.2,5\n0.5,0.5,7\n3,3,3\n");
    const Outcome outcome = pliant("contains tube.obj points.csv --json -");
    const Json json = only_body(outcome);
    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(json["inside"], Json::array());
    EXPECT_EQ(json["uncertain"], Json({0, 1, 2}));
    EXPECT_EQ(json["openings"], 2);
    const Outcome text = pliant("contains tube.obj points.csv");
    EXPECT_NE(text.out.find("tube.obj: not closed, or not facing one way (2 borders)"), std::string::npos) << text.out;
}

TEST_F(Contains, OfAllFramesAndBodiesAsACurve) {
    for (int frame = 0; frame < 3; ++frame) {
        write_ply("move/" + std::to_string(frame) + ".ply", shifted(cube(0, 1), {0.9 * frame, 0, 0}));
    }
    write_obj("still.obj", cube(-1, 3));
    write("points.csv", "0.5,0.5,0.5\n1.5,0.5,0.5\n");
    const std::string ask = "contains 'move/*.ply' still.obj points.csv";
    const Outcome outcome = pliant(ask + " --csv -");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out,
              "frame,body,name,inside,on_surface,uncertain,outside,invalid,all_examined\n"
              "0,0,move/*.ply,1,0,0,1,0,true\n0,1,still.obj,2,0,0,0,0,true\n"
              "1,0,move/*.ply,1,0,0,1,0,true\n1,1,still.obj,2,0,0,0,0,true\n"
              "2,0,move/*.ply,0,0,0,2,0,true\n2,1,still.obj,2,0,0,0,0,true\n");
    EXPECT_EQ(pliant(ask + " --json -").json()["frames"][1]["bodies"][0]["inside"], Json({1}));
    EXPECT_NE(pliant(ask).out.find("peak: 2 points in frame 0 (0.ply), still.obj"), std::string::npos)
        << pliant(ask).out;
    const std::string moving = pliant("contains still.obj 'move/*.ply' --csv -").out;
    EXPECT_NE(moving.find("\n1,0,still.obj,8,0,0,0,0,true\n"), std::string::npos) << moving;
    expect_refusal(pliant(ask + " --frames 1:1"), {"--frames", "3 frames"});
}

TEST_F(Contains, KnowsThePointsOfRealMeshes) {
    if (!std::filesystem::exists(data / "groundtruth")) GTEST_SKIP() << "no shared data at " << data;
    const std::string points = (data / "groundtruth/primitives/contains_knot_6k.csv").string();
    const std::string body = (data / "surfaces/knot_6k.off").string();
    std::vector<std::uint32_t> inside;
    std::ifstream in(points);
    std::uint32_t row = 0;
    for (std::string line; std::getline(in, line);) {
        if (line[0] == '#') continue;
        if (line.substr(line.rfind(',') + 1) == "1") inside.push_back(row);
        ++row;
    }
    const Json exact = only_body(pliant("contains " + body + " " + points + " --json -"));
    EXPECT_EQ(exact["inside"], Json(inside));
    const Json bounded = only_body(pliant("contains " + body + " " + points + " --fast --json -"));
    EXPECT_GT(bounded["inside"].size(), 50u);
    for (const auto& i : bounded["inside"]) {
        EXPECT_TRUE(std::binary_search(inside.begin(), inside.end(), i.get<std::uint32_t>()));
    }
}

}  // namespace
}  // namespace pliant::cli_test
