// Moving points with integer coordinates: polynomials in time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "impact/motion.hpp"
#include "numeric/big_integer.hpp"
#include "numeric/growing_integer.hpp"
#include "numeric/polynomial.hpp"

namespace pliant::impact {

// First times are refined until an interval is as short as this power of 1/2.
inline constexpr int time_bits = 54;

using PolynomialVector = std::array<Polynomial, 3>;

inline Polynomial cross_component(const PolynomialVector& a, const PolynomialVector& b, std::size_t axis) {
    const std::size_t i = (axis + 1) % 3, k = (axis + 2) % 3;
    return a[i] * b[k] - a[k] * b[i];
}
inline PolynomialVector cross(const PolynomialVector& a, const PolynomialVector& b) {
    return {cross_component(a, b, 0), cross_component(a, b, 1), cross_component(a, b, 2)};
}
inline Polynomial dot(const PolynomialVector& a, const PolynomialVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline PolynomialVector operator-(const PolynomialVector& a, const PolynomialVector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline PolynomialVector operator+(const PolynomialVector& a, const PolynomialVector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

/// Numbers as integers, by a power of two common to all.
class CommonScale {
public:
    CommonScale(const FourPoints& start, const FourPoints& end, double other = 0) {
        add(other);
        for (const FourPoints* points : {&start, &end}) {
            for (const Point& p : *points) {
                for (const double c : p) add(c);
            }
        }
    }
    [[nodiscard]] GrowingInteger operator()(double number) const {
        return GrowingInteger::scaled_from(number, exponent_);
    }

private:
    void add(double number) {
        if (number != 0) exponent_ = std::min(exponent_, lowest_bit_exponent(number));
    }
    int exponent_ = 1024;
};

/// The vectors u, v, w of motion.hpp.
struct IntegerMotion {
    PolynomialVector u, v, w;

    IntegerMotion(FeatureKind kind, const FourPoints& start, const FourPoints& end, const CommonScale& scale) {
        const auto ends = vectors_of(kind);
        const std::array<PolynomialVector*, 3> vectors{&u, &v, &w};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const GrowingInteger first = scale(start[ends[i].to][axis]) - scale(start[ends[i].from][axis]);
                const GrowingInteger last = scale(end[ends[i].to][axis]) - scale(end[ends[i].from][axis]);
                (*vectors[i])[axis] = Polynomial::linear(first, last - first);
            }
        }
    }
};

}  // namespace pliant::impact
