// pliant spheretree, and what other commands do with its files and with cages.
#include <fstream>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using SphereTreeCommand = CommandTest;

TEST_F(SphereTreeCommand, SavesATreeThatLoadsAndFits) {
    write_obj("a.obj", cube(0, 2));
    for (const std::string builder : {"median", "medial"}) {
        const Outcome made = pliant("spheretree a.obj --out a.spheretree --json - --builder " + builder);
        ASSERT_EQ(made.code, 0) << made.err;
        const Json json = made.json();
        EXPECT_EQ(json["command"], "spheretree");
        EXPECT_EQ(json["builder"], builder);
        EXPECT_EQ(json["triangles"], 12);
        EXPECT_GE(json["levels"].size(), 2u);
        EXPECT_EQ(json["levels"][0]["spheres"], 1);
        EXPECT_GT(json["levels"][0]["error"], 0.5);  // the root of a cube of side 2 reaches out by 0.73
        EXPECT_LT(json["levels"][0]["error"], 0.8);
        const Json loaded = pliant("spheretree --load a.spheretree a.obj --json -").json();
        EXPECT_EQ(loaded["levels"], json["levels"]);
        EXPECT_NE(pliant("spheretree --load a.spheretree").out.find("12 triangles"), std::string::npos);
    }
}

TEST_F(SphereTreeCommand, ContactsTakeTrees) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    ASSERT_EQ(pliant("spheretree a.obj --out a.spheretree --branching 2").code, 0);
    const Json plain = pliant("contacts a.obj b.obj --json -").json()["frames"][0]["pairs"][0];
    const Json with = pliant("contacts a.obj b.obj --tree-a a.spheretree --json -").json()["frames"][0]["pairs"][0];
    EXPECT_EQ(with["contacts"].size(), plain["contacts"].size());
    expect_refusal(pliant("contacts a.obj a.obj --tree-a a.obj"), {"a.obj", "is not a sphere tree"});
}

TEST_F(SphereTreeCommand, BadInputIsNamed) {
    write_obj("a.obj", cube(0, 2));
    ASSERT_EQ(pliant("spheretree a.obj -o a.spheretree").code, 0);
    const std::string whole = read("a.spheretree");
    std::ofstream(path("cut.spheretree"), std::ios::binary) << whole.substr(0, whole.size() / 2);
    expect_refusal(pliant("spheretree --load cut.spheretree"), {"cut.spheretree", "ends too early"});
    expect_refusal(pliant("spheretree --load missing.spheretree"), {"missing.spheretree"});
    std::ofstream(path("other.obj")) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    expect_refusal(pliant("spheretree other.obj --load a.spheretree"), {"a.spheretree", "another mesh", "other.obj"});
    expect_refusal(pliant("spheretree a.obj --builder magic"), {"--builder", "magic"});
    expect_refusal(pliant("spheretree a.obj --branching 1"), {"--branching"});
    expect_refusal(pliant("spheretree"), {"a body"});
}

TEST_F(SphereTreeCommand, CagesAreMadeOfTetrahedra) {
    ASSERT_EQ(pliant("scene export pulsating_sphere --triangles 5000 --frames 1 -o ball").code, 0);
    const std::string ball = std::filesystem::directory_iterator(path("ball"))->path().string();
    const Outcome made = pliant("tetrahedralize " + ball + " --out cage.msh --cage 200 --json -");
    ASSERT_EQ(made.code, 0) << made.err;
    const Json mesh = made.json()["mesh"];
    EXPECT_GT(mesh["volume"], 3.0);
    EXPECT_LT(mesh["tetrahedra"], 5000);
    expect_refusal(pliant("tetrahedralize " + ball + " --out cage.msh --cage 200 --cell-size 1"), {"--cage"});
    expect_refusal(pliant("tetrahedralize " + ball + " --out cage.msh --cage 200 --resolution 9"),
                   {"--resolution", "--cage N says how many"});
}

TEST_F(SphereTreeCommand, WhatIsSetAsideIsListed) {
    write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 1 2 2\n");
    const Json expected = Json::array({{{"kind", "degenerate"}, {"element", 4}}});
    EXPECT_EQ(pliant("check a.obj --json -").json()["bodies"][0]["set_aside"], expected);
    EXPECT_EQ(pliant("tetrahedralize a.obj --out a.msh --json -").json()["mesh"]["set_aside"], expected);
    EXPECT_EQ(pliant("spheretree a.obj --builder median --out a.spheretree --json -").json()["set_aside"], expected);
    EXPECT_EQ(pliant("spheretree a.obj --load a.spheretree --json -").json()["set_aside"], expected);
    EXPECT_NE(pliant("tetrahedralize a.obj --out a.msh").out.find("1 elements of a.obj set aside"), std::string::npos);
    write_obj("b.obj", cube(0, 1));
    EXPECT_EQ(pliant("tetrahedralize b.obj --out b.msh --json -").json()["mesh"]["set_aside"], Json::array());
}

TEST_F(SphereTreeCommand, TetrahedraFarFromTheOriginAreRefused) {
    const std::string far = "1000000000000000", farther = "1000000000000002";
    write("far.obj", "v " + far + " 0 0\nv " + farther + " 0 0\nv " + far + " 2 0\nv " + far +
                         " 0 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    expect_refusal(pliant("tetrahedralize far.obj --out far.msh"),
                   {"no room for cells of size 0.1", "1e+15", "origin"});
}

TEST_F(SphereTreeCommand, DemoShowsContactsWithinBudgets) {
    const std::string out = pliant("demo caged_blobs --triangles 2000 --frames 2").out;
    for (const char* word : {"what touches, within a budget?", "0.05 ms", "none", "push", "open", "settled"}) {
        EXPECT_NE(out.find(word), std::string::npos) << word << "\n" << out;
    }
}

}  // namespace
}  // namespace pliant::cli_test
