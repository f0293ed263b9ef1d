// Lists of triangles that are cut and split: SoA, one row per coordinate of each corner. All vector targets keep the
// same triangles in the same order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "broad_phase/blocks.hpp"
#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::gjk_cut {

/// Rows x, y, z of the first corners, then of the second, then of the third, and the triangles' numbers. A row has room
/// for `list_padding` more than a list holds, rounded up: kernels read and write whole vectors.
struct TriangleList {
    std::array<float*, 9> corner{};
    std::uint32_t* number = nullptr;
    std::size_t count = 0;
};

inline constexpr std::size_t list_padding = 8;

/// A range of numbers, both ends within.
struct Interval {
    float lo, hi;
};

using Direction = std::array<float, 3>;

/// Coordinates of a list are (position - centre) * scale, rounded to float; scale is a power of two.
struct LocalOrigin {
    std::array<double, 3> centre;
    double scale;
};

/// Corners of triangles numbers[0], ...; triangle t has the vertices corners[3 * t], [3 * t + 1], [3 * t + 2]. Sets
/// to.count; returns the box around them.
Box<float> load_triangles(const simd::Vertices& vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                          std::size_t count, const LocalOrigin& origin, TriangleList& to);

/// The box around a list; empty (lo > hi) for an empty one.
Box<float> box_of(const TriangleList& list);

/// Copies the triangles whose boxes meet `box`; `to` may be `from`. Sets to.count.
void keep_meeting(const TriangleList& from, const Box<float>& box, TriangleList& to);

/// The dot products of every corner with a direction, once: writes the least and the greatest of each triangle (rows
/// padded like those of a list) and returns those of all.
Interval project(const TriangleList& list, const Direction& direction, float* lo, float* hi);

/// The first place of a row (padded like those of a list) that holds `value`; `count` if none does.
std::size_t place_of(const float* row, std::size_t count, float value);

/// Keeps the triangles whose range along the direction last projected on meets `range`, in place.
void keep_between(TriangleList& list, const float* lo, const float* hi, Interval range);

/// Three times the centroid's place along a direction: what lists are split by.
float centroid_along(const TriangleList& list, std::size_t i, const Direction& direction);

/// Triangles below `threshold` stay in `list`, the others go to `rest`. Sets both counts.
void split(TriangleList& list, const Direction& direction, float threshold, TriangleList& rest);

/// The boxes of a list's triangles, one row per bound (lo x, y, z, hi x, y, z), each wider by `margin`.
struct BoxRows {
    std::array<float*, 6> bound;
    std::size_t count;
};
void write_boxes(const TriangleList& list, float margin, BoxRows& rows);

/// Places i, k of all boxes of a and b that are not apart; `out` has room for a.count * b.count and
/// `list_padding` more. Returns how many.
std::size_t pairs_not_apart(const BoxRows& a, const BoxRows& b, broad_phase::Pair* out);
/// Places [begin, end) of a row.
struct Stretch {
    std::uint32_t begin, end;
};
/// The same, but box i of a with those of b in stretches[i] only.
std::size_t pairs_not_apart(const BoxRows& a, const BoxRows& b, const Stretch* stretches, broad_phase::Pair* out);
/// The same within one list, i < k.
std::size_t pairs_not_apart(const BoxRows& a, broad_phase::Pair* out);

}  // namespace pliant::gjk_cut
