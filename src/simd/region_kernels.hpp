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

/// A leaf of up to 64 triangles, in blocks of eight. Its vertices are read once, from `ids`, and its triangles know
/// them by their places there.
struct LeafShape {
    static constexpr std::size_t most_vertices = 127;
    std::uint32_t first_id;  // in the array of all leaves' ids; a whole number of times `ids_together`
    std::uint16_t ids;       // the same; what is too many repeats the last one
    std::uint16_t blocks;
    std::uint8_t twice_place[3][blocks_per_leaf * block_size];  // of the corners; places without a triangle repeat one
};
inline constexpr std::size_t ids_together = 2;

/// Bounds of `count` leaves, of whose vertices the numbers are in `ids`. The directions are those that lie within a
/// right angle, less a margin, of every normal of a cone around the leaf's normals. suspects[8 * leaf + block] gets a
/// bit for each triangle whose area could not be shown to be positive.
void leaf_bounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const std::uint32_t* ids,
                 const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspects);

}  // namespace pliant::simd
