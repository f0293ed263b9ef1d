// Cells of a regular grid and the hash of them [Teschner2003, 4.1].
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::spatial_hash {

using Cell = std::array<std::int32_t, 3>;

// Cell numbers are clamped to this range.
inline constexpr float last_cell = 0x1p30f;

/// Monotonic: a coordinate between two others has its cell between theirs.
inline std::int32_t cell_of(float coordinate, float inverse_cell) {
    return static_cast<std::int32_t>(std::clamp(std::floor(coordinate * inverse_cell), -last_cell, last_cell));
}

/// [Teschner2003, 4.1], without the remainder.
inline std::uint32_t hash_of(const Cell& c) {
    return static_cast<std::uint32_t>(c[0]) * 73856093u ^ static_cast<std::uint32_t>(c[1]) * 19349663u ^
           static_cast<std::uint32_t>(c[2]) * 83492791u;
}

using FloatBox = Box<float>;

inline bool holds(const FloatBox& box, const simd::FloatVertex& v) {
    return box.lo[0] <= v.x && v.x <= box.hi[0] && box.lo[1] <= v.y && v.y <= box.hi[1] && box.lo[2] <= v.z &&
           v.z <= box.hi[2];
}

/// The longest side.
inline float extent(const FloatBox& box) {
    return std::max({box.hi[0] - box.lo[0], box.hi[1] - box.lo[1], box.hi[2] - box.lo[2]});
}

/// False for boxes of elements with an infinite or NaN coordinate.
inline bool finite(const FloatBox& box) {
    float sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sum += (box.lo[axis] - box.lo[axis]) + (box.hi[axis] - box.hi[axis]);
    }
    return sum == 0;
}

inline bool finite(const simd::FloatVertex& v) { return (v.x - v.x) + (v.y - v.y) + (v.z - v.z) == 0; }

/// The box of an element that takes no part: not finite.
inline FloatBox nowhere() {
    FloatBox box{};
    box.lo[0] = std::numeric_limits<float>::quiet_NaN();
    return box;
}

/// The box of some vertices; not finite where one of them is not.
template <class Numbers>
FloatBox box_of(const simd::FloatVertex* vertices, const Numbers& numbers) {
    const simd::FloatVertex& first = vertices[numbers[0]];
    FloatBox box{{first.x, first.y, first.z}, {first.x, first.y, first.z}};
    for (const std::uint32_t number : numbers) {
        const simd::FloatVertex& v = vertices[number];
        if (!finite(v)) {
            box.lo[0] = std::numeric_limits<float>::quiet_NaN();
            return box;
        }
        const float p[3] = {v.x, v.y, v.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.lo[axis] = std::min(box.lo[axis], p[axis]);
            box.hi[axis] = std::max(box.hi[axis], p[axis]);
        }
    }
    return box;
}

/// Finite and not zero, for a cell size of 0 and an infinite one as well.
inline float inverse_of_cell(double cell_size) {
    return static_cast<float>(std::clamp(1 / cell_size, 0x1p-126, 0x1p120));
}

/// The cells that a box covers.
struct CellRange {
    Cell first, last;

    CellRange(const FloatBox& box, float inverse_cell) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            first[axis] = cell_of(box.lo[axis], inverse_cell);
            last[axis] = cell_of(box.hi[axis], inverse_cell);
        }
    }

    /// As a double: the product may exceed every integer.
    [[nodiscard]] double number() const {
        double cells = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) cells *= double(last[axis]) - first[axis] + 1;
        return cells;
    }

    template <class Visit>
    void each(const Visit& visit) const {
        for (std::int32_t k = first[2]; k <= last[2]; ++k) {
            for (std::int32_t j = first[1]; j <= last[1]; ++j) {
                for (std::int32_t i = first[0]; i <= last[0]; ++i) visit(Cell{i, j, k});
            }
        }
    }
};

}  // namespace pliant::spatial_hash
