#include <numeric>

#include "gltf_builder.hpp"
#include "io/sequences.hpp"
#include "one_frame.hpp"

namespace pliant::io {
namespace {

using test::error_of;
using test::frame;
using test::Points;
using test::put;

std::string triangle_obj(double shift, const std::string& face = "f 1 2 3\n") {
    const std::string x = std::to_string(shift);
    return "v " + x + " 0 0\nv 1 0 0\nv 0 1 0\n" + face;
}

// `frames` frames of three points: point p of frame f is (f, p, 0.1f).
std::string raw_frames(std::size_t frames, std::endian order) {
    std::string bytes;
    for (std::size_t f = 0; f < frames; ++f) {
        for (std::size_t p = 0; p < 3; ++p) {
            put(bytes, float(f), order);
            put(bytes, float(p), order);
            put(bytes, 0.1f, order);
        }
    }
    return bytes;
}

std::string pc2(std::size_t frames, std::int32_t points = 3, std::int32_t promised = -1) {
    std::string bytes("POINTCACHE2\0", 12);
    put<std::int32_t>(bytes, 1);
    put(bytes, points);
    put(bytes, 0.0f);
    put(bytes, 1.0f);
    put(bytes, promised < 0 ? std::int32_t(frames) : promised);
    return bytes + raw_frames(frames, std::endian::little);
}

std::string mdd(std::size_t frames, std::int32_t points = 3) {
    std::string bytes;
    put(bytes, std::int32_t(frames), std::endian::big);
    put(bytes, points, std::endian::big);
    for (std::size_t f = 0; f < frames; ++f) put(bytes, float(f) / 24, std::endian::big);
    return bytes + raw_frames(frames, std::endian::big);
}

using SequenceFolder = test::FolderTest;

TEST_F(SequenceFolder, AMeshIsOneFrame) {
    const auto sequence = open_sequence(write("a.obj", triangle_obj(2)));
    EXPECT_EQ(sequence->frames(), 1u);
    EXPECT_EQ(frame(*sequence, 0), sequence->mesh().positions);
    EXPECT_EQ(sequence->mesh().name, "a.obj");
    EXPECT_NE(error_of([&] { frame(*sequence, 1); }), "");
    EXPECT_NE(error_of([&] { open_sequence((folder_ / "none.obj").string()); }).find("none.obj"), std::string::npos);
}

TEST_F(SequenceFolder, FramesOfAGlobComeByNumber) {
    for (const int number : {10, 2, 1, 33, 4}) {
        write("frame" + std::to_string(number) + ".obj", triangle_obj(number));
    }
    write("frames.txt", "not a frame");
    const auto sequence = open_sequence((folder_ / "frame*.obj").string());
    ASSERT_EQ(sequence->frames(), 5u);
    std::vector<double> order;
    for (std::size_t f = 0; f < 5; ++f) order.push_back(frame(*sequence, f)[0][0]);
    EXPECT_EQ(order, (std::vector<double>{1, 2, 4, 10, 33}));
    EXPECT_EQ(open_sequence((folder_ / "frame??.obj").string())->frames(), 2u);
    EXPECT_NE(error_of([&] { open_sequence((folder_ / "film*.obj").string()); }).find("no file has such a name"),
              std::string::npos);
}

TEST_F(SequenceFolder, FramesInTheOrderGiven) {
    const std::vector<std::filesystem::path> files = {write("b.obj", triangle_obj(7)), write("a.obj", triangle_obj(3))};
    const auto sequence = open_frames(files);
    EXPECT_EQ(frame(*sequence, 0)[0][0], 7);
    EXPECT_EQ(frame(*sequence, 1)[0][0], 3);
    EXPECT_NE(error_of([] { open_frames({}); }), "");
}

TEST_F(SequenceFolder, FramesOfAnotherMeshNameTheirFile) {
    const std::string first = write("f0.obj", triangle_obj(0));
    const std::string turned = write("f1.obj", triangle_obj(0, "f 1 3 2\n"));
    const std::string larger = write("f2.obj", triangle_obj(0) + "v 1 2 3\n");
    const std::string twice = write("f3.obj", triangle_obj(0) + "f 1 2 3\n");
    const std::string cut = write("f4.obj", "v 1 2\n");
    const auto sequence = open_sequence((folder_ / "f*.obj").string());
    EXPECT_EQ(error_of([&] { frame(*sequence, 1); }),
              turned + ": number 0 of the triangles joins other vertices than in " + first);
    EXPECT_EQ(error_of([&] { frame(*sequence, 2); }), larger + ": 4 vertices, but " + first + " has 3");
    EXPECT_EQ(error_of([&] { frame(*sequence, 3); }), twice + ": 2 triangles, but " + first + " has 1");
    EXPECT_EQ(error_of([&] { frame(*sequence, 4); }).find(cut + ":1: "), 0u);
}

TEST_F(SequenceFolder, PolygonsThatBecomeConcaveKeepTheTrianglesOfFrameZero) {
    const std::string rest = "v 2 1 0\nv 0 2 0\nv 0.5 1 0\nf 1 2 3 4\n";
    write("f0.obj", "v 0 0 0\n" + rest);    // concave at its last vertex
    write("f1.obj", "v -3 -3 0\n" + rest);  // and at none
    const auto sequence = open_sequence((folder_ / "f?.obj").string());
    EXPECT_EQ(sequence->mesh().triangles, (std::vector<Triangle>{{1, 2, 3}, {1, 3, 0}}));
    EXPECT_EQ(frame(*sequence, 1)[0], (std::array<double, 3>{-3, -3, 0}));
}

TEST_F(SequenceFolder, ANameThatExistsIsTakenAsItStands) {
    const auto sequence = open_sequence(write("odd*name@#?.obj", triangle_obj(5)));
    EXPECT_EQ(frame(*sequence, 0)[0][0], 5);
}

TEST_F(SequenceFolder, PointCachesOfBothKinds) {
    const std::string mesh = write("a.obj", triangle_obj(9));
    for (const std::string& cache : {write("a.pc2", pc2(4)), write("a.mdd", mdd(4))}) {
        const auto sequence = open_sequence(mesh + "@" + cache);
        ASSERT_EQ(sequence->frames(), 4u) << cache;
        EXPECT_EQ(sequence->mesh().triangles.size(), 1u);
        EXPECT_EQ(sequence->mesh().positions[1], (std::array<double, 3>{0, 1, double{0.1f}}))
            << "frame 0, not the mesh";
        EXPECT_EQ(frame(*sequence, 3), (Points{{3, 0, double{0.1f}}, {3, 1, double{0.1f}}, {3, 2, double{0.1f}}}));
    }
}

TEST_F(SequenceFolder, DamagedCachesAreRefusedByFrame) {
    const std::string mesh = write("a.obj", triangle_obj(0));
    const auto error_with = [&](const std::string& name, const std::string& bytes) {
        const std::string cache = write(name, bytes);
        const std::string error = error_of([&] { open_sequence(mesh + "@" + cache); });
        EXPECT_EQ(error.find(cache + ": "), 0u) << error;
        return error.substr(std::min(error.size(), cache.size() + 2));
    };
    EXPECT_EQ(error_with("cut.pc2", pc2(4).substr(0, 32 + 2 * 36 + 35)), "byte 104: frame 2 of 4 is truncated");
    EXPECT_EQ(error_with("cut.mdd", mdd(4).substr(0, 24 + 3 * 36)), "byte 132: frame 3 of 4 is truncated");
    EXPECT_EQ(error_with("none.mdd", mdd(4).substr(0, 12)), "byte 24: frame 0 of 4 is truncated");
    EXPECT_EQ(error_with("huge.pc2", pc2(1, 3, 0x7fffffff)), "byte 68: frame 1 of 2147483647 is truncated");
    EXPECT_EQ(error_with("head.pc2", pc2(1).substr(0, 31)), "byte 12: the header is truncated");
    EXPECT_EQ(error_with("text.pc2", "some text"), "byte 0: not a PC2 point cache");
    EXPECT_EQ(error_with("empty.mdd", ""), "byte 0: the header is truncated");
    EXPECT_EQ(error_with("no.pc2", pc2(1, 0)), "byte 16: there are no points");
    EXPECT_EQ(error_with("no.mdd", mdd(0)), "byte 0: there are no frames, or this is not an MDD cache");
    EXPECT_EQ(error_with("other.pc2", pc2(4, 2, 1)), "2 points, but " + mesh + " has 3 vertices");
    EXPECT_NE(error_of([&] { open_sequence(mesh + "@none.pc2"); }).find("none.pc2: "), std::string::npos);
}

TEST_F(SequenceFolder, ACacheThatShrinksUnderWayNamesTheFrame) {
    const std::string cache = write("a.pc2", pc2(4));
    const auto sequence = open_sequence(write("a.obj", triangle_obj(0)) + "@" + cache);
    write("a.pc2", pc2(4).substr(0, 32 + 36 + 10));
    EXPECT_EQ(frame(*sequence, 0)[2][1], 2);
    EXPECT_EQ(error_of([&] { frame(*sequence, 1); }), cache + ": byte 68: frame 1 of 4 is truncated");
}

TEST_F(SequenceFolder, PackedFolders) {
    write("walk/topology.obj", triangle_obj(0));
    const std::string positions = write("walk/positions.f32", raw_frames(5, std::endian::little));
    const auto sequence = open_sequence((folder_ / "walk").string());
    EXPECT_EQ(sequence->frames(), 5u);
    EXPECT_EQ(sequence->mesh().name, "walk");
    EXPECT_EQ(open_sequence((folder_ / "walk/").string())->mesh().name, "walk");
    EXPECT_EQ(frame(*sequence, 4)[2], (std::array<double, 3>{4, 2, double{0.1f}}));
    write("walk/positions.f32", raw_frames(5, std::endian::little).substr(0, 150));
    EXPECT_EQ(error_of([&] { open_sequence((folder_ / "walk").string()); }),
              positions + ": byte 144: frame 4 of 5 is truncated");
    write("walk/positions.f32", "");
    EXPECT_EQ(error_of([&] { open_sequence((folder_ / "walk").string()); }), positions + ": there are no frames");
    std::filesystem::remove(positions);
    EXPECT_EQ(error_of([&] { open_sequence((folder_ / "walk").string()); }).find(positions), 0u);
    std::filesystem::create_directory(folder_ / "nothing");
    EXPECT_NE(error_of([&] { open_sequence((folder_ / "nothing").string()); }).find("without topology"),
              std::string::npos);
}

TEST_F(SequenceFolder, AFolderOfNumberedMeshesIsTheirSequence) {
    for (int frame = 0; frame < 12; ++frame) {
        write("shot/frame_" + std::to_string(frame) + ".obj", triangle_obj(frame));
    }
    write("shot/notes_1.txt", "not a mesh");
    write("shot/rest.obj", triangle_obj(7));
    const std::string shot = (folder_ / "shot").string();
    const auto sequence = open_sequence(shot);
    EXPECT_EQ(sequence->frames(), 12u);
    EXPECT_EQ(sequence->frame_name(10), "frame_10.obj");
    EXPECT_EQ(frame(*sequence, 11), frame(*open_sequence(shot + "/frame_*.obj"), 11));
    write("shot/shirt_1.ply", "ply");
    EXPECT_EQ(error_of([&] { open_sequence(shot); }),
              shot + ": more than one sequence, frame_*.obj and shirt_*.ply among them: name one of them");
}

TEST_F(SequenceFolder, FramesMayHaveAConnectivityOfTheirOwn) {
    const std::string square = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
    write("f0.obj", square + "f 1 2 3\n");
    write("f1.obj", square + "f 1 2 3\nf 2 4 3\n");
    write("f2.obj", "v 9 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\n");
    write("f3.obj", square + "f 1 2\n");
    const auto sequence = open_sequence((folder_ / "f?.obj").string());
    Points out;
    const std::optional<Mesh> other = sequence->read(1, out);
    ASSERT_TRUE(other.has_value());
    EXPECT_EQ(other->triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_FALSE(sequence->read(2, out).has_value());
    EXPECT_EQ(out[0][0], 9);
    EXPECT_NE(error_of([&] { sequence->positions(1, out); }).find("f1.obj: 2 triangles"), std::string::npos);
    EXPECT_NE(error_of([&] { sequence->read(3, out); }).find("f3.obj:5: "), std::string::npos);
}

// Two triangles with an edge in common, stored as six vertices: 1 and 3, 2 and 5 lie at one place in frame 0.
std::string soup_obj(const std::array<int, 6>& x) {
    std::string text;
    const std::array<std::string, 6> yz{" 0 0\n", " 0 0\n", " 1 0\n", " 0 0\n", " 1 0\n", " 1 0\n"};
    for (std::size_t v = 0; v < 6; ++v) text += "v " + std::to_string(x[v]) + yz[v];
    return text + "f 1 2 3\nf 4 5 6\n";
}

TEST_F(SequenceFolder, WeldingJoinsWhatIsEqualInFrameZero) {
    write("f0.obj", soup_obj({0, 1, 0, 1, 1, 0}));
    write("f1.obj", soup_obj({1, 2, 3, 2, 5, 3}));
    const auto sequence = open_sequence((folder_ / "f?.obj").string(), {24, Weld::all});
    EXPECT_EQ(sequence->mesh().triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_EQ(sequence->mesh().positions, frame(*sequence, 0));
    EXPECT_EQ(frame(*sequence, 1), (Points{{1, 0, 0}, {2, 0, 0}, {3, 1, 0}, {5, 1, 0}}));
}

TEST_F(SequenceFolder, WeldedVerticesThatPartAreRefusedByFrame) {
    write("f0.obj", soup_obj({0, 1, 0, 1, 1, 0}));
    write("f1.obj", soup_obj({1, 2, 3, 2, 5, 3}));
    write("f2.obj", soup_obj({0, 1, 0, 1, 1, 7}));
    const std::string pattern = (folder_ / "f?.obj").string();
    const auto sequence = open_sequence(pattern, {24, Weld::all});
    EXPECT_EQ(error_of([&] { frame(*sequence, 1); }), "");
    EXPECT_EQ(error_of([&] { frame(*sequence, 2); }),
              pattern + ": frame 2: vertices 2 and 5 are joined by --weld but part here");
    const std::vector<std::filesystem::path> files{folder_ / "f0.obj", folder_ / "f2.obj"};
    EXPECT_EQ(error_of([&] {
                  frame(*open_frames(files, {24, Weld::all}), 1);
              }),
              files[0].string() + ": frame 1: vertices 2 and 5 are joined by --weld but part here");
    EXPECT_EQ(error_of([&] { frame(*open_sequence(pattern), 2); }), "");
}

TEST_F(SequenceFolder, WeldedVerticesThatAreNoNumbersHaveNotParted) {
    const std::string faces = "f 1 2 3\nf 1 3 4\n";
    write("f0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\n" + faces);
    write("f1.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nv nan 0 0\n" + faces);
    EXPECT_EQ(frame(*open_sequence((folder_ / "f?.obj").string(), {24, Weld::all}), 1).size(), 3u);
}

TEST_F(SequenceFolder, AnimationsOfAGltfFile) {
    test::GltfBuilder builder = test::one_triangle();
    builder.channel(0, "translation", builder.scalars({0, 1}), builder.vectors({0, 0, 0, 1, 0, 0}));
    builder.channel(0, "translation", builder.scalars({0, 2}), builder.vectors({0, 0, 0, 1, 0, 0}), "LINEAR", 1);
    builder.json["animations"][1]["name"] = "Run";
    const std::string file = write("fox.GLB", builder.glb());
    EXPECT_EQ(open_sequence(file)->frames(), 25u);
    EXPECT_EQ(open_sequence(file)->mesh().name, "fox.GLB");
    EXPECT_EQ(open_sequence(file, {.frames_per_second = 10})->frames(), 11u);
    EXPECT_EQ(open_sequence(file + "#Run")->frames(), 49u);
    EXPECT_EQ(error_of([&] { open_sequence(file + "#Fly"); }), file + ": has no animation called \"Fly\"");
}

TEST(NaturalOrder, CountsAsPeopleDo) {
    const std::vector<std::string> sorted = {
        "a", "a1", "a01", "a2", "a10", "a10b2", "a10b10", "a99999999999999999999999", "b", "b0c"};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            const bool one_number = (i == 1 && j == 2) || (i == 2 && j == 1);
            if (one_number) continue;
            EXPECT_EQ(natural_less(sorted[i], sorted[j]), i < j) << sorted[i] << " " << sorted[j];
        }
    }
    EXPECT_NE(natural_less("a1", "a01"), natural_less("a01", "a1"));
}

TEST(Wildcards, StarsAndQuestionMarks) {
    EXPECT_TRUE(matches("frame10.obj", "frame*.obj"));
    EXPECT_TRUE(matches("frame.obj", "frame*.obj"));
    EXPECT_TRUE(matches("a.b.obj", "*.obj"));
    EXPECT_TRUE(matches("abcbcd", "a*bcd"));
    EXPECT_TRUE(matches("f7", "f?"));
    EXPECT_FALSE(matches("f", "f?"));
    EXPECT_FALSE(matches("frame10.obj.bak", "frame*.obj"));
    EXPECT_FALSE(matches("FRAME1.obj", "frame*.obj"));
    EXPECT_FALSE(matches(std::string(3000, 'a'), "*a*a*a*a*a*a*a*a*b"));
}

struct Packed {
    const char* name;
    std::size_t frames, vertices, triangles, tetrahedra;
};

class SharedSequences : public ::testing::TestWithParam<Packed> {};

TEST_P(SharedSequences, HaveTheCountsOfTheirTable) {
    const std::filesystem::path folder = std::filesystem::path(PLIANT_SHARED_DATA) / "sequences" / GetParam().name;
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data: " << folder;
    const auto sequence = open_sequence(folder.string());
    EXPECT_EQ(sequence->frames(), GetParam().frames);
    EXPECT_EQ(sequence->mesh().positions.size(), GetParam().vertices);
    EXPECT_EQ(sequence->mesh().triangles.size(), GetParam().triangles);
    EXPECT_EQ(sequence->mesh().tetrahedra.size(), GetParam().tetrahedra);
    Points points;
    sequence->positions(GetParam().frames - 1, points);
    EXPECT_EQ(points.size(), GetParam().vertices);
    sequence->positions(GetParam().frames / 2, points);
    EXPECT_FALSE(points == sequence->mesh().positions) << "it does not move";
}

INSTANTIATE_TEST_SUITE_P(Data, SharedSequences,
                         ::testing::Values(Packed{"cactus", 403, 620, 1236, 0}, Packed{"fox_run", 24, 290, 576, 0},
                                           Packed{"fox_survey", 40, 290, 576, 0}, Packed{"kick", 85, 12811, 25472, 0},
                                           Packed{"mat_fold", 31, 3200, 0, 9126},
                                           Packed{"rod_coil", 21, 13333, 0, 50511}),
                         [](const auto& tested) { return tested.param.name; });

TEST(SharedFrames, ClothBallByItsNumbers) {
    const std::filesystem::path folder = std::filesystem::path(PLIANT_SHARED_DATA) / "sequences/cloth-ball";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data: " << folder;
    const auto sequence = open_sequence((folder / "cloth_ball*.ply").string());
    ASSERT_EQ(sequence->frames(), 2u);
    EXPECT_EQ(sequence->mesh().triangles.size(), 92230u);
    EXPECT_EQ(frame(*sequence, 1).size(), 46598u);
}

}  // namespace
}  // namespace pliant::io
