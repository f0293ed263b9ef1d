// Orientation signs by integer arithmetic without bounds: slow, plain, and sharing no code with src/numeric. The names
// differ from the library's on purpose: argument-dependent lookup would otherwise choose the library's silently.
#pragma once

#include <array>

#include "numeric/orientation.hpp"
#include "oracle/integers.hpp"

namespace pliant::oracle {

template <class Number>
using Integer3 = std::array<Number, 3>;

template <class Number, std::size_t Count>
std::array<Integer3<Number>, Count> integer_points(const std::array<Vec3, Count>& points) {
    const int exponent = common_exponent(points);
    std::array<Integer3<Number>, Count> result;
    for (std::size_t i = 0; i < Count; ++i)
        for (std::size_t axis = 0; axis < 3; ++axis) result[i][axis] = scaled<Number>(points[i][axis], exponent);
    return result;
}

template <class Number>
Integer3<Number> difference(const Integer3<Number>& p, const Integer3<Number>& q) {
    return {Number(p[0] - q[0]), Number(p[1] - q[1]), Number(p[2] - q[2])};
}

template <class Number>
Integer3<Number> cross_product(const Integer3<Number>& u, const Integer3<Number>& v) {
    return {Number(u[1] * v[2] - u[2] * v[1]), Number(u[2] * v[0] - u[0] * v[2]), Number(u[0] * v[1] - u[1] * v[0])};
}

template <class Number>
Number inner_product(const Integer3<Number>& u, const Integer3<Number>& v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

template <class Number = mpz_class>
int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto p = integer_points<Number, 4>({a, b, c, d});
    return sign(inner_product(cross_product(difference(p[1], p[0]), difference(p[2], p[0])), difference(p[3], p[0])));
}

template <class Number = mpz_class>
Integer3<Number> normal(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto p = integer_points<Number, 3>({a, b, c});
    return cross_product(difference(p[1], p[0]), difference(p[2], p[0]));
}

template <class Number = mpz_class>
int exact_orient2d(const Vec3& a, const Vec3& b, const Vec3& c, Along axis) {
    return sign(normal<Number>(a, b, c)[static_cast<std::size_t>(axis)]);
}

template <class Number = mpz_class>
bool exact_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Integer3<Number> n = normal<Number>(a, b, c);
    return sign(n[0]) == 0 && sign(n[1]) == 0 && sign(n[2]) == 0;
}

}  // namespace pliant::oracle
