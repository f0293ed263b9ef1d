#include "geometry/point_tetrahedron.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "numeric/orientation.hpp"

namespace pliant::geometry {

namespace {

/// Signs of the volumes spanned by a point and each face. Inside, all equal the orientation of the tetrahedron.
std::array<int, 4> face_signs(const Vec3& p, const TetrahedronCorners& t) {
    return {orient3d(p, t[1], t[2], t[3]), orient3d(t[0], p, t[2], t[3]), orient3d(t[0], t[1], p, t[3]),
            orient3d(t[0], t[1], t[2], p)};
}

double determinant(const Vec3& u, const Vec3& v, const Vec3& w) { return dot(u, cross(v, w)); }

/// Power of two that brings the coordinates relative to the first corner to about 1.
double scale_of(const Vec3& p, const TetrahedronCorners& t) {
    double largest = 0;
    for (const Vec3& q : {p, t[1], t[2], t[3]}) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            largest = std::max(largest, std::abs(q[axis] / 4 - t[0][axis] / 4));
    }
    if (largest == 0) return 1;
    // Exponent bits instead of frexp and ldexp: this runs for every vertex found.
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(largest) >> 52) - 1022;
    const auto inverse = static_cast<std::uint64_t>(1023 - std::clamp(exponent, -1000, 1000));
    return std::bit_cast<double>(inverse << 52);
}

}  // namespace

Side locate(const Vec3& point, const TetrahedronCorners& corners) {
    bool positive = false, negative = false, zero = false;
    for (const int sign : face_signs(point, corners)) {
        positive |= sign > 0;
        negative |= sign < 0;
        zero |= sign == 0;
        if (positive && negative) return Side::outside;
    }
    if (!zero) return Side::inside;
    if (!positive && !negative) return Side::outside;  // everything in one plane
    return Side::on_boundary;
}

std::array<double, 4> barycentric(const Vec3& point, const TetrahedronCorners& t) {
    // Scaled, so that volumes of very small or large tetrahedra neither underflow nor overflow.
    const double scale = scale_of(point, t) / 4;
    const auto from_first = [&](const Vec3& q) {
        return Vec3{scale * q.x - scale * t[0].x, scale * q.y - scale * t[0].y, scale * q.z - scale * t[0].z};
    };
    const Vec3 u = from_first(t[1]), v = from_first(t[2]), w = from_first(t[3]), q = from_first(point);
    const double volume = determinant(u, v, w);
    if (volume == 0) return {0.25, 0.25, 0.25, 0.25};  // too thin for rounded arithmetic
    const double b = determinant(q, v, w) / volume, c = determinant(u, q, w) / volume,
                 d = determinant(u, v, q) / volume;
    return {1 - b - c - d, b, c, d};
}

bool passes_through(const Vec3& p, const Vec3& q, const TetrahedronCorners& t) {
    const int whole = orient3d(t[0], t[1], t[2], t[3]);
    if (whole == 0) return false;
    const auto of_p = face_signs(p, t), of_q = face_signs(q, t);
    bool p_outside = false, q_outside = false;
    for (std::size_t face = 0; face < 4; ++face) {
        // Both ends on or beyond one face plane: the segment cannot reach the open tetrahedron.
        if (of_p[face] * whole <= 0 && of_q[face] * whole <= 0) return false;
        p_outside |= of_p[face] * whole < 0;
        q_outside |= of_q[face] * whole < 0;
    }
    if (!p_outside || !q_outside) return false;
    // Seen along the line, the tetrahedron is a convex polygon; the line is inside unless a corner has all others on
    // one side.
    std::array<std::array<int, 4>, 4> turn{};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = i + 1; k < 4; ++k) {
            turn[i][k] = orient3d(p, q, t[i], t[k]);
            turn[k][i] = -turn[i][k];
        }
    }
    for (const auto& of_corner : turn) {
        bool left = false, right = false;
        for (const int sign : of_corner) {
            left |= sign > 0;
            right |= sign < 0;
        }
        if (left != right) return false;  // a corner on the line itself has neither
    }
    return true;
}

}  // namespace pliant::geometry
