// A scene file as plain data, read and checked. What it names is not opened yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <pliant/cloth.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

namespace pliant::scene_file {

struct Box {
    Point size{};
    std::array<std::uint32_t, 3> cells{};
};
struct Ball {
    double radius = 0;
    std::uint32_t cells = 0;
};
struct Bowl {
    double radius = 0, steepness = 0, wall = 0;
    std::uint32_t cells = 0;
};
struct Tube {
    double length = 0, inner_radius = 0, outer_radius = 0;
    std::array<std::uint32_t, 3> cells{};
};
struct Sheet {
    double width = 0, height = 0;
    std::size_t triangles = 0;
};
struct Sleeve {
    double radius = 0, height = 0;
    std::size_t triangles = 0;
};
struct Sphere {
    double radius = 0;
    std::size_t triangles = 0;
};
struct Torus {
    double ring_radius = 0, tube_radius = 0;
    std::size_t triangles = 0;
};
struct Cloud {
    Point size{};
    std::size_t count = 0;
    std::uint64_t seed = 1;
};
/// std::monostate: from a file.
using Shape = std::variant<std::monostate, Box, Ball, Bowl, Tube, Sheet, Sleeve, Sphere, Torus, Cloud>;

struct Rotation {
    Point axis{0, 0, 1};
    double degrees = 0;
};

struct Keyframe {
    double time = 0;  // behind Motion::begin, s
    Point position{};
    Rotation rotation;
};

struct Motion {
    Point velocity{};
    Point axis{0, 0, 1};
    double degrees_per_second = 0;
    std::optional<Point> centre;
    double begin = 0, end = std::numeric_limits<double>::infinity();
    std::vector<Keyframe> keyframes;
    bool smooth = true, repeat = false;
};

struct Pin {
    std::uint32_t line = 0;
    std::vector<Point> box;  // two corners, or none
    std::optional<Point> centre;
    double radius = 0;
    std::vector<std::uint32_t> vertices;
    Motion motion;
    double until = std::numeric_limits<double>::infinity();
};

/// What its kind does not have stays as it is here.
struct Body {
    BodyKind kind = BodyKind::soft;
    std::string name;
    std::uint32_t line = 0, file_line = 0;  // of the scene file, for complaints: where the body, its `file`, stands
    Shape shape;
    std::string file;  // as it was typed; empty where there is a shape
    double scale = 1;
    Rotation rotation;
    Point position{};
    std::optional<double> fill;
    double frames_per_second = 24;
    bool repeat = false;
    Material material;
    ClothMaterial cloth_material;
    Point velocity{};
    double friction = 0, thickness = 0, mass = 0;
    std::optional<double> contact_stiffness;
    std::vector<Pin> pins;
    Motion motion;
};

enum class Ask : std::uint8_t { intersections, curves, inside, depth, overlap, clearance };

struct Question {
    Ask ask = Ask::intersections;
    std::string name;
    std::vector<std::uint32_t> bodies;  // none: all
    std::size_t every = 1;
    std::optional<double> at_least, at_most;
};

struct View {
    Point from{};
    double zoom = 1;
};

/// Paths as they were typed; empty: none.
struct Output {
    std::string frames, json, image, report;
};

struct SceneFile {
    std::string name;              // as it was given, for complaints
    std::filesystem::path folder;  // that paths count from
    std::string about;
    std::size_t frames = 0;
    double dt = 0;
    Point gravity{};
    bool certify = false;
    std::optional<double> budget;  // s
    IntersectionMethod detector = IntersectionMethod::automatic;
    double tolerance = 0;
    std::uint32_t cloth_substeps = 0;
    std::vector<Body> bodies;  // in the order of the file
    std::vector<Question> questions;
    View view;
    Output output;
};

/// The unit of an answer, "" for counts.
std::string_view unit_of(Ask ask);

/// Throws io::FileError of one line, "scene.toml:12: friction: ...": for what is no TOML, an unknown key, with the
/// nearest right one, a wrong type, a value out of range, and a name that nothing has.
SceneFile read_scene_file(const std::filesystem::path& path);
/// The same from memory; paths count from the current folder.
SceneFile scene_file_from_text(std::string_view text, const std::string& name);

}  // namespace pliant::scene_file
