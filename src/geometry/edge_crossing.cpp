#include "geometry/edge_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "numeric/big_integer.hpp"
#include "numeric/orientation.hpp"

namespace pliant::geometry {

namespace {

constexpr double unit = 0x1p-53;

double largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// A determinant, and how far it may be off.
struct Measured {
    double value, error;
};

/// det(u, v, w) of three differences of points. The error is more than [Shewchuk1997, 4.3] and underflow ask for.
Measured measured(const Vec3& u, const Vec3& v, const Vec3& w) {
    const double xy = u.x * v.y, yx = u.y * v.x, yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z;
    const double value = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
    const double terms = (std::abs(yz) + std::abs(zy)) * std::abs(w.x) + (std::abs(zx) + std::abs(xz)) * std::abs(w.y) +
                         (std::abs(xy) + std::abs(yx)) * std::abs(w.z);
    const double lost = 1e-300 * (1 + std::abs(w.x) + std::abs(w.y) + std::abs(w.z));
    return {value, 10 * unit * terms + lost};
}

Measured refined(const Measured& rough, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const std::optional<double> value = orient3d_value(a, b, c, d);
    if (!value) return rough;
    return {*value, 0x1p-50 * std::abs(*value)};
}

/// Of a determinant that is known not to be negative 0 is nearer to the truth than a rounded value below.
double not_negative(double value) { return std::max(value, 0.0); }

/// The part of the edge that lies in a triangle of the same plane.
struct Stretch {
    double from = 0, to = 1;
};

Stretch within(const Edge& edge, const TriangleCorners& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    Stretch stretch;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 inwards = cross(normal, t[(k + 1) % 3] - t[k]);
        const double at_from = dot(inwards, edge.from - t[k]), at_to = dot(inwards, edge.to - t[k]);
        if (at_from < 0 && at_to > 0) stretch.from = std::max(stretch.from, at_from / (at_from - at_to));
        if (at_from > 0 && at_to < 0) stretch.to = std::min(stretch.to, at_from / (at_from - at_to));
    }
    return stretch;
}

std::array<double, 3> normalised(const std::array<double, 3>& w) {
    const double sum = w[0] + w[1] + w[2];
    if (!(sum > 0) || !std::isfinite(sum)) return {1.0 / 3, 1.0 / 3, 1.0 / 3};
    return {w[0] / sum, w[1] / sum, w[2] / sum};
}

Vec3 point_at(const Edge& edge, double along) {
    if (along == 1) return edge.to;
    return edge.from + along * (edge.to - edge.from);
}

/// Of the weighted sum of two points, and of three: few units of the largest coordinate.
double rounding_of(const Edge& edge, const TriangleCorners& t) {
    const double size = std::max({largest(edge.from), largest(edge.to), largest(t[0]), largest(t[1]), largest(t[2])});
    return 8 * unit * size + 1e-300;
}

EdgeCrossing in_plane(const Edge& edge, const TriangleCorners& t) {
    const auto [from, to] = within(edge, t);
    EdgeCrossing out;
    out.along = std::clamp(0.5 * (from + to), 0.0, 1.0);
    out.position = point_at(edge, out.along);
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    std::array<double, 3> weights{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 u = t[(k + 1) % 3] - out.position, v = t[(k + 2) % 3] - out.position;
        weights[k] = std::max(dot(cross(u, v), normal), 0.0);
    }
    out.barycentric = normalised(weights);
    // Both are known to meet: what they share lies in either.
    const double edge_size = largest(edge.to - edge.from);
    const double size = std::max(largest(t[1] - t[0]), largest(t[2] - t[0]));
    out.error = 2 * std::max(edge_size, size) + rounding_of(edge, t);
    out.fair = false;
    return out;
}

/// A fraction of an edge, or the weights of a triangle's corners.
template <std::size_t N>
struct Weights {
    std::array<double, N> of{};  // they sum up to 1
    double error = 0;
    bool known = true;
};

/// Weights in proportion to determinants that all have the same sign or are zero. With w off by at
/// most e and W for its rounded value, w / sum w is off by at most (N - 1) e / sum W.
template <std::size_t N, class Measure, class Refine>
Weights<N> weights(const Measure& measure, const Refine& refine) {
    std::array<Measured, N> found{};
    for (std::size_t k = 0; k < N; ++k) found[k] = measure(k);
    double error = 0, sum = 0, turn = 1;
    const auto add_up = [&] {
        error = sum = 0;
        double signed_sum = 0;
        for (const Measured& m : found) signed_sum += m.value;
        turn = signed_sum < 0 ? -1 : 1;
        for (const Measured& m : found) {
            error = std::max(error, m.error);
            sum += not_negative(turn * m.value);
        }
    };
    add_up();
    if (!(error < fair_weights * sum)) {
        for (std::size_t k = 0; k < N; ++k) found[k] = refine(k, found[k]);
        add_up();
    }
    Weights<N> result;
    result.known = sum > 0 && std::isfinite(sum);
    if (!result.known) return result;
    for (std::size_t k = 0; k < N; ++k) result.of[k] = std::min(not_negative(turn * found[k].value) / sum, 1.0);
    result.error = std::min((N - 1) * error / sum + 8 * unit, 1.0);
    return result;
}

}  // namespace

EdgeCrossing edge_crossing(const Edge& edge, const TriangleCorners& t) {
    const Vec3 &p = edge.from, &q = edge.to;
    const Vec3 u = t[1] - t[0], v = t[2] - t[0], pq = q - p;
    // The ends of the edge by their heights above the plane, which have opposite signs.
    const auto along = weights<2>(
        [&](std::size_t k) {
            Measured height = measured(u, v, (k == 0 ? p : q) - t[0]);
            if (k == 1) height.value = -height.value;
            return height;
        },
        [&](std::size_t k, const Measured& rough) {
            return k == 0 ? refined(rough, t[0], t[1], t[2], p) : refined(rough, t[0], t[2], t[1], q);
        });
    if (!along.known) return in_plane(edge, t);
    // The corners by how far the edge passes the opposite sides, all of them on one hand.
    const std::array corners{t[0] - p, t[1] - p, t[2] - p};
    const auto barycentric = weights<3>(
        [&](std::size_t k) { return measured(corners[(k + 1) % 3], corners[(k + 2) % 3], pq); },
        [&](std::size_t k, const Measured& rough) { return refined(rough, p, q, t[(k + 1) % 3], t[(k + 2) % 3]); });
    if (!barycentric.known) return in_plane(edge, t);
    EdgeCrossing out;
    out.along = along.of[0];
    out.position = point_at(edge, out.along);
    out.barycentric = barycentric.of;
    // Weights sum up to 1: corners count by how far they are from one of them.
    const double size = std::max(largest(u), largest(v));
    const double off = std::max(along.error * largest(pq), 2 * barycentric.error * size);
    out.error = (1 + 16 * unit) * off + rounding_of(edge, t);
    out.fair = along.error < 2 * fair_weights;
    return out;
}

int compare_along(const Edge& edge, const TriangleCorners& first, const TriangleCorners& second, Moved moved) {
    std::array<Vec3, 8> points{edge.from, edge.to, first[0], first[1], first[2], second[0], second[1], second[2]};
    int lowest = 1024, highest = -1100;
    for (const Vec3& p : points) {
        for (const double c : {p.x, p.y, p.z}) {
            if (c == 0) continue;
            lowest = std::min(lowest, lowest_bit_exponent(c));
            highest = std::max(highest, std::ilogb(c));
        }
    }
    if (highest - lowest > 1000) return 0;  // would not fit; the rounded places have to do
    using Integer3 = std::array<BigInteger, 3>;
    const auto scaled = [&](const Vec3& p) {
        return Integer3{BigInteger::scaled_from(p.x, lowest), BigInteger::scaled_from(p.y, lowest),
                        BigInteger::scaled_from(p.z, lowest)};
    };
    const auto less = [](const Integer3& a, const Integer3& b) {
        return Integer3{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    };
    const auto normal = [&](const TriangleCorners& t) {
        const Integer3 origin = scaled(t[0]), u = less(scaled(t[1]), origin), v = less(scaled(t[2]), origin);
        return Integer3{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    };
    const Integer3 n1 = normal(first), n2 = normal(second);
    const auto height = [&](const TriangleCorners& t, const Integer3& n, const Vec3& p) {
        const Integer3 w = less(scaled(p), scaled(t[0]));
        return n[0] * w[0] + n[1] * w[1] + n[2] * w[2];
    };
    const BigInteger p1 = height(first, n1, edge.from), q1 = height(first, n1, edge.to);
    const BigInteger p2 = height(second, n2, edge.from), q2 = height(second, n2, edge.to);
    // p1 / (p1 - q1) - p2 / (p2 - q2)
    const BigInteger down1 = p1 - q1, down2 = p2 - q2;
    const int facing = down1.sign() * down2.sign();
    const int given = (p2 * q1 - p1 * q2).sign() * facing;
    if (given != 0 || moved == Moved::nothing) return given;
    // An edge that moves by d comes nearer to a plane by n . d: the place moves by n . d / (p - q).
    for (std::size_t k = 0; k < 3; ++k) {
        const int further = (n1[k] * down2 - n2[k] * down1).sign() * facing;
        if (further != 0) return moved == Moved::edge ? further : -further;
    }
    return 0;
}

}  // namespace pliant::geometry
