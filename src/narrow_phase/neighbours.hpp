// Triangles that share a vertex: do they meet beyond what they share? The fan of nearly every vertex is proved regular
// as a whole; pairs are tested around the other vertices only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frame/bodies.hpp"
#include "narrow_phase/neighbour_filters.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::narrow_phase {

/// The edge of a triangle opposite to the vertex of a fan.
struct FanLeg {
    std::uint32_t from, to, triangle;
};

class Neighbours {
public:
    /// Once per topology.
    void build(const frame::Bodies& bodies);

    /// Pieces of work for `find`: any of them can be done on its own.
    [[nodiscard]] std::size_t pieces() const;

    /// Adds what piece `piece` finds. `set_aside[triangle]` is not zero for triangles that take no part in this frame.
    void find(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside, std::size_t piece,
              Findings& out) const;

    /// The triangles around a vertex; nullptr where they are no single oriented fan, or there are fewer than two.
    [[nodiscard]] const Fan* fan(std::uint32_t vertex) const {
        return fan_of_vertex_[vertex] != no_fan ? &fans_[fan_of_vertex_[vertex]] : nullptr;
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
    void find_around(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside, const Star& star,
                     Findings& out) const;

    std::vector<std::uint32_t> incident_;
    std::vector<Fan> fans_;        // vertices whose triangles form one oriented fan
    std::vector<Star> fan_stars_;  // the same vertices
    std::vector<std::uint32_t> fan_of_vertex_;
    std::vector<std::uint32_t> ring_;     // legs of the fans
    std::vector<FanLeg> legs_, ordered_;  // scratch of a build
    std::vector<Star> other_stars_;       // no single fan: tested pair by pair in every frame
};

}  // namespace pliant::narrow_phase
