// Sphere trees as `pliant spheretree` keeps them. The bytes are the library's:
// src/detect/sphere_tree/hierarchy_file.hpp.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <pliant/sphere_hierarchy.hpp>

#include "io/formats.hpp"
#include "io/io.hpp"

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
    const std::vector<std::byte> bytes = save_sphere_hierarchy(hierarchy);
    std::FILE* file = std::fopen(path.c_str(), "wb");
    const bool written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const bool closed = file != nullptr && std::fclose(file) == 0;
    if (!written || !closed) throw FileError(path.string() + ": cannot be written: " + std::strerror(errno));
}

}  // namespace pliant::io
