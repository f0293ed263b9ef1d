#include "numeric/orientation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "numeric/big_integer.hpp"
#include "numeric/expansion.hpp"

namespace pliant {

namespace {

// Error bounds of the filter, relative to the permanent (sum of the terms' magnitudes) [Shewchuk1997, 4.3, 4.2].
constexpr double unit = 0x1p-53;
constexpr double bound3d = (7 + 56 * unit) * unit;
constexpr double bound2d = (3 + 16 * unit) * unit;
// Absolute error bound: an underflow costs up to 2^-1075 times the factor that follows. This is far above that.
constexpr double underflow = 1e-300;

/// Expansions are exact while every coordinate is zero or within these: no product of three leaves the range of double.
bool within_expansion_range(std::span<const double> coordinates) {
    return std::all_of(coordinates.begin(), coordinates.end(), [](double c) {
        const double size = std::abs(c);
        return c == 0 || (size > 0x1p-280 && size < 0x1p280);
    });
}

int common_exponent(std::span<const double> coordinates) {
    int exponent = 1024;
    for (const double c : coordinates) {
        if (c != 0) exponent = std::min(exponent, lowest_bit_exponent(c));
    }
    return exponent;
}

auto orient3d_expansion(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto bx = difference(b.x, a.x), by = difference(b.y, a.y), bz = difference(b.z, a.z);
    const auto cx = difference(c.x, a.x), cy = difference(c.y, a.y), cz = difference(c.z, a.z);
    const auto dx = difference(d.x, a.x), dy = difference(d.y, a.y), dz = difference(d.z, a.z);
    const auto b_c = (bx * cy - by * cx) * dz;
    const auto c_d = (cx * dy - cy * dx) * bz;
    const auto d_b = (dx * by - dy * bx) * cz;
    return b_c + c_d + d_b;
}

int orient3d_by_integers(std::span<const double, 12> coordinates) {
    const int exponent = common_exponent(coordinates);
    std::array<BigInteger, 12> p;
    for (int i = 0; i < 12; ++i) p[i] = BigInteger::scaled_from(coordinates[i], exponent);
    std::array<BigInteger, 9> e;
    for (int i = 0; i < 9; ++i) e[i] = p[i + 3] - p[i % 3];
    const BigInteger b_c = (e[0] * e[4] - e[1] * e[3]) * e[8];
    const BigInteger c_d = (e[3] * e[7] - e[4] * e[6]) * e[2];
    const BigInteger d_b = (e[6] * e[1] - e[7] * e[0]) * e[5];
    return (b_c + c_d + d_b).sign();
}

#ifdef __SIZEOF_INT128__

// Arithmetic modulo 2^128. A determinant that the filter left undecided is within twice the filter's error bound. With
// coordinates below 2^56 units that is less than 2^126, so the sign is right even if intermediate sums wrap around.
__extension__ using Wide = unsigned __int128;

int sign_of(Wide value) {
    if (value == 0) return 0;
    return value >> 127 == 0 ? 1 : -1;
}

/// Writes coordinates as integer multiples below 2^56 of one unit. False where one is not a multiple; coordinates that
/// were floats nearly always are. Precondition: within_expansion_range.
template <std::size_t N>
bool as_multiples(const std::array<double, N>& coordinates, std::array<std::int64_t, N>& out) {
    double largest = 0x1p-280;
    for (const double c : coordinates) largest = std::max(largest, std::abs(c));
    constexpr std::uint64_t bias = 1023, mantissa = 52;  // of the exponent's place in a double
    const std::uint64_t exponent = std::bit_cast<std::uint64_t>(largest) >> mantissa;
    const auto per_unit = std::bit_cast<double>((2 * bias + 55 - exponent) << mantissa);  // 2^55 / 2^exponent
    bool whole = true;
    for (std::size_t i = 0; i < N; ++i) {
        const double multiple = coordinates[i] * per_unit;
        out[i] = static_cast<std::int64_t>(multiple);
        whole &= static_cast<double>(out[i]) == multiple;
    }
    return whole;
}

int orient3d_by_multiples(const std::array<std::int64_t, 12>& p) {
    std::array<Wide, 9> e;
    for (std::size_t i = 0; i < 9; ++i) e[i] = static_cast<Wide>(p[i + 3] - p[i % 3]);
    const Wide b_c = (e[0] * e[4] - e[1] * e[3]) * e[8];
    const Wide c_d = (e[3] * e[7] - e[4] * e[6]) * e[2];
    const Wide d_b = (e[6] * e[1] - e[7] * e[0]) * e[5];
    return sign_of(b_c + c_d + d_b);
}

int orient2d_by_multiples(const std::array<std::int64_t, 6>& p) {
    const auto difference = [&p](std::size_t i, std::size_t k) { return static_cast<Wide>(p[i] - p[k]); };
    return sign_of(difference(2, 0) * difference(5, 1) - difference(3, 1) * difference(4, 0));
}

#endif

/// Sign for four points that the filter left undecided.
int orient3d_exactly(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const std::array<double, 12> all{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z};
    if (!within_expansion_range(all)) return orient3d_by_integers(all);
#ifdef __SIZEOF_INT128__
    if (std::array<std::int64_t, 12> multiples; as_multiples(all, multiples)) return orient3d_by_multiples(multiples);
#endif
    return orient3d_expansion(a, b, c, d).sign();
}

struct Vec2 {
    double u, v;
};

Vec2 project(const Vec3& p, Along axis) {
    switch (axis) {
        case Along::x: return {p.y, p.z};
        case Along::y: return {p.z, p.x};
        case Along::z: break;
    }
    return {p.x, p.y};
}

/// Sign of det(b - a, d - c).
int turn2d_by_expansions(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const auto left = difference(b.u, a.u) * difference(d.v, c.v);
    const auto right = difference(b.v, a.v) * difference(d.u, c.u);
    return (left - right).sign();
}

int turn2d_by_integers(std::span<const double, 8> coordinates) {
    const int exponent = common_exponent(coordinates);
    std::array<BigInteger, 8> p;
    for (int i = 0; i < 8; ++i) p[i] = BigInteger::scaled_from(coordinates[i], exponent);
    return ((p[2] - p[0]) * (p[7] - p[5]) - (p[3] - p[1]) * (p[6] - p[4])).sign();
}

int turn2d_exactly(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const std::array<double, 8> all{a.u, a.v, b.u, b.v, c.u, c.v, d.u, d.v};
    return within_expansion_range(all) ? turn2d_by_expansions(a, b, c, d) : turn2d_by_integers(all);
}

/// Sign for three points that the filter left undecided.
int orient2d_exactly(Vec2 a, Vec2 b, Vec2 c) {
#ifdef __SIZEOF_INT128__
    const std::array<double, 6> all{a.u, a.v, b.u, b.v, c.u, c.v};
    std::array<std::int64_t, 6> multiples;
    if (within_expansion_range(all) && as_multiples(all, multiples)) return orient2d_by_multiples(multiples);
#endif
    return turn2d_exactly(a, b, a, c);
}

}  // namespace

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a, v = c - a, w = d - a;
    const double uv = u.x * v.y, vu = u.y * v.x;
    const double vw = v.x * w.y, wv = v.y * w.x;
    const double wu = w.x * u.y, uw = w.y * u.x;
    const double determinant = (uv - vu) * w.z + (vw - wv) * u.z + (wu - uw) * v.z;
    const double magnitude = (std::abs(uv) + std::abs(vu)) * std::abs(w.z) +
                             (std::abs(vw) + std::abs(wv)) * std::abs(u.z) +
                             (std::abs(wu) + std::abs(uw)) * std::abs(v.z);
    const double error = bound3d * magnitude + underflow * (1 + std::abs(u.z) + std::abs(v.z) + std::abs(w.z));
    // An overflow makes the error infinite or NaN: neither comparison holds.
    if (determinant > error) return 1;
    if (-determinant > error) return -1;
    return orient3d_exactly(a, b, c, d);
}

int orient2d(const Vec3& a3, const Vec3& b3, const Vec3& c3, Along axis) {
    const Vec2 a = project(a3, axis), b = project(b3, axis), c = project(c3, axis);
    const double left = (b.u - a.u) * (c.v - a.v);
    const double right = (b.v - a.v) * (c.u - a.u);
    const double determinant = left - right;
    const double error = bound2d * (std::abs(left) + std::abs(right)) + underflow;
    if (determinant > error) return 1;
    if (-determinant > error) return -1;
    return orient2d_exactly(a, b, c);
}

int turn2d(const Vec3& a3, const Vec3& b3, const Vec3& c3, const Vec3& d3, Along axis) {
    const Vec2 a = project(a3, axis), b = project(b3, axis), c = project(c3, axis), d = project(d3, axis);
    const double left = (b.u - a.u) * (d.v - c.v);
    const double right = (b.v - a.v) * (d.u - c.u);
    const double determinant = left - right;
    const double error = bound2d * (std::abs(left) + std::abs(right)) + underflow;
    if (determinant > error) return 1;
    if (-determinant > error) return -1;
    return turn2d_exactly(a, b, c, d);
}

std::optional<double> orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    if (!within_expansion_range(std::array<double, 12>{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z})) {
        return std::nullopt;
    }
    // Components do not overlap: the largest is off by less than one unit of its last place, and each sum rounds once.
    const auto exact = orient3d_expansion(a, b, c, d);
    double value = 0;
    for (int i = 0; i < exact.size; ++i) value += exact.part[i];
    return value;
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    return orient2d(a, b, c, Along::z) == 0 && orient2d(a, b, c, Along::x) == 0 && orient2d(a, b, c, Along::y) == 0;
}

}  // namespace pliant
