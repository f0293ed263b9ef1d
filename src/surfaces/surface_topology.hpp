// The triangles of a body that measuring may use, and what follows from their vertex numbers alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frame/bodies.hpp"

namespace pliant::surfaces {

class SurfaceTopology {
public:
    /// Costs little where the body and the topology are those of the last call. `body` outlives the use of `triangles`.
    void read(const frame::Bodies& bodies, const frame::Body& body);

    /// By number; those that were removed or have a vertex out of range are collapsed to a point.
    [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
    /// Every directed edge has an opposite one.
    [[nodiscard]] bool closed() const { return closed_; }
    /// Whether a triangle uses the vertex; whether every vertex is used.
    [[nodiscard]] bool uses(std::size_t vertex) const { return used_[vertex] != 0; }
    [[nodiscard]] bool uses_all() const { return all_used_; }

private:
    void select_triangles(const frame::Body& body);

    std::optional<BodyId> id_;
    std::uint64_t version_ = 0;
    std::span<const Triangle> triangles_;  // those of the body, or the copy
    std::vector<Triangle> copied_;
    std::vector<std::uint8_t> used_;
    bool all_used_ = false, closed_ = false;
};

}  // namespace pliant::surfaces
