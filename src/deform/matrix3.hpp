// 3 x 3 matrices by columns.
#pragma once

#include <array>
#include <cstddef>

#include "numeric/vec.hpp"

namespace pliant::deform {

using Matrix3 = std::array<Vec3, 3>;  // columns

constexpr Vec3 times(const Matrix3& m, const Vec3& v) { return v.x * m[0] + v.y * m[1] + v.z * m[2]; }

constexpr Matrix3 times(const Matrix3& m, const Matrix3& n) { return {times(m, n[0]), times(m, n[1]), times(m, n[2])}; }

constexpr Matrix3 transposed(const Matrix3& m) {
    return {Vec3{m[0].x, m[1].x, m[2].x}, Vec3{m[0].y, m[1].y, m[2].y}, Vec3{m[0].z, m[1].z, m[2].z}};
}

constexpr double determinant(const Matrix3& m) { return dot(m[0], cross(m[1], m[2])); }

/// Precondition: the determinant is not zero.
constexpr Matrix3 inverse(const Matrix3& m) {
    const double f = 1 / determinant(m);
    return transposed({f * cross(m[1], m[2]), f * cross(m[2], m[0]), f * cross(m[0], m[1])});
}

constexpr Matrix3 sum(const Matrix3& m, const Matrix3& n) { return {m[0] + n[0], m[1] + n[1], m[2] + n[2]}; }

constexpr Matrix3 scaled(double s, const Matrix3& m) { return {s * m[0], s * m[1], s * m[2]}; }

constexpr double trace(const Matrix3& m) { return m[0].x + m[1].y + m[2].z; }

constexpr double inner(const Matrix3& m, const Matrix3& n) {
    return dot(m[0], n[0]) + dot(m[1], n[1]) + dot(m[2], n[2]);
}

constexpr Matrix3 identity{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

}  // namespace pliant::deform
