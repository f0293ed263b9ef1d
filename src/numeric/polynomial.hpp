// Polynomials with integer coefficients, of degree six at most.
#pragma once

#include <array>

#include "numeric/growing_integer.hpp"

namespace pliant {

class Polynomial {
public:
    static constexpr int most = 6;  // degree

    Polynomial() = default;
    /// a + b t.
    static Polynomial linear(const GrowingInteger& a, const GrowingInteger& b);

    /// -1 of the zero polynomial.
    [[nodiscard]] int degree() const { return degree_; }
    [[nodiscard]] bool zero() const { return degree_ < 0; }
    /// Of t^i; i <= most.
    [[nodiscard]] const GrowingInteger& operator[](int i) const { return c_[static_cast<std::size_t>(i)]; }

    friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
    [[nodiscard]] Polynomial negated() const { return Polynomial() - *this; }
    [[nodiscard]] Polynomial times(const GrowingInteger& factor) const;
    [[nodiscard]] Polynomial derivative() const;
    /// Without the factor t, which it must have.
    [[nodiscard]] Polynomial without_root_at_0() const;

    /// 2^(k degree) p((t + m) / 2^k): p on [m / 2^k, (m + 1) / 2^k], as a polynomial on [0, 1].
    [[nodiscard]] Polynomial on(const GrowingInteger& m, int k) const;
    /// On the left or right half of [0, 1].
    [[nodiscard]] Polynomial left_half() const;
    [[nodiscard]] Polynomial shifted_by_1() const;

    [[nodiscard]] int sign_at_0() const { return c_[0].sign(); }
    [[nodiscard]] int sign_at_1() const;
    /// At m / 2^k.
    [[nodiscard]] int sign_at(const GrowingInteger& m, int k) const;
    /// Sign changes of the coefficients in the Bernstein basis over [0, 1], zeros left out: as many as there are roots
    /// in (0, 1), each as often as it counts, or more by an even number (Descartes).
    struct Variations {
        int number;
        int sign;  // of the first coefficient that is not zero; of all where number = 0
    };
    [[nodiscard]] Variations variations() const;

private:
    friend Polynomial greatest_common_divisor(Polynomial a, Polynomial b);
    friend Polynomial quotient(Polynomial a, const Polynomial& b);

    void add_shifted(const GrowingInteger& factor, const Polynomial& p, int places);
    void drop_leading_zeros();
    void drop_powers_of_two();

    std::array<GrowingInteger, most + 1> c_;
    int degree_ = -1;
};

/// The greatest common divisor up to a constant factor, by pseudo-remainders; zero where both are zero.
Polynomial greatest_common_divisor(Polynomial a, Polynomial b);
/// a / b up to a constant factor; b divides a and is not zero.
Polynomial quotient(Polynomial a, const Polynomial& b);
/// Each root once, up to a constant factor.
Polynomial without_repeated_roots(const Polynomial& p);

}  // namespace pliant
