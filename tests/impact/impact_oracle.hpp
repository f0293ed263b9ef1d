// Whether and when moving features meet, in rational arithmetic and by other means than the library's: signs at the
// roots of polynomials by Sturm's chains and Tarski's queries, all areas seen along all three axes.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstddef>
#include <vector>

#include <pliant/features.hpp>
#include <pliant/points.hpp>

#include "oracle/integers.hpp"

namespace pliant::oracle {

using Four = std::array<Point, 4>;
using Poly = std::vector<mpz_class>;  // lowest power first; no leading zeros

inline Poly trimmed(Poly p) {
    while (!p.empty() && p.back() == 0) p.pop_back();
    return p;
}
inline Poly operator+(const Poly& a, const Poly& b) {
    Poly out(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < a.size(); ++i) out[i] += a[i];
    for (std::size_t i = 0; i < b.size(); ++i) out[i] += b[i];
    return trimmed(out);
}
inline Poly operator-(const Poly& a, const Poly& b) {
    Poly out(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < a.size(); ++i) out[i] += a[i];
    for (std::size_t i = 0; i < b.size(); ++i) out[i] -= b[i];
    return trimmed(out);
}
inline Poly operator*(const Poly& a, const Poly& b) {
    if (a.empty() || b.empty()) return {};
    Poly out(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < b.size(); ++k) out[i + k] += a[i] * b[k];
    return trimmed(out);
}
inline Poly derivative(const Poly& p) {
    Poly out;
    for (std::size_t i = 1; i < p.size(); ++i) out.emplace_back(p[i] * mpz_class(static_cast<long>(i)));
    return out;
}
inline int sign_at(const Poly& p, const mpq_class& t) {
    mpz_class value = 0, power = 1;
    for (std::size_t i = p.size(); i-- > 0; power *= t.get_den()) value = value * t.get_num() + p[i] * power;
    return sgn(value);
}
/// -(a mod b), up to a positive factor.
inline Poly next_in_chain(Poly a, const Poly& b) {
    while (a.size() >= b.size()) {
        const std::size_t places = a.size() - b.size();
        const mpz_class lead = sgn(b.back()) > 0 ? a.back() : mpz_class(-a.back()), factor = abs(b.back());
        for (mpz_class& c : a) c *= factor;
        for (std::size_t i = 0; i < b.size(); ++i) a[i + places] -= lead * b[i];
        a = trimmed(a);
    }
    mpz_class common = 0;
    for (const mpz_class& c : a) common = gcd(common, c);
    for (mpz_class& c : a) c = mpz_class(-c) / common;
    return a;
}

using Chain = std::vector<Poly>;
inline Chain chain(const Poly& g, const Poly& q) {
    Chain out{g, derivative(g) * q};
    while (!out.back().empty()) out.push_back(next_in_chain(out[out.size() - 2], out.back()));
    return out;
}
inline int variations(const Chain& chain, const mpq_class& t) {
    int count = 0, last = 0;
    for (const Poly& p : chain) {
        const int s = sign_at(p, t);
        if (s != 0 && last != 0 && s != last) ++count;
        if (s != 0) last = s;
    }
    return count;
}
/// Sum of the signs of q at the roots of g between two numbers that are no roots (Sturm and Tarski).
inline int query(const Poly& g, const Poly& q, const mpq_class& lo, const mpq_class& hi) {
    if (q.empty()) return 0;
    const Chain c = chain(g, q);
    return variations(c, lo) - variations(c, hi);
}

/// A root of g: `lo` where lo = hi, else the only one between them.
struct Root {
    Poly g;
    mpq_class lo, hi;

    [[nodiscard]] int sign_of(const Poly& q) const { return lo == hi ? sign_at(q, lo) : query(g, q, lo, hi); }
    /// -1, 0, 1: less than x, equal, greater.
    [[nodiscard]] int compare(const mpq_class& x) const {
        if (lo == hi || x <= lo || x >= hi) return lo == hi ? cmp(lo, x) : x <= lo ? 1 : -1;
        if (sign_at(g, x) == 0) return 0;
        return query(g, {1}, lo, x) == 1 ? -1 : 1;
    }
};

inline void isolate(const Poly& g, const mpq_class& lo, const mpq_class& hi, std::vector<Root>& out) {
    const int count = query(g, {1}, lo, hi);
    if (count == 1) out.push_back({g, lo, hi});
    if (count <= 1) return;
    mpq_class middle = (lo + hi) / 2;
    for (int k = 3; sign_at(g, middle) == 0; ++k) middle = lo + (hi - lo) / k;
    isolate(g, lo, middle, out);
    isolate(g, middle, hi, out);
}

/// All roots in [0, 1].
inline std::vector<Root> roots(Poly g) {
    std::vector<Root> out;
    for (const long end : {0L, 1L}) {
        const bool root = sign_at(g, end) == 0;
        if (root) out.push_back({g, end, end});
        while (sign_at(g, end) == 0) {  // divided by t - end
            Poly quotient(g.size() - 1);
            mpz_class carry = 0;
            for (std::size_t i = g.size() - 1; i-- > 0;) quotient[i] = carry = g[i + 1] + carry * end;
            g = quotient;
        }
    }
    if (g.size() > 1) isolate(g, 0, 1, out);
    return out;
}

class MovingFeatures {
public:
    MovingFeatures(FeatureKind kind, const Four& start, const Four& end)
        : split_(kind == FeatureKind::vertex_triangle ? 1 : 2) {
        std::vector<Vec3> all(start.begin(), start.end());
        all.insert(all.end(), end.begin(), end.end());
        const int exponent = common_exponent(all);
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto first = scaled<mpz_class>(start[i][axis], exponent);
                const auto last = scaled<mpz_class>(end[i][axis], exponent);
                p_[i][axis] = trimmed({first, last - first});
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t left = 0; left < 4; ++left) area_[axis][left] = area(axis, left);
        find();
    }

    [[nodiscard]] bool meet() const { return !meetings_.empty(); }
    [[nodiscard]] bool always_in_plane() const { return volume().empty(); }
    /// Whether the first time lies in [lo, hi].
    [[nodiscard]] bool first_between(double lo, double hi) const {
        bool any = false;
        for (const Root& time : meetings_) {
            if (time.compare(lo) < 0) return false;
            any |= time.compare(hi) <= 0;
        }
        return any;
    }

private:
    [[nodiscard]] Poly difference(std::size_t i, std::size_t k, std::size_t axis) const {
        return p_[i][axis] - p_[k][axis];
    }
    /// Of the three points without `left`, seen along an axis, with the sign that makes it the weight of `left`.
    [[nodiscard]] Poly area(std::size_t axis, std::size_t left) const {
        std::array<std::size_t, 3> t{};
        for (std::size_t i = 0, n = 0; i < 4; ++i)
            if (i != left) t[n++] = i;
        const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
        const Poly twice = difference(t[1], t[0], x) * difference(t[2], t[0], y) -
                           difference(t[1], t[0], y) * difference(t[2], t[0], x);
        return left % 2 == 0 ? twice : Poly() - twice;
    }
    [[nodiscard]] Poly volume() const {
        Poly sum;
        for (std::size_t axis = 0; axis < 3; ++axis) sum = sum + area_[axis][3] * difference(3, 0, axis);
        return sum;
    }

    [[nodiscard]] bool meet_at(const Root& time) const {
        for (const auto& areas : area_) {
            std::array<int, 4> s{};
            bool any = false;
            for (std::size_t i = 0; i < 4; ++i) any |= (s[i] = time.sign_of(areas[i])) != 0;
            if (any) return one_sign(s, 0, split_) && one_sign(s, split_, 4) && (split_ == 2 || s[0] != 0);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            bool all_less = true, all_greater = true;
            for (std::size_t i = 0; i < split_; ++i) {
                for (std::size_t k = split_; k < 4; ++k) {
                    const int s = time.sign_of(difference(i, k, axis));
                    all_less &= s < 0;
                    all_greater &= s > 0;
                }
            }
            if (all_less || all_greater) return false;
        }
        return true;
    }
    static bool one_sign(const std::array<int, 4>& s, std::size_t begin, std::size_t end) {
        bool positive = false, negative = false;
        for (std::size_t i = begin; i < end; ++i) {
            positive |= s[i] > 0;
            negative |= s[i] < 0;
        }
        return !(positive && negative);
    }

    void look_at(const Poly& p) {
        if (p.empty()) return;
        for (const Root& time : roots(p))
            if (meet_at(time)) meetings_.push_back(time);
    }
    void find() {
        const Poly cubic = volume();
        if (!cubic.empty()) return look_at(cubic);
        look_at({0, 1});  // t = 0
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t i = 0; i < 4; ++i) {
                look_at(area_[axis][i]);
                for (std::size_t k = 0; k < i; ++k) look_at(difference(i, k, axis));
            }
        }
    }

    std::size_t split_;
    std::array<std::array<Poly, 3>, 4> p_;
    std::array<std::array<Poly, 4>, 3> area_;
    std::vector<Root> meetings_;
};

}  // namespace pliant::oracle
