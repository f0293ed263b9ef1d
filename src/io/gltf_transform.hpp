// Affine transforms of glTF nodes, in double.
#pragma once

#include <array>
#include <cstddef>

namespace pliant::io {

using Point = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  // x, y, z, w

/// x -> linear x + shift; rows[i] holds row i of the linear part and, last, the shift.
struct Affine {
    std::array<std::array<double, 4>, 3> rows = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    [[nodiscard]] Point operator()(const Point& p) const {
        Point image{};
        for (std::size_t i = 0; i < 3; ++i) {
            image[i] = rows[i][0] * p[0] + rows[i][1] * p[1] + rows[i][2] * p[2] + rows[i][3];
        }
        return image;
    }
    void add(double weight, const Affine& other) {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 4; ++j) rows[i][j] += weight * other.rows[i][j];
        }
    }
    [[nodiscard]] double determinant() const {
        const auto& [a, b, c] = rows;
        return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    [[nodiscard]] static Affine zero() { return {{{{}, {}, {}}}}; }
};

inline Affine operator*(const Affine& outer, const Affine& inner) {
    Affine product = Affine::zero();
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            for (std::size_t j = 0; j < 4; ++j) product.rows[i][j] += outer.rows[i][k] * inner.rows[k][j];
        }
        product.rows[i][3] += outer.rows[i][3];
    }
    return product;
}

/// From 16 numbers, column by column; the last row is 0 0 0 1 in every valid file.
template <class Numbers>
Affine affine_from_columns(const Numbers& m, std::size_t first = 0) {
    Affine result;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) result.rows[i][j] = m[first + 4 * j + i];
    }
    return result;
}

struct Placement {
    Point translation{};
    Quaternion rotation = {0, 0, 0, 1};  // need not be of unit length
    Point scale = {1, 1, 1};
};

inline Affine affine_from(const Placement& placement) {
    const auto& [x, y, z, w] = placement.rotation;
    const double length2 = x * x + y * y + z * z + w * w;
    const double s = length2 > 0 ? 2 / length2 : 0;
    const std::array<Point, 3> turn = {{{1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                                        {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
                                        {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)}}};
    Affine result;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) result.rows[i][j] = turn[i][j] * placement.scale[j];
        result.rows[i][3] = placement.translation[i];
    }
    return result;
}

}  // namespace pliant::io
