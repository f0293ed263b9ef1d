// Floating-point expansions [Shewchuk1997, 2]: a number as a sum of nonoverlapping doubles, smallest first, with exact
// sums and products. Precondition: nothing overflows or underflows; orientation.cpp checks the range.
#pragma once

#include <array>
#include <cmath>

namespace pliant {

/// At most `Capacity` components. Zeros are eliminated: the empty expansion is zero.
template <int Capacity>
struct Expansion {
    std::array<double, Capacity> part;  // left uninitialised beyond `size`
    int size = 0;

    void push(double value) {
        if (value != 0) part[size++] = value;
    }

    /// The sign of an expansion is that of its largest component.
    [[nodiscard]] int sign() const {
        if (size == 0) return 0;
        return part[size - 1] > 0 ? 1 : -1;
    }
};

struct SumAndError {
    double sum, error;
};

inline SumAndError two_sum(double a, double b) {
    const double sum = a + b;
    const double b_virtual = sum - a;
    const double a_virtual = sum - b_virtual;
    return {sum, (a - a_virtual) + (b - b_virtual)};
}

/// Requires |a| >= |b| or a = 0.
inline SumAndError fast_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// Dekker's split into halves of 26 bits. No FMA, so the same bits on every processor.
inline SumAndError split(double a) {
    const double c = 134217729.0 * a;  // 2^27 + 1
    const double high = c - (c - a);
    return {high, a - high};
}

inline SumAndError two_product(double a, double b) {
    const double product = a * b;
    const auto [a_high, a_low] = split(a);
    const auto [b_high, b_low] = split(b);
    const double error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    return {product, error};
}

/// a - b exactly.
inline Expansion<2> difference(double a, double b) {
    const auto [sum, error] = two_sum(a, -b);
    Expansion<2> out;
    out.push(error);
    out.push(sum);
    return out;
}

template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
    Expansion<N + M> out;
    int i = 0, j = 0;
    double carry = 0;
    bool first = true;
    while (i < e.size || j < f.size) {
        const bool from_e = j == f.size || (i < e.size && std::abs(e.part[i]) < std::abs(f.part[j]));
        const double next = from_e ? e.part[i++] : f.part[j++];
        if (first) {
            carry = next;
            first = false;
            continue;
        }
        const auto [sum, error] = two_sum(carry, next);
        out.push(error);
        carry = sum;
    }
    out.push(carry);
    return out;
}

template <int N>
Expansion<N> operator-(Expansion<N> e) {
    for (int i = 0; i < e.size; ++i) e.part[i] = -e.part[i];
    return e;
}

template <int N, int M>
Expansion<N + M> operator-(const Expansion<N>& e, const Expansion<M>& f) {
    return e + (-f);
}

template <int N>
Expansion<2 * N> scaled(const Expansion<N>& e, double factor) {
    Expansion<2 * N> out;
    double carry = 0;
    for (int i = 0; i < e.size; ++i) {
        const auto [high, low] = two_product(e.part[i], factor);
        if (i == 0) {
            out.push(low);
            carry = high;
            continue;
        }
        const auto [sum, error] = two_sum(carry, low);
        out.push(error);
        const auto [top, rest] = fast_two_sum(high, sum);
        out.push(rest);
        carry = top;
    }
    out.push(carry);
    return out;
}

template <int N>
Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
    if (f.size == 0 || e.size == 0) return {};
    Expansion<4 * N> out;
    const auto low = scaled(e, f.part[0]);
    if (f.size == 1) {
        for (int i = 0; i < low.size; ++i) out.push(low.part[i]);
        return out;
    }
    return low + scaled(e, f.part[1]);
}

}  // namespace pliant
