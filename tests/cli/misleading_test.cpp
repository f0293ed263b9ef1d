// Answers that once misled: a command that says clean must have looked at everything.
#include <string>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Misleading = CommandTest;

constexpr const char* one_triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

bool says(const Outcome& outcome, const std::string& words) { return outcome.out.find(words) != std::string::npos; }

TEST_F(Misleading, NothingFoundAmongNaNsIsNotClean) {
    write("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Outcome outcome = pliant("check nan.obj");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_TRUE(says(outcome, "not complete")) << outcome.out;
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
    EXPECT_TRUE(says(outcome, "a.obj and b.obj coincide")) << outcome.out;
    const Json relation = pliant("check a.obj b.obj --json -").json()["frames"][0]["relations"][0];
    EXPECT_EQ(relation["kind"], "coincident");
    EXPECT_DOUBLE_EQ(relation["volume"].get<double>(), 1);
}

TEST_F(Misleading, BodyInsideAnotherIsFound) {
    write_obj("outer.obj", cube(0, 4));
    write_obj("inner.obj", cube(1, 2));
    const Outcome outcome = pliant("check outer.obj inner.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(says(outcome, "inner.obj is inside outer.obj, shared volume 1")) << outcome.out;
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
    EXPECT_TRUE(says(outcome, "depth of a.obj and b.obj: 1 at vertex")) << outcome.out;
    const Json depth = pliant("check a.obj b.obj --depth --json -").json()["frames"][0]["depths"][0];
    EXPECT_DOUBLE_EQ(depth["deepest"]["depth"].get<double>(), 1);
    EXPECT_NEAR(depth["volume"].get<double>(), 9, 0.1);
}

TEST_F(Misleading, ThreeTrianglesOnAnEdgeAreNotCalledOpen) {
    write("fin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n");
    EXPECT_TRUE(says(pliant("check fin.obj"), "not manifold"));
}

TEST_F(Misleading, WorstFrameHasCrossingsNotMostContacts) {
    io::Mesh touching = cube(0, 1), crossing = cube(0, 1);
    touching = shifted(touching, {1, 0, 0});          // face on face: many pairs, none crossing
    crossing = shifted(crossing, {0.9, 0.95, 0.95});  // a corner: few pairs, crossing
    write_obj("still.obj", cube(0, 1));
    write_obj("f0.obj", touching);
    write_obj("f1.obj", crossing);
    const Outcome outcome = pliant("check still.obj 'f*.obj'");
    EXPECT_TRUE(says(outcome, "frames 0–1, worst 1 (f1.obj)")) << outcome.out;
}

TEST_F(Misleading, TimeCountsVerticesInTetrahedra) {
    write("t.mesh",
          "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
          "Tetrahedra 1\n1 2 3 4 0\nEnd\n");
    EXPECT_TRUE(says(pliant("check t.mesh"), "and vertices in tetrahedra)"));
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
    EXPECT_TRUE(says(open, "depth of a.obj and b.obj: not measured, since neither is closed")) << open.out;
    const Json depth = pliant("check a.obj b.obj --depth --json -").json()["frames"][0]["depths"][0];
    EXPECT_EQ(depth["measured"], false);
    EXPECT_TRUE(depth["volume"].is_null());
    write_obj("far.obj", cube(10, 12));
    EXPECT_TRUE(says(pliant("check a.obj far.obj --depth"), "depth: none, since no two bodies meet"));
}

TEST_F(Misleading, TimeCountsNestingAndDepth) {
    write_obj("outer.obj", cube(0, 4));
    write_obj("inner.obj", cube(1, 2));
    const Outcome outcome = pliant("check outer.obj inner.obj --depth");
    EXPECT_TRUE(says(outcome, " ms (box_tree), nesting ")) << outcome.out;
    EXPECT_TRUE(says(outcome, " ms, depth ")) << outcome.out;
}

// Two bodies of one name once shared an entry in the list of accepted findings.
TEST_F(Misleading, BodiesOfOneNameAreToldApart) {
    write_obj("left/hand.obj", cube(0, 2));
    write_obj("right/hand.obj", cube(1, 3));
    const Outcome outcome = pliant("check left/hand.obj right/hand.obj --write-known known.json");
    EXPECT_TRUE(says(outcome, "left/hand.obj and right/hand.obj: ")) << outcome.out;
    EXPECT_EQ(pliant("check left/hand.obj right/hand.obj --known known.json").code, 0);
    const Outcome twice = pliant("check left/hand.obj left/hand.obj");
    EXPECT_TRUE(says(twice, "left/hand.obj and left/hand.obj (2) coincide")) << twice.out;
}

TEST_F(Misleading, SequenceHasTheNameOfItsPatternNotOfItsFirstFrame) {
    write_obj("still.obj", cube(0, 2));
    for (const std::string frame : {"0", "1"}) write_obj("moving" + frame + ".obj", cube(1, 3));
    const Outcome outcome = pliant("check still.obj 'moving*.obj'");
    EXPECT_TRUE(says(outcome, "still.obj and moving*.obj: 18 pairs")) << outcome.out;
    EXPECT_TRUE(says(outcome, "worst 0 (moving0.obj)")) << outcome.out;
    const Json overlap = pliant("overlap still.obj 'moving*.obj' --json -").json();
    EXPECT_EQ(overlap["bodies"][1]["name"], "moving*.obj");
    EXPECT_EQ(overlap["frames"][1]["name"], "moving1.obj");
}

using KnownFindings = CommandTest;

TEST_F(KnownFindings, StayGreenAndNewOnesTurnRed) {
    write_obj("still.obj", cube(0, 2));
    write_obj("moving.obj", cube(1, 3));
    EXPECT_EQ(pliant("check still.obj moving.obj --write-known ok.json").code, 1);
    const Outcome again = pliant("check still.obj moving.obj --known ok.json");
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_TRUE(says(again, "are known, 0 are new")) << again.out;
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
    write("a.obj", one_triangle);
    expect_refusal(pliant("check a.obj b.obj --known ok.json"), {"ok.json", "a.obj", "12 triangles"});
    expect_refusal(pliant("check a.obj b.obj --known b.obj"), {"b.obj", "--write-known"});
    expect_refusal(pliant("check a.obj b.obj --known none.json"), {"none.json"});
    expect_refusal(pliant("check a.obj b.obj --write-known a.obj"), {"a.obj", "is read"});
}

}  // namespace
}  // namespace pliant::cli_test
