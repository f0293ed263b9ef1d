#include "impact/certain_impact.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/vec.hpp"
#include "simd/rounding.hpp"

namespace pliant::impact {

namespace {

constexpr double unit = simd::Rounding<double>::unit;
// Bound on the rounding of the cubic, relative to the sum of the magnitudes of its terms. A term of a determinant is
// rounded eight times at most, its differences included. A coefficient is the mean of three determinants (3 more), six
// bisections add three each, an evaluation nine: 38 units.
constexpr double volume_units = 48;
// Bounds relative to the product of the greatest magnitudes of the vectors that are multiplied.
// A component of u(t): 4 units. Of u x v: 20. (u x v) . (w x v): 276. Doubled for safety. A time that is off by d moves
// a component by 2d, a cross product by 8d (1 + d), such a product by 96d (1 + d).
constexpr double product_units = 552, product_drift = 192;
// Products of magnitudes outside these may over- or underflow.
constexpr double least_size = 0x1p-200, most_size = 0x1p200;
// A product of tiny components that underflows is off by 2^-1075, times two sizes at most; with all terms far below
// this.
constexpr double underflow = 0x1p-600;
constexpr int most_bisections = 6;

/// A vector that moves from `at[0]` to `at[1]`.
struct Moving {
    std::array<Vec3, 2> at;
    double size;

    [[nodiscard]] Vec3 operator()(double t) const { return (1 - t) * at[0] + t * at[1]; }
};

Vec3 magnitudes_of(const Vec3& p) { return {std::abs(p.x), std::abs(p.y), std::abs(p.z)}; }
Moving magnitudes_of(const Moving& m) { return {{magnitudes_of(m.at[0]), magnitudes_of(m.at[1])}, m.size}; }
Vec3 sums_of_products(const Vec3& a, const Vec3& b) {
    return {a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
}

using Cubic = std::array<double, 4>;  // in the Bernstein basis

double value(const Cubic& c, double x) {
    const double y = 1 - x;
    const double c01 = y * c[0] + x * c[1], c12 = y * c[1] + x * c[2], c23 = y * c[2] + x * c[3];
    return y * (y * c01 + x * c12) + x * (y * c12 + x * c23);
}

double slope(const Cubic& c, double x) {
    const double y = 1 - x;
    const double d0 = c[1] - c[0], d1 = c[2] - c[1], d2 = c[3] - c[2];
    return 3 * (y * (y * d0 + x * d1) + x * (y * d1 + x * d2));
}

struct Halves {
    Cubic left, right;
};

Halves bisected(const Cubic& c) {
    const double c01 = 0.5 * (c[0] + c[1]), c12 = 0.5 * (c[1] + c[2]), c23 = 0.5 * (c[2] + c[3]);
    const double c012 = 0.5 * (c01 + c12), c123 = 0.5 * (c12 + c23), middle = 0.5 * (c012 + c123);
    return {{c[0], c01, c012, middle}, {middle, c123, c23, c[3]}};
}

/// A root of c, of opposite signs at 0 and 1: Newton's steps, bisection where one leaves the bracket.
double root_between(const Cubic& c) {
    const bool falls = c[0] > 0;
    double lo = 0, hi = 1, x = c[0] / (c[0] - c[3]);
    for (int step = 0; step < 60; ++step) {
        const double at_x = value(c, x);
        if (at_x == 0) return x;
        ((at_x > 0) == falls ? lo : hi) = x;
        double next = x - at_x / slope(c, x);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        if (std::abs(next - x) <= 4 * unit * x) return next;
        x = next;
    }
    return x;
}

class CertainMotion {
public:
    CertainMotion(FeatureKind kind, const FourPoints& start, const FourPoints& end) : kind_(kind) {
        const auto ends = vectors_of(kind);
        const std::array<Moving*, 3> vectors{&u_, &v_, &w_};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [to, from] = ends[i];
            vectors[i]->at = {Vec3(start[to]) - Vec3(start[from]), Vec3(end[to]) - Vec3(end[from])};
            vectors[i]->size = std::max(greatest_component(vectors[i]->at[0]), greatest_component(vectors[i]->at[1]));
        }
    }

    [[nodiscard]] CertainImpact decide() {
        const double least = std::min({u_.size, v_.size, w_.size}), most = std::max({u_.size, v_.size, w_.size});
        if (!(least >= least_size && most <= most_size)) return {};
        const Cubic magnitudes = volume(magnitudes_of(u_), magnitudes_of(v_), magnitudes_of(w_), sums_of_products);
        error_ = volume_units * unit * *std::max_element(magnitudes.begin(), magnitudes.end()) + underflow;
        return decide(volume(u_, v_, w_, cross), 0, 1, 0);
    }

private:
    /// det(u, v, w) in time; with sums in place of the differences of a cross product, the magnitudes of its terms.
    template <class Cross>
    [[nodiscard]] static Cubic volume(const Moving& u, const Moving& v, const Moving& w, const Cross& times) {
        const auto& [u0, u1] = u.at;
        const auto& [v0, v1] = v.at;
        const auto& [w0, w1] = w.at;
        const Vec3 n00 = times(u0, v0), n11 = times(u1, v1), n01 = times(u0, v1) + times(u1, v0);
        return {dot(n00, w0), (dot(n01, w0) + dot(n00, w1)) / 3, (dot(n01, w1) + dot(n11, w0)) / 3, dot(n11, w1)};
    }

    /// `c` is the cubic between the times `from` and `from + length`; `length` is a power of two.
    [[nodiscard]] CertainImpact decide(const Cubic& c, double from, double length, int bisections) const {
        const auto above = [this](double x) { return x > error_; };
        const auto below = [this](double x) { return x < -error_; };
        if (std::all_of(c.begin(), c.end(), above) || std::all_of(c.begin(), c.end(), below)) return {Verdict::apart};
        // One change of sign, and so one root, whatever the signs of coefficients near zero are.
        const bool one_falls = above(c[0]) && below(c[3]) && (above(c[1]) || below(c[2]));
        const bool one_rises = below(c[0]) && above(c[3]) && (below(c[1]) || above(c[2]));
        if (one_falls || one_rises) return at_root(c, from, length);
        if (outside(from + 0.5 * length, 0.5 * length)) return {Verdict::apart};
        if (bisections == most_bisections) return {};
        const auto [left, right] = bisected(c);
        const CertainImpact first = decide(left, from, 0.5 * length, bisections + 1);
        return first.verdict != Verdict::apart ? first
                                               : decide(right, from + 0.5 * length, 0.5 * length, bisections + 1);
    }

    /// `c` has one root, between coefficients of opposite and certain signs.
    [[nodiscard]] CertainImpact at_root(const Cubic& c, double from, double length) const {
        const double root = root_between(c);
        const double steepness = std::max(std::abs(slope(c, root)), error_);
        double width = std::max(2 * error_ / steepness, 4 * unit);
        for (int tries = 0; tries < 3; ++tries, width *= 8) {
            const double lo = std::max(root - width, 0.0), hi = std::min(root + width, 1.0);
            const double at_lo = value(c, lo), at_hi = value(c, hi);
            const bool held = (at_lo > error_ && at_hi < -error_) || (at_lo < -error_ && at_hi > error_);
            if (held) return inside(from + length * lo, from + length * hi, at_lo > 0 ? 1 : -1);
        }
        return {};
    }

    /// Bounds of beta, gamma and of 1, times n . n, at a time and `drift` around it; see motion.hpp.
    struct Products {
        double one, beta, gamma;
        double one_error, beta_error, gamma_error;
    };
    [[nodiscard]] Products products(double time, double drift) const {
        const Vec3 u = u_(time), v = v_(time), w = w_(time), n = cross(u, v);
        const double scale = (product_units * unit + product_drift * drift) * u_.size * v_.size;
        const Vec3 along_v = kind_ == FeatureKind::vertex_triangle ? cross(u, w) : cross(w, u);
        return {dot(n, n),
                dot(n, cross(w, v)),
                dot(n, along_v),
                scale * u_.size * v_.size,
                scale * w_.size * v_.size,
                scale * w_.size * u_.size};
    }

    /// Whether they are certainly apart from time - drift to time + drift, since a weight is negative.
    [[nodiscard]] bool outside(double time, double drift) const {
        const Products p = products(time, drift);
        return any_weight_below_zero(p);
    }

    [[nodiscard]] bool any_weight_below_zero(const Products& p) const {
        if (p.beta < -p.beta_error || p.gamma < -p.gamma_error) return true;
        if (kind_ == FeatureKind::vertex_triangle) {
            return p.one - p.beta - p.gamma < -(p.one_error + p.beta_error + p.gamma_error);
        }
        return p.one - p.beta < -(p.one_error + p.beta_error) || p.one - p.gamma < -(p.one_error + p.gamma_error);
    }

    [[nodiscard]] bool all_weights_above_zero(const Products& p) const {
        if (!(p.beta > p.beta_error && p.gamma > p.gamma_error)) return false;
        if (kind_ == FeatureKind::vertex_triangle) {
            return p.one - p.beta - p.gamma > p.one_error + p.beta_error + p.gamma_error;
        }
        return p.one - p.beta > p.one_error + p.beta_error && p.one - p.gamma > p.one_error + p.gamma_error;
    }

    /// The one root of the cubic that is left to be looked at lies between lo and hi, as rounded.
    [[nodiscard]] CertainImpact inside(double lo, double hi, int side) const {
        lo = std::max(lo - unit, 0.0);
        hi = std::min(hi + unit, 1.0);
        const Products p = products(0.5 * (lo + hi), 0.5 * (hi - lo) + unit);
        if (any_weight_below_zero(p)) return {Verdict::apart};
        if (!all_weights_above_zero(p)) return {};
        return {Verdict::meet, {lo, hi}, side};
    }

    FeatureKind kind_;
    Moving u_{}, v_{}, w_{};
    double error_ = 0;
};

}  // namespace

CertainImpact certain_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end) {
    return CertainMotion(kind, start, end).decide();
}

}  // namespace pliant::impact
