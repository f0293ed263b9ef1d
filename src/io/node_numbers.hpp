// Files that give every vertex a number of its own: from such numbers to places in Mesh::positions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "io/mesh_builder.hpp"

namespace pliant::io {

class NodeNumbers {
public:
    void reserve(std::size_t count) { numbers_.reserve(count); }
    /// The number of the next position. Where two are equal, the first counts.
    void add(std::int64_t number) { numbers_.push_back(vertex_number(number)); }

    /// Replaces numbers of the file by places; a number that no vertex has becomes no_vertex.
    void resolve(Mesh& mesh) const;

private:
    [[nodiscard]] bool consecutive() const;

    std::vector<std::uint32_t> numbers_;
};

}  // namespace pliant::io
