// Triangles that share a vertex: do they meet beyond what they share? The fan of nearly every vertex is proved regular
// as a whole; pairs are tested around the other vertices only.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "frame/bodies.hpp"
#include "narrow_phase/neighbour_filters.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "parallel/parallel.hpp"

namespace pliant::narrow_phase {

/// The edge of a triangle opposite to the vertex of a fan.
struct FanLeg {
    std::uint32_t from, to, triangle;
};

/// Vertices first, ..., end - 1.
struct VertexRange {
    std::uint32_t first, end;
};

class Neighbours {
public:
    /// Once per topology.
    void build(const frame::Bodies& bodies);
    /// Around some vertices alone. All their triangles are in these chunks of parallel::Chunks, each of
    /// `triangles_per_chunk`; ascending.
    void build(const frame::Bodies& bodies, VertexRange vertices, std::span<const std::uint32_t> chunks);
    static constexpr std::size_t triangles_per_chunk = 4096;

    /// Pieces of work for `find`: any of them can be done on its own.
    [[nodiscard]] std::size_t pieces() const;

    /// Adds what piece `piece` finds. `set_aside[triangle]` is not zero for triangles that take no part in this frame;
    /// a piece within bodies that rest (see frame::Query) finds nothing.
    void find(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside,
              std::span<const std::uint8_t> resting, std::size_t piece, Findings& out) const;

    /// The triangles around a vertex; nullptr where they are no single fan, or there are fewer than two.
    [[nodiscard]] const Fan* fan(std::uint32_t vertex) const {
        const std::uint32_t fan = fan_of_vertex_[vertex - first_vertex_];
        return fan != no_fan ? &fans_[fan] : nullptr;
    }
    /// Legs of the fans.
    [[nodiscard]] const std::uint32_t* ring() const { return ring_.data(); }

private:
    static constexpr std::uint32_t no_fan = ~0u;

    /// Triangles around a vertex: incident_[first], ...
    struct Star {
        std::uint32_t vertex, first, triangles;
    };

    void add_star(const frame::Bodies& bodies, const Star& star);
    [[nodiscard]] bool all_rest(const frame::Bodies& bodies, std::span<const std::uint8_t> resting, const Star& first,
                                const Star& last) const;
    void find_around(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside, const Star& star,
                     Findings& out) const;

    std::uint32_t first_vertex_ = 0;
    std::vector<std::uint32_t> incident_;
    std::vector<Fan> fans_;        // vertices whose triangles form one fan, whichever way they face
    std::vector<Star> fan_stars_;  // the same vertices
    std::vector<std::uint32_t> fan_of_vertex_;
    std::vector<std::uint32_t> ring_;                            // legs of the fans
    std::vector<FanLeg> legs_, ordered_, turned_;                // scratch of a build
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends_;  // likewise: vertices of legs, and their numbers
    std::vector<Star> other_stars_;                              // no single fan: tested pair by pair in every frame
};

/// The same without keeping anything, for a mesh so large that all fans take more memory than the rest of a search:
/// those of some vertices at a time are made, tested and dropped.
class PassingNeighbours {
public:
    explicit PassingNeighbours(std::uint32_t least_range = 1u << 16) : least_range_(least_range) {}

    void start(const frame::Bodies& bodies, parallel::Workers& workers);
    [[nodiscard]] std::size_t pieces() const;
    void find(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside, std::size_t piece,
              Findings& out) const;

private:
    std::uint32_t least_range_;  // vertices at a time, at the least
    std::uint32_t range_ = 1;    // the same of this mesh
    std::uint32_t vertices_ = 0;
    std::vector<VertexRange> of_chunk_;  // between the lowest and the highest vertex of a chunk of triangles
};

}  // namespace pliant::narrow_phase
