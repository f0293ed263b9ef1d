// The public contract of pliant::io, and what the command needs beside it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <pliant/io.hpp>

namespace pliant::io {

/// Compares canonical paths; files need not exist.
bool same_file(const std::filesystem::path& p, const std::filesystem::path& q);

/// Whether `file` is one of those that opening `source` would read: the file itself, a mesh or its point cache, a
/// frame, anything in a folder, TetGen's other half, or what a glTF document names.
bool reads(const std::string& source, const std::filesystem::path& file);

/// The mesh of a sequence of one frame, without a copy where that was read from a file.
Mesh take_mesh(std::unique_ptr<Sequence> sequence);

/// As read_sphere_hierarchy; `name` goes into error messages. For the fuzzers.
SphereHierarchy sphere_hierarchy_from_memory(std::span<const std::byte> bytes, const std::string& name);

}  // namespace pliant::io
