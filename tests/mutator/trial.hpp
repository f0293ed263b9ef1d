// One damaged file, read and checked in a process of its own with a limit of time and memory.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "mutator/seeds.hpp"

namespace pliant::mutator {

struct Limits {
    unsigned seconds = 20;                        // of processor time
    std::size_t bytes = std::size_t{2048} << 20;  // of address space
};

/// Reads each and asks for its intersections, in a child. What went wrong, in words; empty where nothing did.
std::string try_readers(std::span<const Seed> files, const Limits& limits);

/// `pliant check FILE`, of a scene file `pliant simulate FILE --frames 1`. What went wrong: an end by a signal, an exit
/// code that it does not have, a limit reached, or a complaint that is not one line.
std::string try_command(const std::filesystem::path& command, const std::filesystem::path& file, const Limits& limits);

}  // namespace pliant::mutator
