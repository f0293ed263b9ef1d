#include "numeric/polynomial.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace pliant {

Polynomial Polynomial::linear(const GrowingInteger& a, const GrowingInteger& b) {
    Polynomial out;
    out.c_[0] = a;
    out.c_[1] = b;
    out.degree_ = 1;
    out.drop_leading_zeros();
    return out;
}

void Polynomial::drop_leading_zeros() {
    while (degree_ >= 0 && c_[static_cast<std::size_t>(degree_)].sign() == 0) --degree_;
}

/// Keeps numbers small in chains of remainders. A common positive factor changes no root and no sign.
void Polynomial::drop_powers_of_two() {
    int common = -1;
    for (int i = 0; i <= degree_; ++i) {
        if (c_[i].sign() == 0) continue;
        const int zeros = c_[i].trailing_zeros();
        common = common < 0 ? zeros : std::min(common, zeros);
    }
    if (common <= 0) return;
    for (int i = 0; i <= degree_; ++i) c_[i] = c_[i].shifted(-common);
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    Polynomial out;
    out.degree_ = std::max(a.degree_, b.degree_);
    for (int i = 0; i <= out.degree_; ++i) {
        out.c_[i] = i > a.degree_ ? b.c_[i] : i > b.degree_ ? a.c_[i] : a.c_[i] + b.c_[i];
    }
    out.drop_leading_zeros();
    return out;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
    Polynomial out;
    out.degree_ = std::max(a.degree_, b.degree_);
    for (int i = 0; i <= out.degree_; ++i) {
        out.c_[i] = i > a.degree_ ? -b.c_[i] : i > b.degree_ ? a.c_[i] : a.c_[i] - b.c_[i];
    }
    out.drop_leading_zeros();
    return out;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial out;
    if (a.zero() || b.zero()) return out;
    assert(a.degree_ + b.degree_ <= Polynomial::most);
    out.degree_ = a.degree_ + b.degree_;
    for (int i = 0; i <= a.degree_; ++i) {
        for (int k = 0; k <= b.degree_; ++k) out.c_[i + k] = out.c_[i + k] + a.c_[i] * b.c_[k];
    }
    return out;
}

Polynomial Polynomial::times(const GrowingInteger& factor) const {
    Polynomial out;
    if (factor.sign() == 0) return out;
    out.degree_ = degree_;
    for (int i = 0; i <= degree_; ++i) out.c_[i] = c_[i] * factor;
    return out;
}

Polynomial Polynomial::derivative() const {
    Polynomial out;
    out.degree_ = std::max(degree_ - 1, -1);
    for (int i = 1; i <= degree_; ++i) out.c_[i - 1] = c_[i] * GrowingInteger::whole(i);
    return out;
}

Polynomial Polynomial::without_root_at_0() const {
    Polynomial out;
    out.degree_ = degree_ - 1;
    for (int i = 1; i <= degree_; ++i) out.c_[i - 1] = c_[i];
    return out;
}

Polynomial Polynomial::on(const GrowingInteger& m, int k) const {
    Polynomial out;
    out.degree_ = degree_;
    for (int i = 0; i <= degree_; ++i) out.c_[i] = c_[i].shifted(k * (degree_ - i));
    if (m.sign() == 0) return out;
    // Taylor's shift, by Horner's rule once for each coefficient.
    for (int first = 0; first < degree_; ++first) {
        for (int i = degree_ - 1; i >= first; --i) out.c_[i] = out.c_[i] + out.c_[i + 1] * m;
    }
    return out;
}

Polynomial Polynomial::left_half() const {
    Polynomial out;
    out.degree_ = degree_;
    for (int i = 0; i <= degree_; ++i) out.c_[i] = c_[i].shifted(degree_ - i);
    return out;
}

Polynomial Polynomial::shifted_by_1() const {
    Polynomial out = *this;
    for (int first = 0; first < degree_; ++first) {
        for (int i = degree_ - 1; i >= first; --i) out.c_[i] = out.c_[i] + out.c_[i + 1];
    }
    return out;
}

int Polynomial::sign_at_1() const {
    GrowingInteger sum;
    for (int i = 0; i <= degree_; ++i) sum = sum + c_[i];
    return sum.sign();
}

int Polynomial::sign_at(const GrowingInteger& m, int k) const {
    if (zero()) return 0;
    GrowingInteger value = c_[static_cast<std::size_t>(degree_)];
    for (int i = degree_ - 1; i >= 0; --i) value = value * m + c_[i].shifted(k * (degree_ - i));
    return value.sign();
}

Polynomial::Variations Polynomial::variations() const {
    // Coefficients of (1 + x)^degree p(1 / (1 + x)): those of the Bernstein basis times binomials, from t = 1 to t = 0.
    Polynomial reversed;
    reversed.degree_ = degree_;
    for (int i = 0; i <= degree_; ++i) reversed.c_[degree_ - i] = c_[i];
    const Polynomial bernstein = reversed.shifted_by_1();
    Variations out{0, 0};
    int last = 0;
    for (int i = degree_; i >= 0; --i) {
        const int sign = bernstein.c_[i].sign();
        if (sign == 0) continue;
        if (last == 0) out.sign = sign;
        out.number += last != 0 && sign != last ? 1 : 0;
        last = sign;
    }
    return out;
}

/// Adds factor * p * t^places, of degree at most this one's.
void Polynomial::add_shifted(const GrowingInteger& factor, const Polynomial& p, int places) {
    for (int i = 0; i <= p.degree_; ++i) c_[i + places] = c_[i + places] + factor * p.c_[i];
}

Polynomial greatest_common_divisor(Polynomial a, Polynomial b) {
    if (a.degree() < b.degree()) std::swap(a, b);
    while (!b.zero()) {
        if (b.degree() == 0) return b;
        while (a.degree() >= b.degree()) {
            const GrowingInteger lead = -a[a.degree()];
            const int places = a.degree() - b.degree();
            a = a.times(b[b.degree()]);
            a.add_shifted(lead, b, places);
            a.drop_leading_zeros();
            a.drop_powers_of_two();
        }
        std::swap(a, b);
    }
    return a;
}

Polynomial quotient(Polynomial a, const Polynomial& b) {
    Polynomial out;
    out.degree_ = a.degree() - b.degree();
    for (int places = out.degree_; places >= 0; --places) {
        if (a.degree() < b.degree() + places) continue;
        const GrowingInteger lead = a[a.degree()];
        out = out.times(b[b.degree()]);
        out.degree_ = std::max(out.degree_, places);
        out.c_[places] = lead;
        a = a.times(b[b.degree()]);
        a.add_shifted(-lead, b, places);
        a.drop_leading_zeros();
    }
    assert(a.zero());
    out.drop_leading_zeros();
    return out;
}

Polynomial without_repeated_roots(const Polynomial& p) {
    if (p.degree() < 2) return p;
    const Polynomial common = greatest_common_divisor(p, p.derivative());
    return common.degree() == 0 ? p : quotient(p, common);
}

}  // namespace pliant
