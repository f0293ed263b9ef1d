#include "impact/exact_impact.hpp"

#include <algorithm>

#include "impact/integer_motion.hpp"
#include "numeric/real_root.hpp"

namespace pliant::impact {

namespace {

/// The polynomials in time that decide; see motion.hpp.
class ExactMotion {
public:
    ExactMotion(FeatureKind kind, const FourPoints& start, const FourPoints& end)
        : kind_(kind), move_(kind, start, end, CommonScale(start, end)), n_(cross(move_.u, move_.v)) {
        volume_ = dot(n_, move_.w);
    }

    /// The cubic det(u, v, w).
    [[nodiscard]] const Polynomial& volume() const { return volume_; }

    /// The weights of the four points where they lie in one plane, seen along an axis: areas of the triangles of three.
    /// Which are of one sign decides whether they meet, unless all are zero.
    struct Weights {
        std::array<Polynomial, 4> w;
    };
    [[nodiscard]] Weights weights(std::size_t axis) const {
        const Polynomial beta = cross_component(move_.w, move_.v, axis);
        if (kind_ == FeatureKind::vertex_triangle) {
            const Polynomial gamma = cross_component(move_.u, move_.w, axis);
            return {{n_[axis], beta, gamma, n_[axis] - beta - gamma}};
        }
        const Polynomial gamma = cross_component(move_.w, move_.u, axis);
        return {{beta, n_[axis] - beta, gamma, n_[axis] - gamma}};
    }

    /// Differences between a point of the one feature and one of the other, along an axis; three or four.
    struct Differences {
        std::array<Polynomial, 4> d;
        int count;
    };
    [[nodiscard]] Differences differences(std::size_t axis) const {
        const Polynomial &u = move_.u[axis], &v = move_.v[axis], &w = move_.w[axis];
        if (kind_ == FeatureKind::vertex_triangle) return {{w, w - u, w - v, Polynomial()}, 3};
        return {{w, w - u, w + v, w + v - u}, 4};
    }

    /// Whether the features meet at a time when the four points lie in one plane.
    [[nodiscard]] bool meet_at(RealRoot& time) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int sign = time.sign_of(n_[axis]);
            if (sign != 0) return inside(time, axis, sign);
        }
        // The triangle has no area, or the edges are parallel.
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const Polynomial& weight : weights(axis).w) {
                if (time.sign_of(weight) != 0) return false;
            }
        }
        return overlap_on_line(time);
    }

private:
    [[nodiscard]] bool inside(RealRoot& time, std::size_t axis, int sign) const {
        const auto all = weights(axis).w;
        return std::all_of(all.begin(), all.end(), [&](const Polynomial& w) { return time.sign_of(w) * sign >= 0; });
    }

    /// All four points lie on one line: the features are segments on it, which are apart where they are along an axis.
    [[nodiscard]] bool overlap_on_line(RealRoot& time) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto [d, count] = differences(axis);
            int positive = 0, negative = 0;
            for (int i = 0; i < count; ++i) {
                const int sign = time.sign_of(d[static_cast<std::size_t>(i)]);
                positive += sign > 0 ? 1 : 0;
                negative += sign < 0 ? 1 : 0;
            }
            if (positive == count || negative == count) return false;
        }
        return true;
    }

    FeatureKind kind_;
    IntegerMotion move_;
    PolynomialVector n_;
    Polynomial volume_;
};

/// The sign of p just before a root of it.
int sign_before(RealRoot& root, Polynomial p) {
    for (int flips = -1;; flips = -flips) {
        p = p.derivative();
        if (p.zero()) return 0;
        const int sign = root.sign_of(p);
        if (sign != 0) return flips * sign;
    }
}

std::optional<ExactImpact> first_crossing(const ExactMotion& motion) {
    RootsInUnitInterval roots(motion.volume());
    for (RealRoot root; roots.next(root);) {
        if (!motion.meet_at(root)) continue;
        root.refine_to(time_bits);
        return ExactImpact{root.bounds(), sign_before(root, motion.volume())};
    }
    return std::nullopt;
}

/// The earliest of times that come in no order. Intervals that overlap need not be told apart: the earliest lies
/// between the least lower bound and the least upper one.
class Earliest {
public:
    /// Roots of p at which the features meet; a zero polynomial has none of its own.
    void look_at_roots(const ExactMotion& motion, const Polynomial& p) {
        if (p.zero()) return;
        RootsInUnitInterval roots(p);
        for (RealRoot root; roots.next(root);) {
            if (!motion.meet_at(root)) continue;
            root.refine_to(time_bits);
            add(root.bounds());
            return;
        }
    }
    [[nodiscard]] const std::optional<ExactImpact>& found() const { return found_; }

private:
    void add(const std::array<double, 2>& time) {
        if (!found_) {
            found_ = {time, 0};
            return;
        }
        found_->time = {std::min(found_->time[0], time[0]), std::min(found_->time[1], time[1])};
    }

    std::optional<ExactImpact> found_;
};

/// The four points always lie in one plane. They meet first at the start, or where one of the weights changes its sign:
/// between such times all signs stay, and the times when they meet are a closed set. Seen along an axis along which
/// some weight is not always zero; where there is none, all is on one line, and differences take the place of weights.
std::optional<ExactImpact> first_in_plane(const ExactMotion& motion) {
    RealRoot start = RealRoot::dyadic(GrowingInteger(), 0);
    if (motion.meet_at(start)) return ExactImpact{{0, 0}, 0};
    Earliest earliest;
    const auto all_zero = [](const auto& polynomials) {
        return std::all_of(polynomials.begin(), polynomials.end(), [](const Polynomial& p) { return p.zero(); });
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto weights = motion.weights(axis).w;
        if (all_zero(weights)) continue;
        for (const Polynomial& weight : weights) earliest.look_at_roots(motion, weight);
        return earliest.found();
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto differences = motion.differences(axis).d;
        if (all_zero(differences)) continue;
        for (const Polynomial& difference : differences) earliest.look_at_roots(motion, difference);
        return earliest.found();
    }
    return std::nullopt;  // all four in one point, always: they met at the start
}

}  // namespace

std::optional<ExactImpact> exact_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end) {
    const ExactMotion motion(kind, start, end);
    return motion.volume().zero() ? first_in_plane(motion) : first_crossing(motion);
}

}  // namespace pliant::impact
