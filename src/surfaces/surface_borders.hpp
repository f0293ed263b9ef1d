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

/// How the inside of a surface is told.
enum class Enclosure : std::uint8_t {
    by_winding,  ///< closed, facing one way: every directed edge has an opposite one
    by_parity,   ///< every edge has an even number of triangles, but they do not face one way
    unknown,     ///< no border, but edges with three triangles or another odd number
    none,        ///< a border: an edge of one triangle
};

class SurfaceBorders {
public:
    /// Returns whether the surface is closed by position: vertices at equal positions count as one. Triangles with a
    /// missing or non-finite vertex are ignored.
    bool find(const frame::Bodies& bodies, const frame::Body& body, std::span<const Triangle> triangles);
    void clear() { boxes_.clear(); }
    /// Of the surface that was looked at last.
    [[nodiscard]] Enclosure enclosure() const { return enclosure_; }

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
    Enclosure enclosure_ = Enclosure::none;
};

}  // namespace pliant::surfaces
