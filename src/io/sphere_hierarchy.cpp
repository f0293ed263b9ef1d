// Sphere trees as `pliant spheretree` keeps them. The bytes are the library's:
// src/detect/sphere_tree/hierarchy_file.hpp.
#include <stdexcept>

#include <pliant/sphere_hierarchy.hpp>

#include "io/formats.hpp"
#include "io/io.hpp"
#include "io/whole_file.hpp"

namespace pliant::io {

SphereHierarchy sphere_hierarchy_from_memory(std::span<const std::byte> bytes, const std::string& name) {
    try {
        return load_sphere_hierarchy(bytes);
    } catch (const std::invalid_argument& reason) {
        throw FileError(name + ": " + reason.what());
    }
}

SphereHierarchy read_sphere_hierarchy(const std::filesystem::path& path) {
    return sphere_hierarchy_from_memory(load_file(path), path.string());
}

void write_sphere_hierarchy(const std::filesystem::path& path, const SphereHierarchy& hierarchy) {
    write_whole_file(path, save_sphere_hierarchy(hierarchy));
}

}  // namespace pliant::io
