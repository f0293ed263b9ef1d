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

TEST_F(Overlap, OfTwoCubes) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(0, 2));
    const Outcome outcome = pliant("overlap a.obj b.obj --tolerance 1% --move-b 1,0.5,-1 --json -");
    EXPECT_EQ(outcome.code, 0);
    const Json json = outcome.json();
    EXPECT_EQ(json["command"], "overlap");
    EXPECT_NEAR(json["volume"], 1 * 1.5 * 1, 1e-9);
    EXPECT_LE(json["error"], 1e-9);
    EXPECT_NEAR(json["centroid"][0], 1.5, 1e-9);
    EXPECT_NEAR(json["centroid"][2], 0.5, 1e-9);
    EXPECT_EQ(json["inconsistent_pixels"], 0);
    EXPECT_GT(json["resolution"], 0);
    EXPECT_EQ(json["complete"], true);
}

TEST_F(Overlap, InWordsNamesTheError) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("overlap a.obj b.obj --depths");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("shared volume: 1 ±"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("2 vertices inside the other body, the deepest by 1"), std::string::npos) << outcome.out;
}

TEST_F(Overlap, SaysWhichDetectorAnswered) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(0, 2));
    const std::string asked = "overlap a.obj b.obj --move-b 1,0.25,0.5";
    EXPECT_EQ(pliant(asked + " --json -").json()["detector"], "surface_overlap");
    EXPECT_EQ(pliant(asked + " --resolution 8 --json -").json()["detector"], "depth_layers");
    EXPECT_EQ(pliant("overlap a.obj --json -").json()["detector"], "depth_layers");
    EXPECT_NE(pliant(asked).out.find("by surface_overlap: "), std::string::npos);
    EXPECT_NE(pliant(asked + " --axis x").out.find("by depth_layers: "), std::string::npos);
}

TEST_F(Overlap, OfOneBodyIsWithItself) {
    io::Mesh two = cube(0, 2);
    const io::Mesh second = shifted(cube(0, 2), {1, 0.25, 0.5});
    for (const Triangle& t : second.triangles) two.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    two.positions.insert(two.positions.end(), second.positions.begin(), second.positions.end());
    write_obj("two.obj", two);
    const Json json = pliant("overlap two.obj --json -").json();
    EXPECT_EQ(json["self"], true);
    EXPECT_LE(std::abs(json["volume"].get<double>() - 1 * 1.75 * 1.5), json["error"].get<double>());
    EXPECT_EQ(json["self_overlapping"][0], true);
}

TEST_F(Overlap, IsDrawnAndExported) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(pliant("overlap a.obj b.obj --resolution 4 --export spans.ply --image shared.png").code, 0);
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
        const Json json = pliant("overlap " + files + " --tolerance 1% --move-b " + move + " --json -").json();
        const double truth = expected["volume_intersection"], volume = json["volume"], error = json["error"];
        EXPECT_LE(std::abs(volume - truth), error) << files;
        if (truth > 0) {
            EXPECT_LE(error, 0.01 * volume) << files;
        }
        ++asked;
    }
    EXPECT_GT(asked, 10u);
}

TEST_F(Contains, ListsWhatIsInsideAndWhatIsNotCertain) {
    write_obj("a.obj", cube(0, 2));
    write("points.csv",
          "# some points\nname,x,y,z\nmiddle,1,1,1\nfar,5,0,0\nface,2,1,1\nhex,0x1p-1,0x1.8p+0,1e0\nbad,nan,0,0\n");
    const Outcome outcome = pliant("contains a.obj points.csv --exact --json -");
    EXPECT_EQ(outcome.code, 0);
    const Json json = outcome.json();
    EXPECT_EQ(json["points"], 5);
    EXPECT_EQ(json["inside"], Json({0, 3}));
    EXPECT_EQ(json["on_surface"], Json({2}));
    EXPECT_EQ(json["uncertain"], Json::array());
    EXPECT_EQ(json["invalid"], Json({4}));
    const Json bounded = pliant("contains a.obj points.csv --json -").json();
    EXPECT_EQ(bounded["inside"], Json({0, 3}));
    EXPECT_EQ(bounded["uncertain"], Json({2}));
    EXPECT_GT(bounded["bound"], 0);
}

TEST_F(Contains, SaysWhatItSetAsideAndWhetherALimitStoppedIt) {
    write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv nan 0 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 1 2 5\n");
    write("points.csv", "0.1,0.1,0.1\n");
    const Json json = pliant("contains a.obj points.csv --json -").json();
    EXPECT_EQ(json["stopped_by"], "none");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["all_examined"], false);
    EXPECT_EQ(json["set_aside"], Json::array({{{"kind", "not_finite"}, {"element", 4}}}));
    write_obj("whole.obj", cube(0, 2));
    EXPECT_EQ(pliant("contains whole.obj points.csv --json -").json()["set_aside"], Json::array());
}

TEST_F(Contains, TakesTheVerticesOfAMesh) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(pliant("contains a.obj b.obj --exact --json -").json()["inside"].size(), 1u);
    const Outcome outcome = pliant("contains a.obj b.obj");
    EXPECT_NE(outcome.out.find("8 points: 1 inside, 7 outside"), std::string::npos) << outcome.out;
}

TEST_F(Contains, ReadsNumbersInQuotesAndBetweenSemicolons) {
    write_obj("a.obj", cube(0, 2));
    for (const std::string text : {"\"0.5\",\"0.5\",\"0.5\"\n", "\"x\",\"y\",\"z\"\n\"0.5\", \" 0.5\" ,0.5\n",
                                   "0.5;0.5;0.5\n", "\"name, or ; none\",0.5,0.5,0.5\n", "\"0.5\" \"0.5\" \"0.5\"\n"}) {
        write("points.csv", text);
        EXPECT_EQ(pliant("contains a.obj points.csv --exact --json -").json()["inside"], Json({0})) << text;
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
    const Json exact = pliant("contains " + body + " " + points + " --exact --json -").json();
    EXPECT_EQ(exact["inside"], Json(inside));
    const Json bounded = pliant("contains " + body + " " + points + " --json -").json();
    EXPECT_GT(bounded["inside"].size(), 50u);
    for (const auto& i : bounded["inside"]) {
        EXPECT_TRUE(std::binary_search(inside.begin(), inside.end(), i.get<std::uint32_t>()));
    }
}

}  // namespace
}  // namespace pliant::cli_test
