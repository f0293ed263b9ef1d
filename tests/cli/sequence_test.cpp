// pliant check on sequences.
#include <algorithm>
#include <cstdlib>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Sequence : public CommandTest {
protected:
    /// A cube that comes along x: frame k lies at 4 - k. It meets the cube from 0 to 2 from frame 2 on.
    void write_frames(const std::string& folder, int frames) const {
        for (int k = 0; k < frames; ++k) {
            write_ply(folder + "/cube_" + std::to_string(k) + ".ply", shifted(cube(0.25, 1.25), {4.0 - k, 0, 0}));
        }
    }
};

TEST_F(Sequence, EveryFrameIsChecked) {
    write_frames("frames", 12);
    write_obj("still.obj", cube(0, 2));
    const Outcome outcome = pliant("check 'frames/cube_*.ply' still.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    const Json json = outcome.json();
    ASSERT_EQ(json["frames"].size(), 12u);
    for (std::size_t k = 0; k < 12; ++k) {
        EXPECT_EQ(json["frames"][k]["frame"], k);
        // 10 comes behind 9 and not behind 1: frames are sorted by number. Inside (frame 4) nothing intersects.
        const double low = 4.25 - double(k);
        const bool meets = (low < 2 && low + 1 > 2) || (low < 0 && low + 1 > 0);
        EXPECT_EQ(json["frames"][k]["pairs"] > 0, meets) << "frame " << k;
    }
}

TEST_F(Sequence, FramesCanBeChosen) {
    write_frames("frames", 6);
    const auto numbers = [&](const std::string& option) {
        std::vector<int> result;
        const Json json = pliant("check 'frames/*.ply' --json - --frames " + option).json();
        for (const Json& frame : json["frames"]) result.push_back(frame["frame"]);
        return result;
    };
    EXPECT_EQ(numbers("1:3"), (std::vector{1, 2}));
    EXPECT_EQ(numbers("4:"), (std::vector{4, 5}));
    EXPECT_EQ(numbers(":1"), (std::vector{0}));
    EXPECT_EQ(numbers("5"), (std::vector{5}));
    expect_refusal(pliant("check 'frames/*.ply' --frames 4:99"), {"--frames: '4:99'", "6 frames", "4:"});
    expect_refusal(pliant("check 'frames/*.ply' --frames 9:12"), {"--frames", "6 frames"});
    expect_refusal(pliant("check 'frames/*.ply' --frames one"), {"--frames", "one"});
}

TEST_F(Sequence, DifferentLengthsAreRefused) {
    write_frames("a", 3);
    write_frames("b", 4);
    expect_refusal(pliant("check 'a/*.ply' 'b/*.ply'"), {"3", "4", "frames"});
}

TEST_F(Sequence, TextNamesTheWorstFrame) {
    write_frames("frames", 6);
    write_obj("still.obj", cube(0, 2));
    const Outcome outcome = pliant("check 'frames/*.ply' still.obj");
    EXPECT_NE(outcome.out.find("of 6 frames have intersecting triangles"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("worst frames"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("worst regions of frame "), std::string::npos) << outcome.out;
}

TEST_F(Sequence, PackedFolderIsASequence) {
    write("packed/topology.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    std::vector<float> xyz;
    for (int frame = 0; frame < 2; ++frame) {
        for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) xyz.push_back(x);
        xyz[std::size_t(frame) * 9 + 2] = float(frame);
    }
    write("packed/positions.f32", std::string(reinterpret_cast<const char*>(xyz.data()), xyz.size() * sizeof(float)));
    EXPECT_EQ(pliant("check packed --json -").json()["frames"].size(), 2u);
}

TEST_F(Sequence, TruncatedFrameIsRefusedByName) {
    write_frames("frames", 3);
    write("frames/cube_2.ply", read("frames/cube_2.ply").substr(0, 150));
    expect_refusal(pliant("check 'frames/*.ply'"), {"cube_2.ply"});
}

TEST_F(Sequence, WeldRefusesAFrameInWhichJoinedVerticesPart) {
    const std::string faces = "f 1 2 3\nf 4 5 6\n";
    write("f0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n" + faces);
    write("f1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 0 0\nv 1 1 0\nv 0 1 0\n" + faces);
    EXPECT_EQ(pliant("check 'f*.obj' --weld --frames 0").code, 0);
    expect_refusal(pliant("check 'f*.obj' --weld"), {"f*.obj: frame 1: vertices 1 and 3"});
}

TEST_F(Sequence, ConnectivityMayChange) {
    write_obj("still.obj", cube(0, 2));
    write_ply("f0.ply", shifted(cube(0.25, 1.25), {4, 0, 0}));
    io::Mesh two = shifted(cube(0.25, 1.25), {4, 0, 0});
    const io::Mesh touching = shifted(cube(0.25, 1.25), {1, 0, 0});
    for (const Triangle& t : touching.triangles) two.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    two.positions.insert(two.positions.end(), touching.positions.begin(), touching.positions.end());
    write_ply("f1.ply", two);
    write_ply("f2.ply", shifted(two, {0, 0.125, 0}));
    write_ply("f3.ply", cube(0.25, 1.25));
    const Outcome outcome = pliant("check 'f*.ply' still.obj --json report.json --pairs");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("connectivity changes in 2 frames"), std::string::npos) << outcome.out;
    write_ply("alone.ply", two);
    const Json frames = Json::parse(read("report.json"))["frames"];
    ASSERT_EQ(frames.size(), 4u);
    EXPECT_EQ(frames[0]["pairs"], 0);
    EXPECT_EQ(frames[1]["list"], pliant("check alone.ply still.obj --json - --pairs").json()["frames"][0]["list"]);
    EXPECT_EQ(frames[2]["pairs"], frames[1]["pairs"]);
    EXPECT_EQ(frames[3]["pairs"], 0);
    EXPECT_EQ(pliant("check 'f*.ply' still.obj --frames 3 --json -").json()["frames"][0]["pairs"], 0);
    EXPECT_EQ(pliant("overlap 'f*.ply' still.obj --frame 1 --json -").code, pliant("overlap alone.ply still.obj").code);
}

TEST_F(Sequence, FrameThatCannotBeReadIsNamedWhereItComes) {
    write_frames("frames", 4);
    write("frames/cube_3.ply", "no mesh");
    expect_refusal(pliant("check 'frames/*.ply'"), {"cube_3.ply"});
    EXPECT_EQ(pliant("check 'frames/*.ply' --frames :3").code, 0);  // it is not even read ahead
}

// A shell expands frames/*.ply where it is not quoted, and every frame becomes a body.
TEST_F(Sequence, UnquotedPatternGetsAHint) {
    write_frames("frames", 5);
    EXPECT_NE(pliant("check frames/*.ply").err.find("quotes"), std::string::npos);
    EXPECT_EQ(pliant("check 'frames/*.ply'").err, "");
}

TEST_F(Sequence, PipedOutputHasNoProgressBar) {
    write_frames("frames", 30);
    const Outcome outcome = pliant("check 'frames/*.ply'");
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find('\r'), std::string::npos);
    EXPECT_EQ(outcome.out.find('\033'), std::string::npos);
}

/// One mesh of both.
io::Mesh joined(io::Mesh a, const io::Mesh& b) {
    const auto first = static_cast<std::uint32_t>(a.positions.size());
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const Triangle& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    return a;
}

/// The cube passes the plane x = 2, where the other one begins, on the way to frame 3.
TEST_F(Sequence, MotionTellsWhatMeetsBetweenFrames) {
    write_frames("frames", 4);
    write_obj("still.obj", cube(0, 2));
    const Json json = pliant("check 'frames/cube_*.ply' still.obj --motion --json -").json();
    ASSERT_EQ(json["frames"].size(), 4u);
    EXPECT_FALSE(json["frames"][0].contains("impacts"));
    EXPECT_EQ(json["frames"][1]["impacts"]["earliest"], nullptr);
    const Json& impacts = json["frames"][3]["impacts"];
    EXPECT_GT(impacts["vertex_triangle"].get<int>() + impacts["edge_edge"].get<int>(), 0);
    ASSERT_EQ(impacts["earliest"].size(), 2u);
    EXPECT_LE(impacts["earliest"][0], 0.25);
    EXPECT_GE(impacts["earliest"][1], 0.25);
    EXPECT_FALSE(impacts.contains("list"));
}

/// Between frames that are both clean one cube has passed through the other.
TEST_F(Sequence, MotionFindsWhatFramesDoNotShow) {
    write_ply("before.ply", joined(cube(0, 1), shifted(cube(0.25, 0.75), {3, 0, 0})));
    write_ply("after.ply", joined(cube(0, 1), shifted(cube(0.25, 0.75), {-3, 0, 0})));
    EXPECT_EQ(pliant("check before.ply").code, 0);
    EXPECT_EQ(pliant("check after.ply").code, 0);
    const Outcome outcome = pliant("check before.ply after.ply --motion --json - --pairs");
    EXPECT_EQ(outcome.code, 1);
    const Json json = outcome.json();
    EXPECT_EQ(json["bodies"].size(), 1u);  // two frames of one body
    ASSERT_EQ(json["frames"].size(), 2u);
    EXPECT_EQ(json["frames"][1]["pairs"], 0);
    const Json& impacts = json["frames"][1]["impacts"];
    const auto number = impacts["vertex_triangle"].get<std::size_t>() + impacts["edge_edge"].get<std::size_t>();
    ASSERT_EQ(impacts["list"].size(), number);
    const Json& first = impacts["list"][0];
    EXPECT_EQ(first["time"], impacts["earliest"]);
    EXPECT_NEAR(first["time"][0], 2.25 / 6, 1e-9);
    EXPECT_NEAR(first["point"][0], 1, 1e-9);
    const Outcome text = pliant("check before.ply after.ply --motion");
    EXPECT_NE(text.out.find("impacts on the way to 1 frame"), std::string::npos) << text.out;
}

TEST_F(Sequence, MotionOfOneFrameIsRefused) {
    write_obj("still.obj", cube(0, 2));
    expect_refusal(pliant("check still.obj --motion"), {"--motion", "one frame"});
}

TEST_F(Sequence, MotionWhereNothingMeetsIsClean) {
    write_frames("frames", 3);
    const Outcome outcome = pliant("check 'frames/*.ply' --motion");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("nothing meets between frames"), std::string::npos) << outcome.out;
}

// A single mesh had no bar, however large it was.
TEST_F(Sequence, WhoeverWatchesSeesWhatIsDoneToASingleMesh) {
    if (std::system("command -v script >/dev/null") != 0) GTEST_SKIP() << "there is no script, which makes a terminal";
    write_obj("a.obj", cube(0, 1));
    const std::string slowly = "(sleep 0.8; cat a.obj) | '" PLIANT_COMMAND "' check - --format obj";
    const Outcome watched = pliant("--version >/dev/null; script -qc \"" + slowly + "\" /dev/null");
    EXPECT_NE(watched.out.find("reading standard input (0 s)"), std::string::npos) << watched.out;
    EXPECT_NE(watched.out.find("\r\033[K  standard input: 8 vertices"), std::string::npos) << watched.out;
    EXPECT_EQ(pliant("--version >/dev/null; " + slowly).err, "");
}

}  // namespace
}  // namespace pliant::cli_test
