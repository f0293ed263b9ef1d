// Scene files brought to life: bodies from files and shapes, motions, pins, questions.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include <pliant/io.hpp>

#include "numeric/vec.hpp"
#include "simulate/file_scene.hpp"
#include "simulate/rigid_motion.hpp"

namespace pliant::simulate {
namespace {

namespace fs = std::filesystem;

class FileScene : public testing::Test {
protected:
    FileScene() : folder_(fs::temp_directory_path() / ("pliant_file_scene_" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
    }
    ~FileScene() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

    [[nodiscard]] std::unique_ptr<LivingScene> made(const std::string& text, unsigned threads = 2) const {
        write("scene.toml", text);
        scene_file::SceneFile file = scene_file::read_scene_file(folder_ / "scene.toml");
        SimulationOptions options = options_of(file);
        options.threads = threads;
        return make_file_scene(std::move(file), options);
    }
    [[nodiscard]] std::string complaint(const std::string& text) const {
        try {
            (void)made(text);
        } catch (const io::FileError& error) {
            const std::string said = error.what();
            return said.substr(std::min(said.size(), said.find("scene.toml:") + 11));
        }
        return "";
    }
    static void play(LivingScene& scene, int frames, double seconds = 0.01) {
        double time = 0;
        for (int i = 0; i < frames; ++i) {
            scene.drive(time + seconds, seconds);
            time = scene.simulation().step(seconds).time;
        }
    }

    fs::path folder_;
};

const std::string cube_obj =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

std::vector<Point> all_positions(const Simulation& simulation) {
    std::vector<Point> all;
    for (std::uint32_t b = 0; b < simulation.bodies(); ++b)
        all.insert(all.end(), simulation.positions(b).begin(), simulation.positions(b).end());
    return all;
}

TEST_F(FileScene, ExamplesGiveTheSameBytesForAnyNumberOfThreads) {
    std::size_t examples = 0;
    for (const auto& entry : fs::directory_iterator(PLIANT_EXAMPLE_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        ++examples;
        std::vector<Point> first;
        for (const unsigned threads : {1u, 3u}) {
            scene_file::SceneFile file = scene_file::read_scene_file(entry.path());
            SimulationOptions options = options_of(file);
            options.threads = threads;
            const double dt = file.dt;
            const std::size_t questions = file.questions.size();
            const auto scene = make_file_scene(std::move(file), options);
            play(*scene, 20, dt);
            std::vector<double> answers;
            scene->ask(0, answers);
            EXPECT_EQ(answers.size(), questions);
            EXPECT_GT(questions, 0u) << entry.path();
            for (const double answer : answers) EXPECT_TRUE(std::isfinite(answer)) << entry.path();
            const std::vector<Point> positions = all_positions(scene->simulation());
            for (const Point& p : positions) ASSERT_TRUE(finite(Vec3(p))) << entry.path();
            if (first.empty()) first = positions;
            EXPECT_EQ(positions, first) << entry.path();
        }
    }
    EXPECT_GE(examples, 3u);
}

TEST_F(FileScene, FilesAreFoundBesideItAndFilled) {
    write("cube.obj", cube_obj);
    const auto scene = made(
        "[[soft]]\nname = \"a\"\nfile = \"cube.obj\"\nfill = 0.03\nscale = 0.1\nposition = [0, 0, 2]\nvelocity = [1, "
        "0, "
        "0]\n");
    const Simulation& simulation = scene->simulation();
    EXPECT_GT(simulation.tetrahedra(0).size(), 50u);
    for (const Point& p : simulation.positions(0)) {
        EXPECT_GE(p[2], 2 - 1e-9);
        EXPECT_LE(p[2], 2.1 + 1e-9);
    }
    EXPECT_EQ(simulation.velocities(0)[0], (Point{1, 0, 0}));
    EXPECT_NEAR(scene->body_size(), 0.1, 0.02);
}

TEST_F(FileScene, WhatCannotBeMadeIsNamedWithItsLine) {
    write("cube.obj", cube_obj);
    EXPECT_EQ(complaint("[[soft]]\nname = \"a\"\nfile = \"cubes.obj\"\n"),
              "3: file: there is no 'cubes.obj' beside it, did you mean cube.obj?");
    EXPECT_NE(complaint("[[soft]]\nname = \"a\"\nfile = \"cube.obj\"\n").find("1: body 'a': it is a surface; `fill"),
              std::string::npos);
    write("broken.obj", "v 1 2\n");
    EXPECT_NE(complaint("[[obstacle]]\nname = \"a\"\nfile = \"broken.obj\"\n").find("3: file: "), std::string::npos);
    const std::string ball = "[[soft]]\nname = \"a\"\nshape = { type = \"ball\", radius = 1, cells = 2 }\n";
    EXPECT_EQ(complaint(ball + "pins = [{ vertices = [99] }]\n"), "1: body 'a': pins: there is no vertex 99 among 27");
    EXPECT_EQ(complaint(ball + "pins = [{ centre = [9, 9, 9], radius = 1 }]\n"),
              "1: body 'a': pins: no vertex is in there at the start");
    EXPECT_NE(complaint(ball + "[[obstacle]]\nname = \"wall\"\nfile = \"cube.obj\"\n")
                  .find("4: body 'wall': soft bodies and particles would pass through a surface"),
              std::string::npos);
    const std::string drops =
        "[[particles]]\nname = \"d\"\nshape = { type = \"cloud\", size = [1, 1, 1], count = 3 }\n";
    const std::string plate = "[[obstacle]]\nname = \"p\"\nshape = { type = \"box\", size = [1, 1, 1], cells = ";
    EXPECT_NE(complaint(plate + "[4, 4, 1] }\n" + drops).find("1: body 'p': particles would pass through"),
              std::string::npos);
    EXPECT_EQ(complaint(plate + "[2, 2, 2] }\n" + drops), "");
    EXPECT_NE(
        complaint("[[soft]]\nname = \"a\"\nshape = { type = \"box\", size = [1, 1, 1], cells = [500, 500, 500] }\n")
            .find("more than"),
        std::string::npos);
}

TEST_F(FileScene, PinsAreMovedAndLetGo) {
    const auto scene = made(R"(
[[cloth]]
name = "c"
shape = { type = "sheet", width = 1, height = 1, triangles = 50 }
[[cloth.pins]]
vertices = [0]
until = 0.15
motion = { velocity = [0, 0, 1] }
)");
    const double start = scene->simulation().positions(0)[0][2];
    play(*scene, 10);
    EXPECT_NEAR(scene->simulation().positions(0)[0][2], start + 0.1, 1e-12);
    play(*scene, 40);
    EXPECT_LT(scene->simulation().positions(0)[0][2], start - 0.1) << "it falls since it was let go";
}

TEST_F(FileScene, ASequenceMovesAnObstacle) {
    for (int frame = 0; frame < 3; ++frame) {
        std::string text;
        for (const char* corner : {"0 0", "1 0", "0 1"})
            text += "v " + std::string(corner) + " " + std::to_string(frame) + "\n";
        write("f_" + std::to_string(frame) + ".obj", text + "f 1 2 3\n");
    }
    const auto scene = made(
        "[[obstacle]]\nname = \"o\"\nfile = \"f_?.obj\"\nframes_per_second = 10\nposition = [0, 0, 5]\n"
        "[[cloth]]\nname = \"c\"\nshape = { type = \"sheet\", width = 1, height = 1, triangles = 8 }\n");
    play(*scene, 15);
    EXPECT_NEAR(scene->simulation().positions(0)[0][2], 5 + 1.5, 1e-9);
    play(*scene, 15);
    EXPECT_NEAR(scene->simulation().positions(0)[0][2], 5 + 2, 1e-9) << "it stays at its end";
}

TEST_F(FileScene, QuestionsAreAnswered) {
    const auto scene = made(R"(
[[obstacle]]
name = "a"
shape = { type = "box", size = [1, 1, 1], cells = [2, 2, 2] }
[[obstacle]]
name = "b"
shape = { type = "box", size = [1, 1, 1], cells = [2, 2, 2] }
position = [0.5, 0.25, 0.25]
[[obstacle]]
name = "far"
shape = { type = "box", size = [1, 1, 1], cells = [2, 2, 2] }
position = [0, 0, 4]
[[particles]]
name = "drops"
shape = { type = "cloud", size = [0.5, 0.5, 0.5], count = 20 }
[[question]]
ask = "overlap"
bodies = ["a", "b"]
[[question]]
ask = "clearance"
bodies = ["a", "far"]
[[question]]
ask = "inside"
bodies = ["drops", "a"]
[[question]]
ask = "intersections"
bodies = ["a", "far"]
[[question]]
ask = "intersections"
[[question]]
ask = "curves"
[[question]]
ask = "depth"
bodies = ["a", "b"]
every = 2
)");
    std::vector<double> answers;
    scene->ask(2, answers);
    ASSERT_EQ(answers.size(), 7u);
    EXPECT_NEAR(answers[0], 0.5 * 0.75 * 0.75, 1e-6);
    EXPECT_NEAR(answers[1], 3, 1e-6);
    EXPECT_EQ(answers[2], 20);
    EXPECT_EQ(answers[3], 0);
    EXPECT_GT(answers[4], 0);
    EXPECT_EQ(answers[5], 1);
    EXPECT_GT(answers[6], 0.1);
    scene->ask(3, answers);
    EXPECT_TRUE(std::isnan(answers[6])) << "it is not its turn";
    EXPECT_EQ(scene->asked()[1].unit, "m");
}

TEST(RigidMotion, GoesByKeyframesAndTurns) {
    scene_file::Motion plan;
    plan.begin = 1;
    plan.smooth = false;
    plan.keyframes = {{2, {4, 0, 0}, {}}, {3, {4, 0, 0}, {{0, 0, 1}, 720}}};
    const RigidMotion motion(plan, {});
    EXPECT_EQ(motion.at(0.5)({1, 0, 0}), (Point{1, 0, 0}));
    EXPECT_NEAR(motion.at(2)({1, 0, 0})[0], 3, 1e-12);
    const Point half = motion.at(3.25)({1, 0, 0});  // a quarter of two turns
    EXPECT_NEAR(half[0], 3, 1e-12);
    EXPECT_NEAR(half[1], 0, 1e-12);
    EXPECT_NEAR(motion.at(3.125)({1, 0, 0})[1], 1, 1e-12);
    EXPECT_NEAR(motion.at(99)({1, 0, 0})[0], 5, 1e-12);
}

TEST(RigidMotion, TurnsAboutItsCentreAndBlendsAxes) {
    scene_file::Motion plan;
    plan.degrees_per_second = 90;
    plan.end = 2;
    const RigidMotion turning(plan, {1, 0, 0});
    EXPECT_NEAR(turning.at(1)({2, 0, 0})[1], 1, 1e-12);
    EXPECT_NEAR(turning.at(5)({2, 0, 0})[0], 0, 1e-12) << "it ends after half a turn";
    EXPECT_FALSE(turning.is_still());
    EXPECT_TRUE(RigidMotion({}, {}).is_still());
    scene_file::Motion blended;
    blended.smooth = false;
    blended.keyframes = {{1, {}, {{1, 0, 0}, 90}}, {2, {}, {{0, 1, 0}, 90}}};
    const RigidMotion motion(blended, {});
    EXPECT_NEAR(motion.at(1)({0, 1, 0})[2], 1, 1e-12);
    EXPECT_NEAR(motion.at(2)({1, 0, 0})[2], -1, 1e-12);
    const Point midway = motion.at(1.5)({1, 0, 0});
    EXPECT_NEAR(dot(Vec3(midway), Vec3(midway)), 1, 1e-12);
}

}  // namespace
}  // namespace pliant::simulate
