#include "impact/exact_separation.hpp"

#include <algorithm>
#include <initializer_list>

#include "impact/integer_motion.hpp"
#include "numeric/real_root.hpp"

namespace pliant::impact {

namespace {

/// Two parts of the features that the shortest way may lead between: a vertex, an edge or a face of each.
/// The way does, and is as short as the distance, where `excess` <= 0, `size` > 0 and all of `inside` >= 0.
struct Parts {
    Polynomial excess;  // of the squared distance, times `size`
    Polynomial size;
    std::array<Polynomial, 4> inside;
    int count;
};

/// Looks at pairs of parts. The first time that the features are as near as the distance is the start, or a root of an
/// excess: before it, every way is longer; and it is a closest pair of parts that reaches the distance then. Where the
/// excess is always zero, it is a root of a condition.
class FirstWithin {
public:
    FirstWithin(const GrowingInteger& square) : square_(square) {}

    void look_at_vertices(const PolynomialVector& way) {
        look_at({dot(way, way) - constant(square_), constant(GrowingInteger::whole(1)), {}, 0});
    }

    /// A vertex `way` beyond the start of an edge.
    void look_at_edge(const PolynomialVector& way, const PolynomialVector& edge) {
        const PolynomialVector area = cross(way, edge);
        const Polynomial size = dot(edge, edge), along = dot(way, edge);
        look_at({dot(area, area) - size.times(square_), size, {along, size - along}, 2});
    }

    /// The insides of a triangle or of both edges.
    void look_at_faces(FeatureKind kind, const IntegerMotion& m) {
        const PolynomialVector n = cross(m.u, m.v);
        const Polynomial size = dot(n, n), volume = dot(n, m.w);
        const Polynomial beta = dot(n, cross(m.w, m.v));
        const bool triangle = kind == FeatureKind::vertex_triangle;
        const Polynomial gamma = dot(n, triangle ? cross(m.u, m.w) : cross(m.w, m.u));
        const Polynomial excess = volume * volume - size.times(square_);
        if (triangle) return look_at({excess, size, {beta, gamma, size - beta - gamma}, 3});
        look_at({excess, size, {beta, gamma, size - beta, size - gamma}, 4});
    }

    [[nodiscard]] const std::optional<std::array<double, 2>>& found() const { return found_; }

private:
    static Polynomial constant(const GrowingInteger& value) { return Polynomial::linear(value, GrowingInteger()); }

    void look_at(const Parts& parts) {
        RealRoot start = RealRoot::dyadic(GrowingInteger(), 0);
        if (parts.excess.sign_at_0() <= 0 && between(parts, start)) return add({0, 0});
        look_at_roots(parts, parts.excess);
        if (!parts.excess.zero()) return;
        for (int i = 0; i < parts.count; ++i) look_at_roots(parts, parts.inside[static_cast<std::size_t>(i)]);
    }

    void look_at_roots(const Parts& parts, const Polynomial& p) {
        if (p.zero()) return;
        RootsInUnitInterval roots(p);
        for (RealRoot root; roots.next(root);) {
            if (!between(parts, root)) continue;
            root.refine_to(time_bits);
            return add(root.bounds());
        }
    }

    static bool between(const Parts& parts, RealRoot& time) {
        if (time.sign_of(parts.size) <= 0) return false;
        for (int i = 0; i < parts.count; ++i) {
            if (time.sign_of(parts.inside[static_cast<std::size_t>(i)]) < 0) return false;
        }
        return true;
    }

    void add(const std::array<double, 2>& time) {
        if (!found_) found_ = time;
        *found_ = {std::min((*found_)[0], time[0]), std::min((*found_)[1], time[1])};
    }

    GrowingInteger square_;
    std::optional<std::array<double, 2>> found_;
};

}  // namespace

std::optional<std::array<double, 2>> exact_first_within(FeatureKind kind, const FourPoints& start,
                                                        const FourPoints& end, double distance) {
    const CommonScale scale(start, end, distance);
    const IntegerMotion m(kind, start, end, scale);
    const GrowingInteger whole = scale(distance);
    FirstWithin first(whole * whole);
    if (kind == FeatureKind::vertex_triangle) {
        for (const PolynomialVector& way : {m.w, m.w - m.u, m.w - m.v}) first.look_at_vertices(way);
        first.look_at_edge(m.w, m.u);
        first.look_at_edge(m.w, m.v);
        first.look_at_edge(m.w - m.u, m.v - m.u);
    } else {
        const PolynomialVector to_d = m.w + m.v;  // from the first end of the first edge
        for (const PolynomialVector& way : {m.w, m.w - m.u, to_d, to_d - m.u}) first.look_at_vertices(way);
        first.look_at_edge(m.w, m.u);
        first.look_at_edge(to_d, m.u);
        first.look_at_edge(PolynomialVector() - m.w, m.v);
        first.look_at_edge(m.u - m.w, m.v);
    }
    first.look_at_faces(kind, m);
    return first.found();
}

}  // namespace pliant::impact
