// Points and vectors of three doubles.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace pliant {

struct Vec3 {
    double x = 0, y = 0, z = 0;

    Vec3() = default;
    constexpr Vec3(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr Vec3(const std::array<double, 3>& p) : x(p[0]), y(p[1]), z(p[2]) {}

    constexpr double operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
    friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline bool finite(const Vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

}  // namespace pliant
