// Sound files of every format, to be damaged.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pliant::mutator {

struct Seed {
    std::string ending;  // with the dot
    std::string bytes;
};

/// The corpus of the fuzzers and, for surfaces and volumes, meshes of some hundred elements, written in `scratch`.
std::vector<Seed> seeds(const std::filesystem::path& scratch);

}  // namespace pliant::mutator
