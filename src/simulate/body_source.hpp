// The mesh of a body of a scene file, generated or read, filled and placed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/io.hpp"
#include "scene_file/scene_file.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::simulate {

struct BodySource {
    shapes::Mesh mesh;                       // placed, as it is at the start; tetrahedra only of volumes
    std::unique_ptr<io::Sequence> sequence;  // of an obstacle that comes frame by frame
};

/// Throws io::FileError that names the line of the scene file: for a file that is not there, with the nearest one that
/// is, or cannot be read, and for a mesh that the body cannot be made of.
BodySource body_source(const scene_file::SceneFile& scene, const scene_file::Body& body);

/// Scaled, turned and placed as the body is.
void place(const scene_file::Body& body, std::vector<Point>& positions);

[[noreturn]] void fail_at_line(const scene_file::SceneFile& scene, std::uint32_t line, const std::string& why);

}  // namespace pliant::simulate
