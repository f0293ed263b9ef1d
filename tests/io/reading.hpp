// Reading from strings, and what the readers say when they refuse.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "io/io.hpp"

namespace pliant::io::test {

inline Mesh read(std::string_view text, std::string_view ending) {
    return read_mesh_from_memory(std::as_bytes(std::span(text)), ending, "test" + std::string(ending));
}

/// The message, or an empty string where the text is read.
inline std::string refusal(std::string_view text, std::string_view ending) {
    try {
        read(text, ending);
        return "";
    } catch (const FileError& error) {
        return error.what();
    }
}

/// Bytes of numbers in little-endian (as every machine that runs the tests has them) or swapped.
template <class... Numbers>
std::string bytes_of(bool swapped, Numbers... numbers) {
    std::string bytes;
    const auto add = [&](auto number) {
        std::string one(sizeof number, '\0');
        std::memcpy(one.data(), &number, sizeof number);
        bytes += swapped ? std::string(one.rbegin(), one.rend()) : one;
    };
    (add(numbers), ...);
    return bytes;
}

using Positions = std::vector<std::array<double, 3>>;
using Triangles = std::vector<Triangle>;
using Tetrahedra = std::vector<Tetrahedron>;
using Polygons = std::vector<std::uint32_t>;

inline const Positions unit_corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

}  // namespace pliant::io::test
