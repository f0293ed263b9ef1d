// Boundary loops of a surface: open edges, with vertices at equal positions joined, and the box of each connected
// border.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

#include "frame/bodies.hpp"
#include "numeric/box.hpp"

namespace pliant::surfaces {

/// Whether every directed edge has an opposite one, by vertex numbers: the sum of signed edge hashes is zero. False
/// positives have probability 2^-64.
[[nodiscard]] bool closed_by_numbers(std::span<const Triangle> triangles);

class SurfaceBorders {
public:
    /// Returns whether the surface is closed by position: vertices at equal positions count as one. Triangles with a
    /// missing or non-finite vertex are ignored.
    bool find(const frame::Bodies& bodies, const frame::Body& body, std::span<const Triangle> triangles);
    void clear() { boxes_.clear(); }

    /// The box of each connected border.
    [[nodiscard]] std::span<const Box<double>> boxes() const { return boxes_; }

private:
    struct Edge {
        std::uint32_t from, to;  // the smaller number first
        int turns;               // uses in that direction minus uses in the other
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
