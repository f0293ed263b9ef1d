// Bounds of leaves from the positions of their vertices: the one pass per frame over all triangles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "detect/regularity/region_bounds.hpp"
#include "simd/vertices.hpp"

namespace pliant::regularity {

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
///
/// Leaves 2 j and 2 j + 1 of a call may be read side by side: in memory, the strips of both are as long as those of the
/// longer one, filled up with vertices that are repeated, and their turns alternate.
struct LeafShape {
    std::size_t first_slot;      // in the array of all leaves' slots, narrow or wide
    std::size_t first_turn;      // in the array of all leaves' turns; the next ones are `turn_stride` apart
    std::uint32_t first_vertex;  // slots hold twice what the number of a vertex is above this one
    std::uint16_t windows;       // of each strip: two less than its vertices
    std::uint8_t triangles;
    bool narrow;  // vertices are near enough to one another for narrow slots
};
inline constexpr std::size_t strips_per_leaf = 8;
inline constexpr std::size_t most_windows = 64;
inline constexpr std::size_t turn_stride = 2;

/// Vertices of the contour of a leaf, in the order in which they follow one another there. They may repeat.
inline constexpr std::size_t samples_per_leaf = 4;
using ContourSamples = std::array<std::uint32_t, samples_per_leaf>;

/// So many leaves are bounded together: what is found out once per leaf takes a lane each.
inline constexpr std::size_t leaves_together = 16;

/// The contour samples of all leaves of a call of `leaf_bounds`: the first vertices of those bounded together, then the
/// second ones, and so on.
void lay_out_samples(std::span<const ContourSamples> leaves, std::uint32_t* out);

/// Of all leaves, but for contour samples.
struct StripSlots {
    const std::uint16_t* narrow;
    const std::uint32_t* wide;
    const std::uint8_t* turns;
    const std::uint32_t* contour_samples;  // as `lay_out_samples` leaves them
};

struct Direction {
    std::array<double, 3> along;  // unit vector
    std::array<float, 3> u, v;    // unit vectors across it; u, v, along are right-handed
};

/// Own directions of regions, for the leaves of a call: a leaf that has one takes it for the axis of its cone in place
/// of what its contour samples tell, and has it in its set where all of its triangles face it.
struct OwnAxes {
    static constexpr std::uint8_t none = 0xff;
    const std::uint8_t* of_leaf;  // by leaf: a number of `axes`, or none
    const Direction* axes;
};

/// Bounds of `count` leaves, into out[places[leaf]]. The directions are those that lie within a right angle, less a
/// margin, of every normal of a cone around the leaf's normals, across its contour samples or about its own axis.
/// Whatever these are, the directions are right.
/// suspicious[leaf] is 1 where the area of some triangle could not be shown to be positive: then they mean nothing, nor
/// does the box where a coordinate is not finite.
void leaf_bounds(const simd::Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                 const OwnAxes& own, const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspicious);

}  // namespace pliant::regularity
