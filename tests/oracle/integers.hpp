// Doubles as integers: a set of doubles times one common power of two. Signs of homogeneous polynomials in the
// coordinates, and intersections up to that scale, stay what they were.
#pragma once

#include <gmpxx.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>

#include "numeric/vec.hpp"

namespace pliant::oracle {

__extension__ typedef __int128 Int128;

struct Dyadic {  // mantissa * 2^exponent, mantissa odd or zero
    std::int64_t mantissa = 0;
    int exponent = 0;
};

inline Dyadic dyadic(double value) {
    if (value == 0) return {};
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(mantissa));
    return {mantissa >> zeros, exponent - 53 + zeros};
}

/// The largest power of two of which every coordinate is a multiple.
inline int common_exponent(std::span<const Vec3> points) {
    int least = std::numeric_limits<int>::max();
    for (const Vec3& p : points)
        for (const double value : {p.x, p.y, p.z})
            if (value != 0) least = std::min(least, dyadic(value).exponent);
    return least;
}

template <class Number>
Number scaled(double value, int exponent);

template <>
inline mpz_class scaled<mpz_class>(double value, int exponent) {
    if (value == 0) return 0;
    const Dyadic d = dyadic(value);
    mpz_class result(static_cast<double>(d.mantissa));  // a long may have 32 bits
    result <<= static_cast<mp_bitcnt_t>(d.exponent - exponent);
    return result;
}

/// Small grids only: clipping reaches the nineteenth power of a coordinate.
template <>
inline Int128 scaled<Int128>(double value, int exponent) {
    const double whole = value == 0 ? 0 : std::ldexp(value, -exponent);
    if (std::abs(whole) > 16) throw std::range_error("coordinate too large for the 128-bit oracle");
    return static_cast<Int128>(whole);
}

inline int sign(const mpz_class& value) { return sgn(value); }
inline int sign(Int128 value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

inline mpz_class common_divisor(const mpz_class& a, const mpz_class& b) { return gcd(a, b); }
inline Int128 common_divisor(Int128 a, Int128 b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b != 0) {
        const bool small =
            a <= std::numeric_limits<std::int64_t>::max() && b <= std::numeric_limits<std::int64_t>::max();
        if (small) return std::gcd(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
        const Int128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

}  // namespace pliant::oracle
