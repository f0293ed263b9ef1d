// Squared distances of features as rational numbers: the least over all pairs of parts whose nearest points are inside
// both. No case is told from another, so that none can be confused.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <optional>

#include <pliant/features.hpp>

#include "numeric/vec.hpp"

namespace pliant::oracle {

using Rational3 = std::array<mpq_class, 3>;

inline Rational3 rational(const Vec3& p) { return {mpq_class(p.x), mpq_class(p.y), mpq_class(p.z)}; }
inline Rational3 minus(const Rational3& a, const Rational3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline mpq_class dot(const Rational3& a, const Rational3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Rational3 cross(const Rational3& a, const Rational3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Rational3 along(const Rational3& a, const mpq_class& t, const Rational3& e) {
    return {a[0] + t * e[0], a[1] + t * e[1], a[2] + t * e[2]};
}
inline mpq_class squared(const Rational3& a, const Rational3& b) { return dot(minus(a, b), minus(a, b)); }
inline bool in_unit(const mpq_class& t) { return t >= 0 && t <= 1; }

inline mpq_class point_edge(const Rational3& p, const Rational3& a, const Rational3& b) {
    mpq_class best = std::min(squared(p, a), squared(p, b));
    const Rational3 e = minus(b, a);
    if (dot(e, e) == 0) return best;
    const mpq_class t = dot(minus(p, a), e) / dot(e, e);
    return in_unit(t) ? std::min(best, squared(p, along(a, t, e))) : best;
}

inline mpq_class point_triangle(const Rational3& p, const Rational3& a, const Rational3& b, const Rational3& c) {
    mpq_class best = std::min({point_edge(p, a, b), point_edge(p, b, c), point_edge(p, c, a)});
    const Rational3 n = cross(minus(b, a), minus(c, a));
    if (dot(n, n) == 0) return best;
    const Rational3 foot = along(p, -dot(n, minus(p, a)) / dot(n, n), n);
    const auto side = [&](const Rational3& x, const Rational3& y) {
        return sgn(dot(n, cross(minus(y, x), minus(foot, x)))) >= 0;
    };
    return side(a, b) && side(b, c) && side(c, a) ? std::min(best, squared(p, foot)) : best;
}

inline mpq_class edge_edge(const Rational3& a, const Rational3& b, const Rational3& c, const Rational3& d) {
    mpq_class best = std::min({point_edge(a, c, d), point_edge(b, c, d), point_edge(c, a, b), point_edge(d, a, b)});
    const Rational3 u = minus(b, a), v = minus(d, c), n = cross(u, v);
    if (dot(n, n) == 0) return best;
    const mpq_class s = dot(cross(minus(c, a), v), n) / dot(n, n), t = dot(cross(minus(c, a), u), n) / dot(n, n);
    return in_unit(s) && in_unit(t) ? std::min(best, squared(along(a, s, u), along(c, t, v))) : best;
}

inline mpq_class squared_distance(FeatureKind kind, const std::array<Vec3, 4>& x) {
    const Rational3 a = rational(x[0]), b = rational(x[1]), c = rational(x[2]), d = rational(x[3]);
    return kind == FeatureKind::vertex_triangle ? point_triangle(a, b, c, d) : edge_edge(a, b, c, d);
}

/// Whether the distance is at most the sum of three numbers.
inline bool within(FeatureKind kind, const std::array<Vec3, 4>& x, const std::array<double, 3>& most) {
    const mpq_class limit = mpq_class(most[0]) + mpq_class(most[1]) + mpq_class(most[2]);
    return squared_distance(kind, x) <= limit * limit;
}

}  // namespace pliant::oracle
