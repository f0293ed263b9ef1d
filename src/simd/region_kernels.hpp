// Bounds of regions: a box and the set of sampled directions along which every triangle of the region faces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/box_kernels.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

inline constexpr std::size_t blocks_per_leaf = 8;

/// A set of up to 256 sampled directions.
struct alignas(32) DirectionSet {
    std::uint64_t word[4];

    [[nodiscard]] bool empty() const { return (word[0] | word[1] | word[2] | word[3]) == 0; }
    friend DirectionSet operator&(const DirectionSet& a, const DirectionSet& b) {
        return {{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2], a.word[3] & b.word[3]}};
    }
};

struct alignas(64) RegionBounds {
    float lo[4], hi[4];  // the fourth is unused
    DirectionSet directions;
};

/// A region and the two that it is made of.
struct Parent {
    std::uint32_t region, left, right;
};

/// Sampled directions: number 2 i is (x[i], y[i], z[i]) / direction_unit, number 2 i + 1 the opposite one. Entries
/// beyond the last are zero. Sixteen bits are enough, and twice as many as floats in a vector.
struct DirectionSamples {
    static constexpr std::size_t capacity = 112;
    alignas(32) std::int16_t x[capacity] = {}, y[capacity] = {}, z[capacity] = {};
};
inline constexpr float direction_unit = 32767;

/// A direction belongs to a region's set only if its cosine with every normal is above this.
inline constexpr float direction_margin = 0.01f;

/// A leaf of up to 64 triangles as strips, one for each lane of a vector: vertex i of strip k is in slot 8 * i + k. A
/// strip begins with the vertices a and b. Each further vertex c makes the triangle a b c, in this order, or none where
/// two of the three are the same; then it takes the place of a where bit k of turn i - 2 is set, and else of b.
struct LeafShape {
    std::size_t first_slot;      // in the array of all leaves' slots, narrow or wide
    std::size_t first_turn;      // in the array of all leaves' turns, of which there is one for each window
    std::uint32_t first_vertex;  // slots hold twice what the number of a vertex is above this one
    std::uint16_t windows;       // of each strip: two less than its vertices
    std::uint8_t triangles;
    bool narrow;  // vertices are near enough to one another for narrow slots
};
inline constexpr std::size_t strips_per_leaf = 8;
inline constexpr std::size_t most_windows = 64;
inline constexpr std::size_t turn_stride = 2;

/// Vertices of the rim of a leaf, in the order in which they follow one another there. They may repeat.
inline constexpr std::size_t vertices_of_rim = 4;
using Rim = std::array<std::uint32_t, vertices_of_rim>;

/// The rims of all leaves of a call of `leaf_bounds`, one vertex of several leaves after the other.
void lay_out_rims(std::span<const Rim> rims, std::uint32_t* out);

/// Of all leaves, but for rims.
struct StripSlots {
    const std::uint16_t* narrow;
    const std::uint32_t* wide;
    const std::uint8_t* turns;  // every other one is of the same leaf
    const std::uint32_t* rims;  // as `lay_out_rims` leaves them
};

/// Bounds of `count` leaves, into out[places[leaf]]. The directions are those that lie within a right angle, less a
/// margin, of every normal of a cone around the leaf's normals, across the rim. Whatever the rim is, they are right.
/// suspicious[leaf] is 1 where the area of some triangle could not be shown to be positive: then they mean nothing, nor
/// does the box where a coordinate is not finite.
void leaf_bounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                 const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspicious);

/// Bit 8 * i + k where the boxes of regions a[i] and b[k] meet: one to eight on either side.
std::uint64_t meeting_boxes(const RegionBounds* bounds, std::span<const std::uint32_t> a,
                            std::span<const std::uint32_t> b);

/// Bounds of parents from those of their children, one after the other.
void unite_regions(std::span<const Parent> parents, RegionBounds* bounds);

}  // namespace pliant::simd
