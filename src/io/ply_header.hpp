// The header of a PLY file: which elements follow, and what each is made of.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/scanner.hpp"

namespace pliant::io {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

constexpr std::size_t byte_size(PlyType type) {
    constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[std::size_t(type)];
}

constexpr bool is_integer(PlyType type) { return type < PlyType::float32; }

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;   // of the value, or of each value of a list
    std::optional<PlyType> list_size;  // set: a list, led by its size in this type
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
};

enum class PlyFormat : std::uint8_t { ascii, little_endian, big_endian };

struct PlyHeader {
    PlyFormat format = PlyFormat::ascii;
    std::vector<PlyElement> elements;
};

/// Leaves the scanner at the first byte behind the header.
PlyHeader read_ply_header(Scanner& text);

}  // namespace pliant::io
