// Exact signs of orientation determinants for any finite doubles [Shewchuk1997]. Stages: a floating-point filter,
// 128-bit integers where coordinates share an exponent, expansions, and big integers where a product would overflow or
// underflow.
#pragma once

#include <optional>

#include "numeric/vec.hpp"

namespace pliant {

/// Sign of det(b - a, c - a, d - a): +1 where d lies on the side of the plane abc from which a, b, c run
/// counter-clockwise, -1 on the other, 0 exactly on the plane.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The two coordinates that are kept when a plane is projected along an axis, in the order that keeps orientation.
enum class Along : unsigned char { x, y, z };

/// Sign of the area of a, b, c projected along an axis: det of (b - a, c - a) in (y,z), (z,x) or (x,y).
int orient2d(const Vec3& a, const Vec3& b, const Vec3& c, Along axis);

/// Sign of det(b - a, d - c) projected along an axis: of that component of the cross product of two edges.
int turn2d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, Along axis);

/// The determinant whose sign orient3d tells, no farther off than 2^-50 of itself. None where a coordinate is neither
/// zero nor between 2^-280 and 2^280.
std::optional<double> orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Whether a, b, c are exactly collinear (two of them equal included).
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace pliant
