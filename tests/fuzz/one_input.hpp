// What every fuzzer and the replay of the corpus do with one input.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace pliant::io::fuzz {

/// Every ending that has a reader of its own, with the dot.
inline constexpr std::string_view endings[] = {".obj", ".ply", ".stl", ".off",        ".msh", ".mesh",
                                               ".vtk", ".vtu", ".veg", ".node",       ".ele", ".gltf",
                                               ".glb", ".pc2", ".mdd", ".spheretree", ".csv", ".toml"};

/// Reads the bytes as a file with that ending, frames included. True: a mesh, cache or scene; false: a FileError of one
/// line. Anything else escapes as an exception, std::logic_error where the error is not one line.
bool read_input(std::string_view ending, std::span<const std::byte> bytes);

}  // namespace pliant::io::fuzz
