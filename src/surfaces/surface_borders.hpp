// Where a surface is open: its edges by the places of their vertices, and the boxes of the borders they form.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

#include "frame/bodies.hpp"
#include "numeric/box.hpp"

namespace pliant::surfaces {

/// Every directed edge has an opposite one, by the numbers of vertices: a sum of hashes that is zero, which by chance
/// it is once in 2^64.
[[nodiscard]] bool closed_by_numbers(std::span<const Triangle> triangles);

class SurfaceBorders {
public:
    /// Triangles with a vertex that is not there or not finite do not count. Returns whether the surface is closed by
    /// places: vertices at the same place are one.
    bool find(const frame::Bodies& bodies, const frame::Body& body, std::span<const Triangle> triangles);
    void clear() { boxes_.clear(); }

    /// Of each connected border.
    [[nodiscard]] std::span<const Box<double>> boxes() const { return boxes_; }

private:
    struct Edge {
        std::uint32_t from, to;  // the smaller number first
        int turns;               // uses in that direction less uses in the other
    };

    [[nodiscard]] bool edges_cancel();
    void number_by_place();
    void collect_open_edges();
    void join_edges();
    [[nodiscard]] bool usable(const Triangle& t) const;
    [[nodiscard]] Vec3 at(std::uint32_t vertex) const { return bodies_->position(body_->first_vertex + vertex); }

    const frame::Bodies* bodies_ = nullptr;
    const frame::Body* body_ = nullptr;
    std::span<const Triangle> triangles_;
    std::vector<std::uint64_t> hash_of_place_;
    std::vector<std::uint32_t> order_, first_at_place_, piece_;
    std::vector<Edge> edges_;
    std::vector<Box<double>> boxes_;
};

}  // namespace pliant::surfaces
