// pliant check --curves: polylines in a file, a list in the JSON, a line in the text.
#include <cmath>
#include <sstream>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using CheckCurves = CommandTest;

TEST_F(CheckCurves, AreWrittenAsClosedPolylines) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", shifted(cube(0, 1), {0.5, 0.5, 1.5}));  // stands halfway in the top of a
    const Outcome outcome = pliant("check a.obj b.obj --curves lines.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("\n1 curve: 1 closed, longest 4\n"), std::string::npos) << outcome.out;
    std::istringstream lines(read("lines.obj"));
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::size_t> polyline;
    std::string groups;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            words >> vertices.emplace_back()[0] >> vertices.back()[1] >> vertices.back()[2];
        } else if (kind == "l") {
            for (std::size_t v = 0; words >> v;) polyline.push_back(v);
        } else if (kind == "g") {
            groups += line + "\n";
        }
    }
    EXPECT_EQ(groups, "g curve_0 a.obj b.obj\n");
    ASSERT_GT(polyline.size(), 4u);
    EXPECT_EQ(polyline.front(), polyline.back());
    double length = 0;
    for (std::size_t i = 1; i < polyline.size(); ++i) {
        const auto &p = vertices.at(polyline[i - 1] - 1), &q = vertices.at(polyline[i] - 1);
        EXPECT_EQ(p[2], 2);
        length += std::hypot(q[0] - p[0], q[1] - p[1]);
    }
    EXPECT_NEAR(length, 4, 1e-12);
}

TEST_F(CheckCurves, AreListedInTheJson) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", shifted(cube(0, 1), {0.5, 0.5, 1.5}));
    const Json frame = pliant("check a.obj b.obj --curves lines.obj --json -").json()["frames"][0];
    ASSERT_EQ(frame["curves"].size(), 1u);
    const Json& curve = frame["curves"][0];
    EXPECT_EQ(curve["closed"], true);
    EXPECT_NEAR(curve["length"], 4, 1e-12);
    EXPECT_EQ(curve["bodies"], Json::array({0, 1}));
    EXPECT_NEAR(curve["sides"][0]["area"], 1, 1e-12);
    EXPECT_NEAR(curve["sides"][1]["area"], 3, 1e-12);
    EXPECT_NEAR(curve["volume"], 0.5, 1e-12);
    EXPECT_EQ(pliant("check a.obj b.obj --json -").json()["frames"][0].count("curves"), 0u);
}

TEST_F(CheckCurves, OfNothingAreAnEmptyFile) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", cube(2, 3));
    const Outcome outcome = pliant("check a.obj b.obj --curves lines.obj");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("no curves"), std::string::npos);
    EXPECT_EQ(read("lines.obj"), "# no curves\n");
}

TEST_F(CheckCurves, AreThoseOfTheWorstFrame) {
    write_obj("f0.obj", cube(3, 4));
    write_obj("f1.obj", shifted(cube(0, 1), {0.5, 0.5, 1.5}));
    write_obj("a.obj", cube(0, 2));
    const Outcome outcome = pliant("check a.obj 'f*.obj' --curves lines.obj --json out.json");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("1 curve: 1 closed, longest 4 (frame 1 (f1.obj))"), std::string::npos) << outcome.out;
    const Json frames = Json::parse(read("out.json"))["frames"];
    EXPECT_EQ(frames[0]["curves"].size(), 0u);
    EXPECT_EQ(frames[1]["curves"].size(), 1u);
}

TEST_F(CheckCurves, WantAnObjFileOfTheirOwn) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check a.obj --curves lines.txt"), {"--curves", ".obj"});
    expect_refusal(pliant("check a.obj --curves a.obj"), {"a.obj"});
}

}  // namespace
}  // namespace pliant::cli_test
