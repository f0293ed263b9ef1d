// What users of other tools complained about, asked of the command. Each test is named after the thread.
#include <string>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Complaint = CommandTest;

// "Does containment count as collision?"
TEST_F(Complaint, Trimesh1875ContainmentCounts) {
    write_obj("outer.obj", cube(0, 4));
    write_obj("inner.obj", cube(1, 2));
    const Outcome outcome = pliant("check outer.obj inner.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("inner.obj is inside outer.obj, shared volume 1")) << outcome.out;
}

// Two perfectly aligned, overlapping walls: no clash until one was nudged by 2 mm.
TEST_F(Complaint, IfcOpenShell4594AlignedWallsClash) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", shifted(cube(0, 2), {1, 0, 0}));
    const Outcome outcome = pliant("check a.obj b.obj");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("coplanar")) << outcome.out;
    EXPECT_TRUE(pliant("overlap a.obj b.obj").says("shared volume: 4 ±"));
}

// Touching was counted as collision; here it is found and told apart.
TEST_F(Complaint, IfcOpenShell1357TouchingIsNoCrossing) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", shifted(cube(0, 1), {1, 0, 0}));
    const Json kinds = pliant("check a.obj b.obj --json -").json()["frames"][0]["kinds"];
    EXPECT_EQ(kinds["crossing"], 0);
    EXPECT_GT(kinds["touching"].get<int>(), 0);
    EXPECT_EQ(pliant("overlap a.obj b.obj").code, 0);
}

// Duplicated vertices break adjacency, and nobody tells.
TEST_F(Complaint, Cgal7136DuplicatedVerticesAreHintedAt) {
    io::Mesh soup;
    const io::Mesh whole = cube(0, 1);
    for (const Triangle& t : whole.triangles) {
        const auto first = std::uint32_t(soup.positions.size());
        for (const std::uint32_t v : t) soup.positions.push_back(whole.positions[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    write_ply("soup.ply", soup);
    EXPECT_TRUE(pliant("check soup.ply").says("--weld joins them"));
    const Outcome welded = pliant("check soup.ply --weld");
    EXPECT_EQ(welded.code, 0);
    EXPECT_TRUE(welded.says("closed")) << welded.out;
}

// One NaN made a whole mesh report "no contact".
TEST_F(Complaint, IfcLite3561OneNaNHidesNothingElse) {
    write_obj("a.obj", cube(0, 2));
    io::Mesh b = cube(1, 3);
    b.positions.push_back({0.0 / 0.0, 0, 0});
    b.triangles.push_back({0, 1, 8});
    write_ply("b.ply", b);
    const Json frame = pliant("check a.obj b.ply --json -").json()["frames"][0];
    EXPECT_EQ(frame["pairs"], 18);
    EXPECT_EQ(frame["all_examined"], false);
}

// For two meshes you had to fuse them and do the bookkeeping yourself.
TEST_F(Complaint, TorchMeshIsect12PairsSayWhichMeshTheyAreOf) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    for (const Json& pair : pliant("check a.obj b.obj --pairs --json -").json()["frames"][0]["list"]) {
        EXPECT_EQ(pair[0], 0);
        EXPECT_EQ(pair[2], 1);
    }
}

// Fifty contacts a pair, the rest dropped without a word.
TEST_F(Complaint, Mujoco1285LimitIsSaid) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("check a.obj b.obj --limit 5");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.says("not complete: the limit of pairs was reached")) << outcome.out;
}

// A metric that silently returned 0 where it could not be measured.
TEST_F(Complaint, InterHandGen5VolumeOfOpenSurfacesIsNotSilentlyZero) {
    io::Mesh a = cube(0, 2), b = cube(1, 3);
    a.triangles.resize(10);
    b.triangles.resize(10);
    write_ply("a.ply", a);
    write_ply("b.ply", b);
    const Outcome outcome = pliant("overlap a.ply b.ply");
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(outcome.says("not closed")) << outcome.out;
}

// Depth was 0 or meaningless, contact points lay at the corners of triangles.
TEST_F(Complaint, Fcl574DepthAndPlaceOfAContactMeanSomething) {
    write_obj("a.obj", cube(0, 4));
    write_obj("b.obj", shifted(cube(0, 4), {3.5, 0.5, 0.5}));
    const Json frame = pliant("check a.obj b.obj --depth --pairs --positions --json -").json()["frames"][0];
    EXPECT_DOUBLE_EQ(frame["depths"][0]["deepest"]["depth"].get<double>(), 0.5);
    for (const Json& position : frame["positions"]) {
        EXPECT_GE(position[0].get<double>(), 3.5);
        EXPECT_LE(position[0].get<double>(), 4);
    }
}

}  // namespace
}  // namespace pliant::cli_test
