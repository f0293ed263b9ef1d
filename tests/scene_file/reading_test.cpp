// What is read of a scene file, value by value.
#include <gtest/gtest.h>

#include <limits>

#include "scene_file/keys.hpp"
#include "scene_file/scene_file.hpp"

namespace pliant::scene_file {
namespace {

SceneFile read(const std::string& text) { return scene_file_from_text(text, "scene.toml"); }

TEST(SceneFile, UsualValuesAreThoseOfTheLibrary) {
    const SceneFile scene = read(
        "[[soft]]\nname = \"s\"\nfile = \"s.msh\"\n[[cloth]]\nname = \"c\"\nfile = \"c.obj\"\n"
        "[[particles]]\nname = \"p\"\nfile = \"p.csv\"\n[[obstacle]]\nname = \"o\"\nfile = \"o.msh\"\n");
    EXPECT_EQ(scene.frames, 300u);
    EXPECT_EQ(scene.dt, 1.0 / 60);
    EXPECT_EQ(scene.gravity, SimulationOptions{}.gravity);
    EXPECT_EQ(scene.tolerance, SimulationOptions{}.tolerance);
    ASSERT_EQ(scene.bodies.size(), 4u);
    EXPECT_EQ(scene.bodies[0].material.stiffness, SoftBodySettings{}.material.stiffness);
    EXPECT_EQ(scene.bodies[0].friction, SoftBodySettings{}.friction);
    EXPECT_EQ(scene.bodies[1].cloth_material.stretch, ClothMaterial{}.stretch);
    EXPECT_EQ(scene.bodies[1].thickness, ClothSettings{}.thickness);
    EXPECT_EQ(scene.bodies[2].mass, ParticleSettings{}.mass);
    EXPECT_EQ(scene.bodies[3].friction, ObstacleSettings{}.friction);
    EXPECT_EQ(scene.bodies[0].scale, 1);
    EXPECT_EQ(scene.bodies[0].contact_stiffness, std::nullopt);
}

TEST(SceneFile, BodiesStandInTheOrderOfTheFile) {
    const SceneFile scene = read(
        "[[obstacle]]\nname = \"first\"\nfile = \"a\"\n[[soft]]\nname = \"second\"\nfile = \"b\"\n"
        "[[obstacle]]\nname = \"third\"\nfile = \"c\"\n[[question]]\nask = \"inside\"\nbodies = [\"third\", "
        "\"second\"]\n");
    EXPECT_EQ(scene.bodies[0].name, "first");
    EXPECT_EQ(scene.bodies[1].name, "second");
    EXPECT_EQ(scene.bodies[2].name, "third");
    EXPECT_EQ(scene.bodies[2].line, 7u);
    EXPECT_EQ(scene.bodies[2].file_line, 9u);
    EXPECT_EQ(scene.questions[0].bodies, (std::vector<std::uint32_t>{2, 1}));
    EXPECT_EQ(scene.questions[0].name, "inside of third and second");
}

TEST(SceneFile, MaterialsComeByName) {
    const SceneFile scene = read(
        "[soft_material.rubber]\nstiffness = 1e6\ndamping = 0\n[[soft]]\nname = \"s\"\nfile = \"s.msh\"\nmaterial = "
        "\"rubber\"\n");
    EXPECT_EQ(scene.bodies[0].material.stiffness, 1e6);
    EXPECT_EQ(scene.bodies[0].material.damping, 0);
    EXPECT_EQ(scene.bodies[0].material.density, SoftBodySettings{}.material.density);
}

TEST(SceneFile, MotionsAndPinsAreRead) {
    const SceneFile scene = read(R"(
[[cloth]]
name = "c"
shape = { type = "sheet", width = 1, height = 2, triangles = 100 }
[[cloth.pins]]
box = [[0, 0, 0], [1, 1, 1]]
until = 2
[cloth.pins.motion]
velocity = [0, 0, 1]
keyframes = [{ time = 1, position = [1, 0, 0] }, { time = 2, rotation = { degrees = 30 } }]
)");
    const Pin& pin = scene.bodies[0].pins.at(0);
    EXPECT_EQ(pin.until, 2);
    EXPECT_EQ(pin.box.size(), 2u);
    EXPECT_EQ(pin.motion.velocity, (Point{0, 0, 1}));
    EXPECT_EQ(pin.motion.end, std::numeric_limits<double>::infinity());
    ASSERT_EQ(pin.motion.keyframes.size(), 2u);
    EXPECT_EQ(pin.motion.keyframes[1].rotation.degrees, 30);
    EXPECT_EQ(std::get<Sheet>(scene.bodies[0].shape).triangles, 100u);
}

TEST(SceneFile, TimesHaveUnits) {
    EXPECT_EQ(seconds_of("1ms"), 1e-3);
    EXPECT_EQ(seconds_of("500us"), 5e-4);
    EXPECT_EQ(seconds_of("0.25s"), 0.25);
    for (const char* text : {"", "1", "ms", "0ms", "-1ms", "1 ms", "1e999s", "nans", "1min", "infs"})
        EXPECT_EQ(seconds_of(text), std::nullopt) << text;
}

}  // namespace
}  // namespace pliant::scene_file
