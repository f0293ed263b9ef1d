// Answers that once misled: a command that says clean must have looked at everything.
#include <string>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Misleading = CommandTest;

constexpr const char* one_triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

TEST_F(Misleading, NothingFoundAmongNaNsIsNotClean) {
    write("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Outcome outcome = pliant("check nan.obj");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_TRUE(outcome.says("not complete")) << outcome.out;
}

TEST_F(Misleading, VerticesWithoutFacesAreNotClean) {
    write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    EXPECT_EQ(pliant("check points.obj").code, 3);
}

TEST_F(Misleading, FacesOutOfRangeAreNotClean) {
    write("off.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n");
    const int code = pliant("check off.off").code;
    EXPECT_TRUE(code == 2 || code == 3) << code;  // the reader may refuse it, but nobody may call it clean
}

TEST_F(Misleading, TriangleWithoutAreaAloneStaysClean) {
    write("flat.obj", std::string(one_triangle) + "v 2 0 0\nv 3 0 0\nv 4 0 0\nf 4 5 6\n");
    EXPECT_EQ(pliant("check flat.obj").code, 0);
}

TEST_F(Misleading, NothingIsCalledIncompleteForATriangleWithoutArea) {
    write("flat.obj", std::string(one_triangle) + "v 2 0 0\nv 3 0 0\nv 4 0 0\nf 4 5 6\n");
    write_obj("far.obj", cube(7, 8));
    const Outcome outcome = pliant("contacts flat.obj far.obj");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(outcome.says("1 degenerate: triangles 1")) << outcome.out;
    EXPECT_FALSE(outcome.says("not complete")) << outcome.out;
}

TEST_F(Misleading, FoundOutranksSetAside) {
    write_obj("a.obj", cube(0, 2));
    io::Mesh b = cube(1, 3);
    b.triangles.push_back({0, 1, 99});
    write_ply("b.ply", b);
    EXPECT_EQ(pliant("check a.obj b.ply").code, 1);
}

TEST_F(Misleading, IdenticalBodiesCoincide) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", cube(0, 1));
    const Outcome outcome = pliant("check a.obj b.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("a.obj and b.obj coincide")) << outcome.out;
    const Json relation = pliant("check a.obj b.obj --json -").json()["frames"][0]["relations"][0];
    EXPECT_EQ(relation["kind"], "coincident");
    EXPECT_DOUBLE_EQ(relation["volume"].get<double>(), 1);
}

TEST_F(Misleading, BodyInsideAnotherIsFound) {
    write_obj("outer.obj", cube(0, 4));
    write_obj("inner.obj", cube(1, 2));
    const Outcome outcome = pliant("check outer.obj inner.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("inner.obj is inside outer.obj, shared volume 1")) << outcome.out;
    EXPECT_EQ(pliant("check outer.obj inner.obj --no-nesting").code, 0);
    EXPECT_EQ(pliant("check outer.obj inner.obj --self").code, 0);
}

TEST_F(Misleading, BetweenOfOneBodyIsRefused) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check a.obj --between"), {"--between", "one body"});
}

TEST_F(Misleading, EdgesWithoutTetrahedraAreRefused) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check a.obj --edges"), {"--edges", "tetrahedra"});
}

TEST_F(Misleading, DepthOfSurfacesIsMeasured) {
    write_obj("a.obj", cube(0, 4));
    write_obj("b.obj", shifted(cube(0, 4), {3, 1, 1}));
    const Outcome outcome = pliant("check a.obj b.obj --depth");
    EXPECT_TRUE(outcome.says("depth of a.obj and b.obj: 1 at vertex")) << outcome.out;
    const Json depth = pliant("check a.obj b.obj --depth --json -").json()["frames"][0]["depths"][0];
    EXPECT_DOUBLE_EQ(depth["deepest"]["depth"].get<double>(), 1);
    EXPECT_NEAR(depth["volume"].get<double>(), 9, 0.1);
}

TEST_F(Misleading, ThreeTrianglesOnAnEdgeAreNotCalledOpen) {
    write("fin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n");
    EXPECT_TRUE(pliant("check fin.obj").says("not manifold"));
}

TEST_F(Misleading, WorstFrameHasCrossingsNotMostContacts) {
    io::Mesh touching = cube(0, 1), crossing = cube(0, 1);
    touching = shifted(touching, {1, 0, 0});          // face on face: many pairs, none crossing
    crossing = shifted(crossing, {0.9, 0.95, 0.95});  // a corner: few pairs, crossing
    write_obj("still.obj", cube(0, 1));
    write_obj("f0.obj", touching);
    write_obj("f1.obj", crossing);
    const Outcome outcome = pliant("check still.obj 'f*.obj'");
    EXPECT_TRUE(outcome.says("frames 0–1, worst 1 (f1.obj)")) << outcome.out;
}

TEST_F(Misleading, TimeCountsVerticesInTetrahedra) {
    write("t.mesh",
          "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
          "Tetrahedra 1\n1 2 3 4 0\nEnd\n");
    EXPECT_TRUE(pliant("check t.mesh").says("and vertices in tetrahedra)"));
}

TEST_F(Misleading, QuietSaysNothingButTheCode) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("check a.obj b.obj --quiet");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(Misleading, RegionsSayWhereAndOfWhichKind) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json frame = pliant("check a.obj b.obj --json - --pairs --positions").json()["frames"][0];
    ASSERT_EQ(frame["regions"].size(), 1);
    const Json region = frame["regions"][0];
    EXPECT_EQ(region["pairs"], frame["pairs"]);
    EXPECT_EQ(region["kinds"], frame["kinds"]);
    EXPECT_EQ(frame["positions"].size(), frame["list"].size());
    for (const Json& p : frame["positions"]) {
        for (const Json& c : p) EXPECT_TRUE(c >= 1.0 && c <= 2.0) << p;
    }
}

// overlap and contains once called a body clean of which nothing could be looked at.
TEST_F(Misleading, NoCommandCallsABodyCleanOfWhichNothingCanBeExamined) {
    write("vertices.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    write("nan.obj", "v nan nan nan\nv nan 0 0\nv 0 nan 0\nf 1 2 3\n");
    write("range.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n3 7 8 9\n");
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    write_obj("far.obj", cube(10, 12));
    write("points.csv", "20,20,20\n");
    for (const std::string file : {"vertices.obj", "nan.obj", "range.off", "flat.obj"}) {
        for (const std::string& command :
             {"check " + file, "check far.obj " + file, "inspect " + file, "overlap " + file,
              "overlap " + file + " far.obj", "contains " + file + " points.csv", "contacts " + file + " far.obj"}) {
            EXPECT_EQ(pliant(command).code, 3) << command;
        }
    }
}

TEST_F(Misleading, DepthThatIsNotMeasuredIsSaid) {
    write("a.obj", one_triangle);
    write("b.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.3 1\nf 1 2 3\n");
    const Outcome open = pliant("check a.obj b.obj --depth");
    EXPECT_TRUE(open.says("depth of a.obj and b.obj: not measured, since neither is closed")) << open.out;
    const Json depth = pliant("check a.obj b.obj --depth --json -").json()["frames"][0]["depths"][0];
    EXPECT_EQ(depth["measured"], false);
    EXPECT_TRUE(depth["volume"].is_null());
    write_obj("far.obj", cube(10, 12));
    EXPECT_TRUE(pliant("check a.obj far.obj --depth").says("depth: none, since no two bodies meet"));
}

TEST_F(Misleading, TimeCountsNestingAndDepth) {
    write_obj("outer.obj", cube(0, 4));
    write_obj("inner.obj", cube(1, 2));
    const Outcome outcome = pliant("check outer.obj inner.obj --depth");
    EXPECT_TRUE(outcome.says(" ms (box_tree), nesting ")) << outcome.out;
    EXPECT_TRUE(outcome.says(" ms, depth ")) << outcome.out;
}

// Two bodies of one name once shared an entry in the list of accepted findings.
TEST_F(Misleading, BodiesOfOneNameAreToldApart) {
    write_obj("left/hand.obj", cube(0, 2));
    write_obj("right/hand.obj", cube(1, 3));
    const Outcome outcome = pliant("check left/hand.obj right/hand.obj --write-known known.json");
    EXPECT_TRUE(outcome.says("left/hand.obj and right/hand.obj: ")) << outcome.out;
    EXPECT_EQ(pliant("check left/hand.obj right/hand.obj --known known.json").code, 0);
    const Outcome twice = pliant("check left/hand.obj left/hand.obj");
    EXPECT_TRUE(twice.says("left/hand.obj and left/hand.obj (2) coincide")) << twice.out;
}

/// A file name can hold anything: it neither forges a line of the answer nor moves the cursor.
TEST_F(Misleading, ControlCharactersInNamesArePrintedAsQuestionMarks) {
    write_obj("b.obj", cube(1, 3));
    for (const std::string name : {"a\nno intersecting triangles\n.obj", "a\x1b[2J.obj"}) {
        write_obj(name, cube(0, 2));
        const Outcome found = pliant("check '" + name + "' b.obj --image 'x\ny.png'");
        EXPECT_EQ(found.code, 1);
        EXPECT_TRUE(found.says("a?")) << found.out;
        EXPECT_FALSE(found.says("\nno intersecting triangles\n")) << found.out;
        EXPECT_TRUE(found.says("written: x?y.png")) << found.out;
        EXPECT_FALSE(found.says("\x1b")) << found.out;
        EXPECT_EQ(pliant("check 'none" + name + "'").err.find('\x1b'), std::string::npos);
    }
}

TEST_F(Misleading, SequenceHasTheNameOfItsPatternNotOfItsFirstFrame) {
    write_obj("still.obj", cube(0, 2));
    for (const std::string frame : {"0", "1"}) write_obj("moving" + frame + ".obj", cube(1, 3));
    const Outcome outcome = pliant("check still.obj 'moving*.obj'");
    EXPECT_TRUE(outcome.says("still.obj and moving*.obj: 18 pairs")) << outcome.out;
    EXPECT_TRUE(outcome.says("worst 0 (moving0.obj)")) << outcome.out;
    const Json overlap = pliant("overlap still.obj 'moving*.obj' --json -").json();
    EXPECT_EQ(overlap["bodies"][1]["name"], "moving*.obj");
    EXPECT_EQ(overlap["frames"][1]["name"], "moving1.obj");
}

using NoMotion = CommandTest;

// It was silent, and ended with 0.
TEST_F(NoMotion, WhereConnectivityChangesIsSaid) {
    write_obj("s0.obj", cube(0, 1));
    write_obj("s1.obj", shifted(cube(0, 1), {0.1, 0, 0}));
    io::Mesh open = shifted(cube(0, 1), {0.2, 0, 0});
    open.triangles.pop_back();
    write_obj("s2.obj", open);
    const Outcome outcome = pliant("check s0.obj s1.obj s2.obj --motion");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_TRUE(
        outcome.says("not complete: connectivity changes, so that nothing is known of the motion into 1 frame"));
    EXPECT_TRUE(outcome.says("no motion on the way to frame 2: ")) << outcome.out;
    const Json frames = pliant("check s0.obj s1.obj s2.obj --motion --json -").json()["frames"];
    EXPECT_FALSE(frames[0].contains("impacts"));
    EXPECT_TRUE(frames[1]["all_examined"].get<bool>());
    EXPECT_TRUE(frames[2]["impacts"].is_null());
    EXPECT_FALSE(frames[2]["all_examined"].get<bool>());
    EXPECT_EQ(pliant("check s0.obj s1.obj s2.obj --motion --frames 0:2").code, 0);
    // It was clean, though frames were missing.
    expect_refusal(pliant("check s0.obj s1.obj s2.obj --motion --frames 0:4"), {"--frames: '0:4'", "3 frames", "0:"});
    EXPECT_EQ(pliant("check 's*.obj'").code, 0) << "without --motion every frame is whole by itself";
}

using Nesting = CommandTest;

// One turned triangle hid that a body is inside.
TEST_F(Nesting, InsideABodyThatDoesNotFaceOneWayIsFound) {
    io::Mesh turned = cube(0, 4);
    std::swap(turned.triangles[0][0], turned.triangles[0][1]);
    write_obj("turned.obj", turned);
    write_obj("inner.obj", cube(1, 2));
    write_obj("beside.obj", shifted(cube(1, 2), {9, 0, 0}));
    const Outcome outcome = pliant("check turned.obj inner.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("closed, not facing one way")) << outcome.out;
    EXPECT_TRUE(outcome.says("inner.obj is inside turned.obj\n")) << outcome.out;
    EXPECT_EQ(pliant("check turned.obj beside.obj").code, 0);
    const Json body = pliant("check turned.obj inner.obj --json -").json()["bodies"][0];
    EXPECT_FALSE(body["consistently_oriented"].get<bool>());
}

// A box with walls inside, which no rule makes an inside of.
TEST_F(Nesting, InsideWhatHasEdgesOfThreeTrianglesIsUndecided) {
    io::Mesh box = cube(0, 4);
    const auto first = static_cast<std::uint32_t>(box.positions.size());
    box.positions.push_back({2, 1, 3});  // walls to a point inside, from the edges of one triangle
    for (const auto& [p, q] : {std::pair(0u, 2u), std::pair(2u, 1u), std::pair(1u, 0u)})
        box.triangles.push_back({p, q, first});
    write_obj("box.obj", box);
    write_obj("inner.obj", shifted(cube(0, 0.5), {3, 3, 3}));
    const Outcome outcome = pliant("check box.obj inner.obj");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_TRUE(outcome.says("not complete: whether bodies are inside others is not decided")) << outcome.out;
    EXPECT_TRUE(outcome.says("inner.obj may be inside box.obj")) << outcome.out;
    const Json relation = pliant("check box.obj inner.obj --json -").json()["frames"][0]["relations"][0];
    EXPECT_EQ(relation["kind"], "undecided");
    EXPECT_EQ(pliant("check box.obj inner.obj --no-nesting").code, 0);
}

}  // namespace
}  // namespace pliant::cli_test
