// Maps explicit vertex numbers of a file to indices into Mesh::positions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "io/mesh_builder.hpp"

namespace pliant::io {

class NodeNumbers {
public:
    void reserve(std::size_t count) { numbers_.reserve(count); }
    /// The number of the next position. Of duplicates the first counts.
    void add(std::int64_t number) { numbers_.push_back(vertex_number(number)); }

    /// Replaces numbers of the file by indices; unknown numbers become no_vertex.
    void resolve(Mesh& mesh) const;

private:
    [[nodiscard]] bool consecutive() const;

    std::vector<std::uint32_t> numbers_;
};

}  // namespace pliant::io
