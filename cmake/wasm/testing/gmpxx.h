// GMP's numbers as the tests use them, by Boost.Multiprecision: for machines that have no GMP. Slower, and as exact.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <compare>

using mp_bitcnt_t = unsigned long;

namespace pliant_numbers {

template <class Backend>
using Plain = boost::multiprecision::number<Backend, boost::multiprecision::et_off>;
using Integer = Plain<boost::multiprecision::cpp_int_backend<>>;
using Rational = Plain<boost::multiprecision::cpp_rational_backend>;
using Float = Plain<boost::multiprecision::cpp_bin_float<1024>>;

/// Arithmetic of `Self`, a number that other types convert to as GMP's do.
template <class Self, class Number>
struct Arithmetic {
    Number value = 0;

    friend Self operator+(const Self& a, const Self& b) { return Self(Number(a.value + b.value)); }
    friend Self operator-(const Self& a, const Self& b) { return Self(Number(a.value - b.value)); }
    friend Self operator*(const Self& a, const Self& b) { return Self(Number(a.value * b.value)); }
    friend Self operator/(const Self& a, const Self& b) { return Self(Number(a.value / b.value)); }
    friend Self operator-(const Self& a) { return Self(Number(-a.value)); }
    Self& operator+=(const Self& b) { return self(value += b.value); }
    Self& operator-=(const Self& b) { return self(value -= b.value); }
    Self& operator*=(const Self& b) { return self(value *= b.value); }
    Self& operator/=(const Self& b) { return self(value /= b.value); }
    friend bool operator==(const Self& a, const Self& b) { return a.value == b.value; }
    friend std::strong_ordering operator<=>(const Self& a, const Self& b) { return a.value.compare(b.value) <=> 0; }
    friend int sgn(const Self& a) { return a.value.sign(); }
    friend int cmp(const Self& a, const Self& b) { return a.value.compare(b.value); }
    friend Self abs(const Self& a) { return a.value.sign() < 0 ? -a : a; }
    friend std::ostream& operator<<(std::ostream& out, const Self& a) { return out << a.value; }
    [[nodiscard]] double get_d() const { return value.template convert_to<double>(); }

private:
    Self& self(const Number&) { return static_cast<Self&>(*this); }
};

}  // namespace pliant_numbers

struct mpz_class : pliant_numbers::Arithmetic<mpz_class, pliant_numbers::Integer> {
    mpz_class() = default;
    mpz_class(const pliant_numbers::Integer& number) { value = number; }
    mpz_class(double number) : mpz_class(pliant_numbers::Integer(number)) {}
    mpz_class(int number) : mpz_class(pliant_numbers::Integer(number)) {}
    mpz_class(unsigned number) : mpz_class(pliant_numbers::Integer(number)) {}
    mpz_class(long number) : mpz_class(pliant_numbers::Integer(number)) {}
    mpz_class(unsigned long number) : mpz_class(pliant_numbers::Integer(number)) {}
    mpz_class& operator<<=(mp_bitcnt_t bits) {
        value <<= bits;
        return *this;
    }
    mpz_class& operator>>=(mp_bitcnt_t bits) {
        value >>= bits;
        return *this;
    }
    friend mpz_class operator<<(mpz_class a, mp_bitcnt_t bits) { return a <<= bits; }
    friend mpz_class operator>>(mpz_class a, mp_bitcnt_t bits) { return a >>= bits; }
    friend mpz_class operator%(const mpz_class& a, const mpz_class& b) {
        return pliant_numbers::Integer(a.value % b.value);
    }
    friend mpz_class operator&(const mpz_class& a, const mpz_class& b) {
        return pliant_numbers::Integer(a.value & b.value);
    }
    friend mpz_class gcd(const mpz_class& a, const mpz_class& b) {
        return pliant_numbers::Integer(boost::multiprecision::gcd(a.value, b.value));
    }
    [[nodiscard]] const mpz_class& get_mpz_t() const { return *this; }
};

struct mpq_class : pliant_numbers::Arithmetic<mpq_class, pliant_numbers::Rational> {
    mpq_class() = default;
    mpq_class(const pliant_numbers::Rational& number) { value = number; }
    mpq_class(double number) : mpq_class(pliant_numbers::Rational(number)) {}
    mpq_class(int number) : mpq_class(pliant_numbers::Rational(number)) {}
    mpq_class(long number) : mpq_class(pliant_numbers::Rational(number)) {}
    mpq_class(const mpz_class& number) : mpq_class(pliant_numbers::Rational(number.value)) {}
    mpq_class(const mpz_class& numerator, const mpz_class& denominator)
        : mpq_class(pliant_numbers::Rational(numerator.value, denominator.value)) {}
    void canonicalize() {}
    [[nodiscard]] mpz_class get_num() const { return boost::multiprecision::numerator(value); }
    [[nodiscard]] mpz_class get_den() const { return boost::multiprecision::denominator(value); }
    mpq_class& get_mpq_t() { return *this; }
};

struct mpf_class : pliant_numbers::Arithmetic<mpf_class, pliant_numbers::Float> {
    mpf_class(const pliant_numbers::Float& number) { value = number; }
    mpf_class(const mpq_class& number, int /*bits*/) : mpf_class(pliant_numbers::Float(number.value)) {}
    friend mpf_class sqrt(const mpf_class& a) { return pliant_numbers::Float(boost::multiprecision::sqrt(a.value)); }
};

inline std::size_t mpz_sizeinbase(const mpz_class& number, int /*2*/) {
    return number.value.is_zero() ? 1 : boost::multiprecision::msb(abs(number).value) + 1;
}

inline void mpq_div_2exp(mpq_class& out, const mpq_class& number, mp_bitcnt_t bits) {
    out = number / mpq_class(mpz_class(1) << bits);
}
