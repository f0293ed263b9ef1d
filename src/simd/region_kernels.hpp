// Bounds of regions: a box and the set of sampled directions along which every triangle of the region faces.
#pragma once

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

/// Sampled directions: number i is (x[i], y[i], z[i]), number i + 128 the opposite one. Entries beyond the last are
/// zero.
struct DirectionSamples {
    static constexpr std::size_t capacity = 104;
    alignas(32) float x[capacity] = {}, y[capacity] = {}, z[capacity] = {};
};

/// A direction belongs to a region's set only if its cosine with every normal is above this.
inline constexpr float direction_margin = 0.01f;

/// Bounds of `leaves` leaves of `blocks_per_leaf` blocks each, of which the first `used[leaf]` are read. The directions
/// are those that lie within a right angle, less a margin, of every normal of a cone around the leaf's normals.
/// suspects[8 * leaf + block] gets a bit for each triangle whose area could not be shown to be positive.
void leaf_bounds(const Vertices& vertices, const CornerBlock* corners, const std::uint8_t* used, std::size_t leaves,
                 const DirectionSamples& samples, RegionBounds* out, std::uint8_t* suspects);

}  // namespace pliant::simd
