// Findings that were accepted: check --write-known and --known.
#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using KnownFindings = CommandTest;

TEST_F(KnownFindings, StayGreenAndNewOnesTurnRed) {
    write_obj("still.obj", cube(0, 2));
    write_obj("moving.obj", cube(1, 3));
    EXPECT_EQ(pliant("check still.obj moving.obj --write-known ok.json").code, 1);
    const Outcome again = pliant("check still.obj moving.obj --known ok.json");
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_TRUE(again.says("are known, 0 are new")) << again.out;
    write_obj("moving.obj", shifted(cube(1, 3), {-2, -2, -2}));  // crosses on the other side
    EXPECT_EQ(pliant("check still.obj moving.obj --known ok.json").code, 1);
}

TEST_F(KnownFindings, BodyInsideMayBeAccepted) {
    write_obj("head.obj", cube(0, 4));
    write_obj("eye.obj", cube(1, 2));
    EXPECT_EQ(pliant("check head.obj eye.obj --write-known ok.json").code, 1);
    EXPECT_EQ(pliant("check head.obj eye.obj --known ok.json").code, 0);
    EXPECT_EQ(pliant("check eye.obj head.obj --known ok.json").code, 0);  // by name, in any order
}

TEST_F(KnownFindings, OtherMeshAndOtherFilesAreRefused) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(pliant("check a.obj b.obj --write-known ok.json").code, 1);
    write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_refusal(pliant("check a.obj b.obj --known ok.json"), {"ok.json", "a.obj", "12 triangles"});
    expect_refusal(pliant("check a.obj b.obj --known b.obj"), {"b.obj", "--write-known"});
    expect_refusal(pliant("check a.obj b.obj --known none.json"), {"none.json"});
    expect_refusal(pliant("check a.obj b.obj --write-known a.obj"), {"a.obj", "is read"});
}

TEST_F(KnownFindings, ListsThatCannotBeReadAreRefusedInPlainWords) {
    write_obj("a.obj", cube(0, 2));
    for (const std::string text : {"", "{", "v 0 0 0"}) {
        write("bad.json", text);
        const Outcome outcome = pliant("check a.obj --known bad.json");
        expect_refusal(outcome, {"bad.json", "byte", "JSON"});
        EXPECT_EQ(outcome.err.find("exception"), std::string::npos) << outcome.err;
    }
    write("bad.json", R"({"command":"known"})");
    expect_refusal(pliant("check a.obj --known bad.json"), {"bad.json", "missing"});
}

/// A list of a later version may hold what this one cannot take into account.
TEST_F(KnownFindings, ListsOfLaterVersionsAreRefused) {
    write_obj("a.obj", cube(0, 2));
    EXPECT_EQ(pliant("check a.obj --write-known ok.json").code, 0);
    std::string text = read("ok.json");
    const std::string schema = R"("schema":)";
    text.replace(text.find(schema) + schema.size(), 1, "99");
    write("later.json", text);
    expect_refusal(pliant("check a.obj --known later.json"), {"later.json", "later version"});
}

// Features that are near were always new.
TEST_F(KnownFindings, WhatIsNearMayBeAccepted) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", shifted(cube(0, 1), {1.25, 0, 0}));
    const std::string check = "check a.obj b.obj --between --clearance 0.25 ";
    EXPECT_EQ(pliant(check + "--write-known ok.json").code, 1);
    const Outcome again = pliant(check + "--known ok.json");
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_TRUE(again.says("features that are near are known, 0 are new")) << again.out;
    const Json near = pliant(check + "--known ok.json --json -").json()["frames"][0]["proximities"];
    EXPECT_EQ(near["known"], near["vertex_triangle"].get<int>() + near["edge_edge"].get<int>());
    write_obj("b.obj", shifted(cube(0, 1), {-1.25, 0, 0}));  // as near, on the other side
    EXPECT_EQ(pliant(check + "--known ok.json").code, 1);
}

TEST_F(KnownFindings, ImpactsMayBeAccepted) {
    const auto write_step = [&](double from, double to) {
        for (const auto& [name, x] : {std::pair("f0.obj", from), std::pair("f1.obj", to)}) {
            write_obj(name, shifted(cube(0.25, 0.75), {x, 0, 0}));
        }
    };
    write_obj("wall.obj", cube(0, 1));
    write_step(3, -3);
    EXPECT_EQ(pliant("check 'f*.obj' wall.obj --motion").code, 1);
    EXPECT_EQ(pliant("check 'f*.obj' wall.obj --motion --write-known ok.json").code, 1);
    const Outcome again = pliant("check 'f*.obj' wall.obj --motion --known ok.json");
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_TRUE(again.says("impacts are known, 0 are new")) << again.out;
}

TEST_F(KnownFindings, EdgesThroughTetrahedraMayBeAccepted) {
    write("t.mesh",
          "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
          "Tetrahedra 1\n1 2 3 4 0\nEnd\n");
    write("needle.obj", "v -1 0.1 0.1\nv 2 0.1 0.1\nv 0 -9 -9\nf 1 2 3\n");
    EXPECT_EQ(pliant("check t.mesh needle.obj --edges --write-known ok.json").code, 1);
    const Outcome again = pliant("check t.mesh needle.obj --edges --known ok.json");
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_TRUE(again.says("edge through tetrahedra are known")) << again.out;
    write("needle.obj", "v -1 0.1 0.1\nv 0 -9 -9\nv 2 0.1 0.1\nf 1 2 3\n");
    EXPECT_EQ(pliant("check t.mesh needle.obj --edges --known ok.json").code, 1);
}

TEST_F(KnownFindings, ListsOfEarlierVersionsAreRead) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    EXPECT_EQ(pliant("check a.obj b.obj --write-known ok.json").code, 1);
    Json list = Json::parse(read("ok.json"));
    for (const char* key : {"edges", "proximities", "impacts"}) list.erase(key);
    write("ok.json", list.dump());
    EXPECT_EQ(pliant("check a.obj b.obj --known ok.json").code, 0);
}

}  // namespace
}  // namespace pliant::cli_test
