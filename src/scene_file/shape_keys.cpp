// Keys of generated shapes. Each has its own origin in its middle but for the bowl, whose lowest inner point it is.
#include "scene_file/body_keys.hpp"
#include "scene_file/key_makers.hpp"

namespace pliant::scene_file {
namespace {

constexpr double most_cells = 512;

Key type(std::string_view name) { return choice("type", {name}, "which shape it is").required(); }
KeyMaker size(std::string_view name, const char* about) { return real(name, "m", about).above(0).required(); }
KeyMaker cells(double usual) {
    return whole("cells", "along each side of the box that it is bent from, 6 tetrahedra each")
        .at_least(1)
        .at_most(most_cells)
        .otherwise(usual);
}
KeyMaker three_cells(const char* about, const std::array<double, 3>& usual) {
    KeyMaker key("cells", KeyType::wholes, about);
    return key.count(3).at_least(1).at_most(most_cells).otherwise(usual);
}
KeyMaker triangles(double usual) {
    return whole("triangles", "about so many").at_least(8).at_most(1e7).otherwise(usual);
}

}  // namespace

std::vector<Section> shape_sections() {
    return {
        {"shape.box",
         "shape = { type = \"box\" }",
         "A box of tetrahedra.",
         {type("box"), vector("size", "m", "along x, y and z").above(0).required(),
          three_cells("along x, y and z, 6 tetrahedra each", {4, 4, 4})}},
        {"shape.ball",
         "shape = { type = \"ball\" }",
         "A ball of tetrahedra.",
         {type("ball"), size("radius", "of the ball"), cells(6)}},
        {"shape.bowl",
         "shape = { type = \"bowl\" }",
         "A round bowl of tetrahedra, open upwards; its origin is its lowest inner point.",
         {type("bowl"), size("radius", "of the rim"),
          real("steepness", "", "height of the rim over its radius").above(0).otherwise(0.9),
          size("wall", "thickness of the wall"), cells(16)}},
        {"shape.tube",
         "shape = { type = \"tube\" }",
         "A tube of tetrahedra along x.",
         {type("tube"), size("length", "along x"), size("inner_radius", "of the hole"),
          size("outer_radius", "larger than the inner one"),
          three_cells("along it, around it (at least 3) and through the wall", {16, 16, 2})}},
        {"shape.sheet",
         "shape = { type = \"sheet\" }",
         "A flat sheet in x and y.",
         {type("sheet"), size("width", "along x"), size("height", "along y"), triangles(5000)}},
        {"shape.sleeve",
         "shape = { type = \"sleeve\" }",
         "An open tube of triangles around z.",
         {type("sleeve"), size("radius", "of the tube"), size("height", "along z"), triangles(5000)}},
        {"shape.sphere",
         "shape = { type = \"sphere\" }",
         "A surface; for soft bodies take a `ball`.",
         {type("sphere"), size("radius", "of the sphere"), triangles(2000)}},
        {"shape.torus",
         "shape = { type = \"torus\" }",
         "A surface, a ring around z.",
         {type("torus"), size("ring_radius", "to the middle of the tube"), size("tube_radius", "of the tube"),
          triangles(4000)}},
        {"shape.cloud",
         "shape = { type = \"cloud\" }",
         "Points, evenly distributed over a box.",
         {type("cloud"), vector("size", "m", "of the box").at_least(0).required(),
          whole("count", "points").at_least(1).at_most(1e7).required(),
          whole("seed", "of the random numbers").at_least(0).at_most(9007199254740991.0).otherwise(1.0)}},
    };
}

}  // namespace pliant::scene_file
