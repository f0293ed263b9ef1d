// pliant contacts.
#include <algorithm>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using ContactsCommand = CommandTest;

Json only_pair(const Outcome& outcome) {
    const Json json = outcome.json();
    EXPECT_EQ(json["frames"].size(), 1u);
    EXPECT_EQ(json["frames"][0]["pairs"].size(), 1u);
    return json["frames"][0]["pairs"][0];
}

TEST_F(ContactsCommand, FindsTheExactPairsWithoutABudget) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("contacts a.obj b.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.json()["command"], "contacts");
    const Json json = only_pair(outcome);
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["gap"], 0);
    EXPECT_EQ(json["contacts"].size(), json["collision_list"]);
    EXPECT_EQ(json["contacts"][0]["kind"], "triangles");
    const Json check = pliant("check a.obj b.obj --json -").json();
    EXPECT_EQ(json["contacts"].size(), check["frames"][0]["between"].get<std::size_t>());
}

// It was 0, as if the triangles only touched.
TEST_F(ContactsCommand, TrianglesThatCrossHaveADepth) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json pair = only_pair(pliant("contacts a.obj b.obj --json -"));
    double deepest = 0;
    for (const Json& contact : pair["contacts"]) deepest = std::max(deepest, contact["depth"].get<double>());
    EXPECT_EQ(deepest, 1);
    const std::string table = pliant("contacts a.obj b.obj --csv -").out;
    EXPECT_NE(table.find("\n0,0,1,a.obj,b.obj,18,1,"), std::string::npos) << table;
}

// It was "-0".
TEST_F(ContactsCommand, DepthOfTrianglesThatLieOnEachOtherIsZero) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", shifted(cube(0, 1), {1, 0, 0}));
    const Outcome outcome = pliant("contacts a.obj b.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find(" 0\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find(" -0\n"), std::string::npos) << outcome.out;
}

TEST_F(ContactsCommand, SaysWhenTheBudgetRanOut) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json json =
        only_pair(pliant("contacts a.obj b.obj --tests 3 --order breadth_first --finest spheres --json -"));
    EXPECT_EQ(json["complete"], false);
    EXPECT_EQ(json["stopped_by"], "tests");
    EXPECT_GT(json["error"], 0);
    EXPECT_NE(pliant("contacts a.obj b.obj --tests 3").out.find("the budget of tests ran out"), std::string::npos);
}

TEST_F(ContactsCommand, BodiesApartAreClean) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", cube(5, 6));
    EXPECT_EQ(pliant("contacts a.obj b.obj").code, 0);
}

// What a budget could not rule out is not found either; it ended with 1.
TEST_F(ContactsCommand, WhatTheBudgetCouldNotRuleOutEndsWith3) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(pliant("contacts a.obj b.obj --tests 1").code, 3);
    EXPECT_EQ(pliant("contacts a.obj b.obj --finest spheres").code, 1);
    EXPECT_EQ(pliant("contacts a.obj b.obj").code, 1);
}

TEST_F(ContactsCommand, TheTextSaysWhereAndWhichWay) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome exact = pliant("contacts a.obj b.obj");
    EXPECT_NE(exact.out.find("position"), std::string::npos) << exact.out;
    EXPECT_NE(exact.out.find("normal"), std::string::npos) << exact.out;
    EXPECT_NE(exact.out.find(", crossing"), std::string::npos) << exact.out;
    const Outcome spheres = pliant("contacts a.obj b.obj --finest spheres");
    EXPECT_NE(spheres.out.find("deepest: "), std::string::npos) << spheres.out;
    EXPECT_NE(spheres.out.find("from a.obj to b.obj"), std::string::npos) << spheres.out;
    EXPECT_NE(spheres.out.find(" more (--json lists all)"), std::string::npos) << spheres.out;
}

TEST_F(ContactsCommand, OfAllFramesAndPairsAsACurve) {
    for (int frame = 0; frame < 3; ++frame) {
        write_ply("fall/" + std::to_string(frame) + ".ply", shifted(cube(0, 1), {0, 0, 2.0 - frame}));
    }
    write_obj("floor, low.obj", shifted(cube(-2, 2), {0.1, 0.2, -1.5}));
    write_obj("far.obj", cube(50, 51));
    const std::string ask = "contacts 'fall/*.ply' 'floor, low.obj' far.obj";
    const Outcome outcome = pliant(ask + " --csv -");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1 + 3 * 3) << outcome.out;
    EXPECT_TRUE(outcome.out.starts_with("frame,a,b,name_a,name_b,contacts,deepest,")) << outcome.out;
    EXPECT_NE(outcome.out.find(",\"floor, low.obj\","), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("0,0,1,"), std::string::npos) << outcome.out;
    const Json json = pliant(ask + " --json -").json();
    EXPECT_EQ(json["bodies"].size(), 3u);
    ASSERT_EQ(json["frames"].size(), 3u);
    EXPECT_EQ(json["frames"][0]["pairs"].size(), 3u);
    EXPECT_EQ(json["frames"][0]["pairs"][0]["contacts"].size(), 0u);
    EXPECT_GT(json["frames"][2]["pairs"][0]["contacts"].size(), 0u);
    const Outcome text = pliant(ask);
    EXPECT_NE(text.out.find("1 of 3 pairs of bodies"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("peak: "), std::string::npos) << text.out;
    EXPECT_EQ(pliant(ask + " --frame 0").code, 0);
    EXPECT_EQ(pliant(ask + " --frames 0:1").code, 0);
    expect_refusal(pliant(ask + " --frame 3"), {"--frame: 3", "3 frames"});
    expect_refusal(pliant(ask + " --frames 5:"), {"--frames: '5:'"});
    expect_refusal(pliant(ask + " --csv - --json -"), {"--csv", "--json"});
    expect_refusal(pliant(ask + " --tree-a far.obj"), {"exactly two bodies"});
    expect_refusal(pliant("contacts far.obj"), {"two bodies"});
}

TEST_F(ContactsCommand, QuietLeavesTheExitCode) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    write_obj("far.obj", cube(5, 6));
    write("points.csv", "0.5,0.5,0.5\n");
    for (const auto& [command, code] : std::vector<std::pair<std::string, int>>{{"contacts a.obj b.obj", 1},
                                                                                {"contacts a.obj far.obj", 0},
                                                                                {"overlap a.obj b.obj", 1},
                                                                                {"overlap a.obj far.obj", 0},
                                                                                {"contains a.obj points.csv", 1},
                                                                                {"contains far.obj points.csv", 0},
                                                                                {"inspect a.obj", 0}}) {
        const Outcome outcome = pliant(command + " --quiet");
        EXPECT_EQ(outcome.code, code) << command;
        EXPECT_EQ(outcome.out + outcome.err, "") << command;
    }
    expect_refusal(pliant("contacts a.obj missing.obj --quiet"), {"missing.obj"});
}

// Nobody may read "0 pairs" as apart where a body was not looked at.
TEST_F(ContactsCommand, TheLineThatSumsUpSaysWhatWasNotLookedAt) {
    write_obj("a.obj", cube(0, 2));
    write("nothing.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n");
    for (const std::string command : {"contacts a.obj nothing.obj", "contacts nothing.obj a.obj",
                                      "overlap a.obj nothing.obj", "contains nothing.obj a.obj"}) {
        const Outcome outcome = pliant(command);
        const std::string first = outcome.out.substr(0, outcome.out.find('\n'));
        EXPECT_NE(first.find("; not complete: elements were set aside and not looked at"), std::string::npos) << first;
        EXPECT_NE(outcome.out.find("set aside\n  nothing.obj: 1 "), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.code, 3) << command;
    }
    write_obj("b.obj", cube(5, 6));
    EXPECT_EQ(pliant("contacts a.obj b.obj").out.find("not complete"), std::string::npos);
}

// `--order nearest` went by the distance to the origin, whatever was of interest.
TEST_F(ContactsCommand, NearestGoesByThePointOfInterest) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const std::string ask = "contacts a.obj b.obj --order nearest --tests 400 --json - --interest ";
    const Json near = only_pair(pliant(ask + "1,2,2")), far = only_pair(pliant(ask + "2,1,1"));
    EXPECT_EQ(near["stopped_by"], "tests");
    EXPECT_NE(near["contacts"], far["contacts"]);
    EXPECT_EQ(only_pair(pliant(ask + "1,2,2 --threads 2"))["contacts"], near["contacts"]);
}

TEST_F(ContactsCommand, WrongOptionsAreNamed) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("contacts a.obj a.obj --interest 1,2"), {"--interest", "1,2", "X,Y,Z"});
    expect_refusal(pliant("contacts a.obj a.obj --interest 1,nan,2"), {"--interest", "nan"});
    expect_refusal(pliant("contacts a.obj a.obj --order fast"), {"--order", "fast"});
    expect_refusal(pliant("contacts a.obj a.obj --finest atoms"), {"--finest", "atoms"});
    expect_refusal(pliant("contacts a.obj a.obj --milliseconds soon"), {"--milliseconds"});
    expect_refusal(pliant("contacts a.obj missing.obj"), {"missing.obj"});
}

}  // namespace
}  // namespace pliant::cli_test
