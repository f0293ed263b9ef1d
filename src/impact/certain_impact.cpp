#include "impact/certain_impact.hpp"

#include <algorithm>
#include <cmath>

#include "impact/certain_bounds.hpp"
#include "numeric/vec.hpp"

namespace pliant::impact {

namespace {

/// A vector that moves from `at[0]` to `at[1]`.
struct Moving {
    std::array<Vec3, 2> at;
    double size, way;  // greatest components of it, and of how far it moves

    [[nodiscard]] Vec3 operator()(double t) const { return (1 - t) * at[0] + t * at[1]; }
};

Vec3 magnitudes_of(const Vec3& p) { return {std::abs(p.x), std::abs(p.y), std::abs(p.z)}; }
Moving magnitudes_of(const Moving& m) { return {{magnitudes_of(m.at[0]), magnitudes_of(m.at[1])}, m.size, 0}; }
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

/// The polar form: symmetric, linear in each argument, and c at x where all of them are x.
double blossom(const Cubic& c, double x, double y, double z) {
    const double c01 = (1 - x) * c[0] + x * c[1], c12 = (1 - x) * c[1] + x * c[2], c23 = (1 - x) * c[2] + x * c[3];
    const double left = (1 - y) * c01 + y * c12, right = (1 - y) * c12 + y * c23;
    return (1 - z) * left + z * right;
}

Cubic part_of(const Cubic& c, double lo, double hi) {
    return {blossom(c, lo, lo, lo), blossom(c, lo, lo, hi), blossom(c, lo, hi, hi), blossom(c, hi, hi, hi)};
}

/// Times inside (0, 1) at which the cubic turns, ascending; rounded.
struct Turns {
    std::array<double, 2> at;
    int count;
};

Turns turns_of(const Cubic& c) {
    const double d0 = c[1] - c[0], d1 = c[2] - c[1], d2 = c[3] - c[2];
    // d0 (1 - x)^2 + 2 d1 x (1 - x) + d2 x^2, by the roots of A x^2 + 2 B x + C.
    const double a = (d0 - d1) + (d2 - d1), b = d1 - d0, discriminant = d1 * d1 - d0 * d2;
    if (!(discriminant > 0)) return {{}, 0};
    const double q = -(b + std::copysign(std::sqrt(discriminant), b));
    const double first = q / a, second = d0 / q;
    Turns out{{}, 0};
    for (const double x : {std::min(first, second), std::max(first, second)}) {
        if (x > 0 && x < 1) out.at[static_cast<std::size_t>(out.count++)] = x;
    }
    return out;
}

double inflection_of(const Cubic& c) {
    const double e0 = c[2] - 2 * c[1] + c[0], e1 = c[3] - 2 * c[2] + c[1];
    return e0 / (e0 - e1);
}

/// A root of c, of opposite signs at 0 and 1: Newton's steps, bisection where one leaves the bracket.
double root_between(const Cubic& c) {
    const bool falls = c[0] > 0;
    double lo = 0, hi = 1, x = c[0] / (c[0] - c[3]);
    for (int step = 0; step < most_newton_steps; ++step) {
        const double at_x = value(c, x);
        if (at_x == 0) return x;
        ((at_x > 0) == falls ? lo : hi) = x;
        double next = x - at_x / slope(c, x);
        // Before it is held in the bracket: rounding may take the last step to x, which is the end of the bracket, and
        // half of it would be far from the root.
        if (std::abs(next - x) <= last_step) return std::clamp(next, lo, hi);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
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
            const Vec3 first = Vec3(start[to]) - Vec3(start[from]), last = Vec3(end[to]) - Vec3(end[from]);
            const double size = std::max(greatest_component(first), greatest_component(last));
            *vectors[i] = {{first, last}, size, greatest_component(last - first)};
        }
    }

    [[nodiscard]] CertainImpact decide() {
        const double least = std::min({u_.size, v_.size, w_.size}), most = std::max({u_.size, v_.size, w_.size});
        if (!(least >= least_size && most <= most_size)) return {};
        const Cubic magnitudes = volume(magnitudes_of(u_), magnitudes_of(v_), magnitudes_of(w_), sums_of_products);
        error_ = volume_units * unit * *std::max_element(magnitudes.begin(), magnitudes.end()) + underflow;
        drift_ = product_drift * std::max({u_.way / u_.size, v_.way / v_.size, w_.way / w_.size});
        cubic_ = volume(u_, v_, w_, cross);
        return decide_by_cubic();
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

    [[nodiscard]] bool above(double x) const { return x > error_; }
    [[nodiscard]] bool below(double x) const { return x < -error_; }

    enum class Roots : unsigned char { none, one, open };
    /// In the part that has these coefficients, whatever the signs of those near zero are.
    [[nodiscard]] Roots roots(const Cubic& c) const {
        if (above(c[0]) && above(c[1]) && above(c[2]) && above(c[3])) return Roots::none;
        if (below(c[0]) && below(c[1]) && below(c[2]) && below(c[3])) return Roots::none;
        const bool falls = above(c[0]) && below(c[3]) && (above(c[1]) || below(c[2]));
        const bool rises = below(c[0]) && above(c[3]) && (below(c[1]) || above(c[2]));
        return falls || rises ? Roots::one : Roots::open;
    }

    [[nodiscard]] CertainImpact decide_by_cubic() const {
        const Roots whole = roots(cubic_);
        if (whole == Roots::none) return {Verdict::apart};
        return whole == Roots::one ? at_root(cubic_, 0, 1) : between_turns();
    }

    /// The cubic rises or falls all the way between two times at which it turns.
    [[nodiscard]] CertainImpact between_turns() const {
        const auto [turn, count] = turns_of(cubic_);
        double from = 0;
        for (int i = 0; i <= count; ++i) {
            const double to = i < count ? turn[static_cast<std::size_t>(i)] : 1;
            const CertainImpact found = part(from, to);
            if (found.verdict != Verdict::apart) return found;
            from = to;
        }
        return {Verdict::apart};
    }

    /// Between two times. Where the cubic is near zero at one of them, the time nearby may be passed over since the
    /// features are then apart within the plane.
    [[nodiscard]] CertainImpact part(double from, double to) const {
        if (outside(from + 0.5 * (to - from), 0.5 * (to - from) + time_rounding)) return {Verdict::apart};
        const double steepness = std::max(std::abs(value(cubic_, from) - value(cubic_, to)), error_);
        // The cubic leaves a turn like a parabola, an end of the step like a line.
        const double width = std::min(0.25, 4 * std::sqrt(error_ / steepness)) * (to - from);
        double lo = from, hi = to;
        if (std::abs(value(cubic_, lo)) <= 2 * error_) {
            lo += width;
            if (!outside(from + 0.5 * width, 0.5 * width + time_rounding)) return {};
        }
        if (std::abs(value(cubic_, hi)) <= 2 * error_) {
            hi -= width;
            if (!outside(hi + 0.5 * width, 0.5 * width + time_rounding)) return {};
        }
        return without_zero_ends(lo, hi);
    }

    /// The cubic rises or falls all the way, and is not near zero at either end.
    [[nodiscard]] CertainImpact without_zero_ends(double from, double to) const {
        const Cubic c = part_of(cubic_, from, to);
        const Roots number = roots(c);
        if (number == Roots::none) return {Verdict::apart};
        if (number == Roots::one) return at_root(c, from, to - from);
        // On either side of the inflection the coefficients rise or fall, too.
        const double bend = from + (to - from) * inflection_of(c);
        if (!(bend > from && bend < to)) return {};
        const CertainImpact first = without_bend(from, bend);
        return first.verdict != Verdict::apart ? first : without_bend(bend, to);
    }

    [[nodiscard]] CertainImpact without_bend(double from, double to) const {
        const Cubic c = part_of(cubic_, from, to);
        const Roots number = roots(c);
        if (number == Roots::none) return {Verdict::apart};
        return number == Roots::one ? at_root(c, from, to - from) : CertainImpact{};
    }

    /// `c` has one root, between coefficients of opposite and certain signs.
    [[nodiscard]] CertainImpact at_root(const Cubic& c, double from, double length) const {
        const double root = root_between(c);
        const double steepness = std::max(std::abs(slope(c, root)), error_);
        double width = std::max(2 * error_ / steepness, 4 * unit);
        for (int tries = 0; tries < most_widths; ++tries, width *= 8) {
            const double lo = std::max(root - width, 0.0), hi = std::min(root + width, 1.0);
            const double at_lo = value(c, lo), at_hi = value(c, hi);
            const bool held = (above(at_lo) && below(at_hi)) || (below(at_lo) && above(at_hi));
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
        const double scale = (product_units * unit + drift_ * drift) * u_.size * v_.size;
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
        lo = std::max(lo - time_rounding, 0.0);
        hi = std::min(hi + time_rounding, 1.0);
        const Products p = products(0.5 * (lo + hi), 0.5 * (hi - lo) + unit);
        if (any_weight_below_zero(p)) return {Verdict::apart};
        if (!all_weights_above_zero(p)) return {};
        return {Verdict::meet, {lo, hi}, side};
    }

    FeatureKind kind_;
    Moving u_{}, v_{}, w_{};
    Cubic cubic_{};
    double error_ = 0;  // of the cubic and its parts
    double drift_ = 0;  // of products, by time
};

}  // namespace

CertainImpact certain_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end) {
    return CertainMotion(kind, start, end).decide();
}

}  // namespace pliant::impact
