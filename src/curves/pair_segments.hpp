// The segment of every pair of triangles: which edge of which triangle meets the other at either end. No coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/pairs.hpp>

#include "broad_phase/blocks.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::curves {

/// A point of a curve by what meets there, in the common numbering: an edge and a triangle; or a vertex that both
/// triangles of a pair have. Equal points of neighbouring pairs have equal keys, whatever rounding says.
struct NodeKey {
    static constexpr std::uint32_t no_triangle = ~0u;

    std::uint32_t low = 0, high = 0;  // vertices of the edge; equal for a shared vertex
    std::uint32_t triangle = no_triangle;

    friend bool operator==(const NodeKey&, const NodeKey&) = default;
    [[nodiscard]] bool at_vertex() const { return low == high; }
    [[nodiscard]] std::uint64_t hash() const {
        const std::uint64_t edge = std::uint64_t{high} << 32 | low;
        std::uint64_t mixed = (edge ^ std::uint64_t{triangle} * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
        mixed ^= mixed >> 32;
        return mixed * 0xc4ceb9fe1a85ec53u >> 20;
    }
};

/// Of one pair. Its ends are in the direction of normal(a) x normal(b).
struct PairEnds {
    std::array<NodeKey, 2> nodes{};
    bool any = false;  // false: the triangles only touch
};

class PairSegments {
public:
    /// Pairs as `intersections` returns them, of bodies that are up to date.
    void find(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, parallel::Workers& workers);

    [[nodiscard]] std::span<const PairEnds> ends() const { return ends_; }
    /// In the common numbering.
    [[nodiscard]] std::span<const broad_phase::Pair> triangles() const { return triangles_; }

private:
    void find_some(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, std::size_t begin,
                   std::size_t end);

    std::vector<broad_phase::Pair> triangles_;
    std::vector<PairEnds> ends_;
};

}  // namespace pliant::curves
