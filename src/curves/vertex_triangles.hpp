// The triangles around each vertex. Kept until bodies or their triangles change.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frame/bodies.hpp"

namespace pliant::curves {

class VertexTriangles {
public:
    void update(const frame::Bodies& bodies);

    /// Usable ones, ascending; in the common numbering.
    [[nodiscard]] std::span<const std::uint32_t> around(std::uint32_t vertex) const {
        return {triangles_.data() + first_[vertex], triangles_.data() + first_[vertex + 1]};
    }
    /// How many triangles have this edge.
    [[nodiscard]] std::size_t at_edge(const frame::Bodies& bodies, std::uint32_t from, std::uint32_t to) const;

private:
    bool made_ = false;
    std::uint64_t version_ = 0;
    std::vector<std::uint32_t> first_, next_, triangles_;
};

}  // namespace pliant::curves
