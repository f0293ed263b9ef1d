// Real roots of integer polynomials in [0, 1], and the sign of another polynomial there: exact.
#pragma once

#include <array>

#include "numeric/growing_integer.hpp"
#include "numeric/polynomial.hpp"

namespace pliant {

/// A root in [0, 1], held by a dyadic interval that holds no other: m / 2^k, or strictly between m / 2^k and
/// (m + 1) / 2^k.
class RealRoot {
public:
    /// The number m / 2^k.
    static RealRoot dyadic(const GrowingInteger& m, int k);
    /// `local` is `whole` on the interval (Polynomial::on). It has one root in (0, 1), no repeated one, and none at 0.
    static RealRoot between(const Polynomial& whole, const GrowingInteger& m, int k, const Polynomial& local);

    /// Halves the interval `times` times, or until the root is a bound of it.
    void refine(int times);
    /// Until 2^-k is at most 2^-bits.
    void refine_to(int bits);
    /// The sign of p at the root. May refine the interval.
    int sign_of(const Polynomial& p);
    /// Doubles that certainly hold the root between them, in [0, 1].
    [[nodiscard]] std::array<double, 2> bounds() const;

private:
    [[nodiscard]] bool root_of_factor(const Polynomial& factor) const;
    void halve();
    bool jump(int bits);

    Polynomial whole_, local_;
    GrowingInteger m_;
    int k_ = 0;
    bool exact_ = false;
};

/// Roots in [0, 1] one by one, ascending, each once. Borrows nothing; at work it holds at most half as many intervals
/// as the degree.
class RootsInUnitInterval {
public:
    explicit RootsInUnitInterval(const Polynomial& p);  // of a polynomial that is not zero
    /// The next root; false where there is none.
    bool next(RealRoot& out);

private:
    struct Part {
        Polynomial local;
        GrowingInteger m;
        int k = 0;
    };
    void push(const Polynomial& local, const GrowingInteger& m, int k);

    Polynomial whole_;
    std::array<Part, Polynomial::most + 1> parts_;  // still to be searched, the leftmost last
    int count_ = 0;
    bool root_at_1_ = false;
};

}  // namespace pliant
