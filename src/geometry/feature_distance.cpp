#include "geometry/feature_distance.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "numeric/big_integer.hpp"

namespace pliant::geometry {

namespace {

// All coordinates are integers, times one power of two. What is computed of them is a polynomial, and exact.

template <class Number>
struct Vector {
    Number x, y, z;

    friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector operator-(const Vector& a) { return {-a.x, -a.y, -a.z}; }
    friend Vector operator*(const Number& s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
    [[nodiscard]] bool is_zero() const { return x.sign() == 0 && y.sign() == 0 && z.sign() == 0; }
};

template <class Number>
Number dot(const Vector<Number>& a, const Vector<Number>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Number>
Vector<Number> cross(const Vector<Number>& a, const Vector<Number>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class Number>
Number whole(int value) {
    return Number::scaled_from(value, 0);
}

/// numerator / denominator, the latter positive.
template <class Number>
struct Fraction {
    Number numerator, denominator = whole<Number>(1);
};

template <class Number>
bool less(const Fraction<Number>& a, const Fraction<Number>& b) {
    return compare(a.numerator * b.denominator, b.numerator * a.denominator) < 0;
}

/// Where two features are nearest. `direction` is a positive multiple of the way from b to a; at distance zero it is
/// across both features, or zero.
template <class Number>
struct Nearest {
    Fraction<Number> squared;
    Vector<Number> direction;
    std::array<Fraction<Number>, 4> weights;
};

// ---- a point and an edge

/// Distance of a point and an edge (x, x + e) of positive length, w = point - x, in case the foot is between its ends.
template <class Number>
void at_foot(const Vector<Number>& w, const Vector<Number>& e, Nearest<Number>& out) {
    const Number length = dot(e, e), along = dot(w, e);
    out.squared = {dot(w, w) * length - along * along, length};
    out.direction = length * w - along * e;
}

template <class Number>
void at_points(const Vector<Number>& way, Nearest<Number>& out) {
    out.squared = {dot(way, way), whole<Number>(1)};
    out.direction = way;
}

/// Weights of the ends of an edge: at / length from the first.
template <class Number>
void set_weights(const Number& at, const Number& length, Fraction<Number>& first, Fraction<Number>& second) {
    first = {length - at, length};
    second = {at, length};
}

/// A place on an edge: at / length of it from its first end, clamped.
template <class Number>
struct EdgePlace {
    Number at, length;

    [[nodiscard]] bool inside() const { return at.sign() > 0 && compare(at, length) < 0; }
    void clamp() {
        if (at.sign() <= 0) at = Number();
        if (compare(at, length) > 0) at = length;
    }
    [[nodiscard]] bool at_end() const { return at.sign() != 0; }
};

// ---- a vertex and a triangle

/// Of a triangle without area: the nearest of its edges.
template <class Number>
Nearest<Number> to_flat_triangle(const std::array<Vector<Number>, 4>& x) {
    Nearest<Number> best;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = 1 + k, j = 1 + (k + 1) % 3;
        const Vector<Number> e = x[j] - x[i], w = x[0] - x[i];
        Nearest<Number> here;
        here.weights[0].numerator = whole<Number>(1);
        EdgePlace<Number> foot{dot(w, e), dot(e, e)};
        if (foot.length.sign() == 0) foot = {Number(), whole<Number>(1)};
        if (foot.inside()) {
            at_foot(w, e, here);
        } else {
            foot.clamp();
            at_points(foot.at_end() ? x[0] - x[j] : w, here);
        }
        set_weights(foot.at, foot.length, here.weights[i], here.weights[j]);
        if (k == 0 || less(here.squared, best.squared)) best = here;
    }
    return best;
}

/// By the region that holds the projection [Ericson2005, 5.1.5]; in exact arithmetic the regions have no gaps.
template <class Number>
Nearest<Number> vertex_triangle(const std::array<Vector<Number>, 4>& x) {
    const Vector<Number> ab = x[2] - x[1], ac = x[3] - x[1], ap = x[0] - x[1];
    const Vector<Number> n = cross(ab, ac);
    if (n.is_zero()) return to_flat_triangle(x);
    Nearest<Number> out;
    out.weights[0].numerator = whole<Number>(1);
    const auto at_corner = [&](std::size_t k) {
        at_points(x[0] - x[k], out);
        out.weights[k].numerator = whole<Number>(1);
    };
    const auto at_edge = [&](std::size_t i, std::size_t k) {
        const Vector<Number> w = x[0] - x[i], e = x[k] - x[i];
        at_foot(w, e, out);
        set_weights(dot(w, e), dot(e, e), out.weights[i], out.weights[k]);
    };
    const auto inside = [&](const Number& a, const Number& b, const Number& c) {
        const Number along = dot(n, ap), area = dot(n, n);
        out.squared = {along * along, area};
        out.direction = along.sign() < 0 ? -n : n;
        out.weights[1] = {a, area};
        out.weights[2] = {b, area};
        out.weights[3] = {c, area};
    };
    const auto choose = [&] {
        const Vector<Number> bp = x[0] - x[2], cp = x[0] - x[3];
        const Number d1 = dot(ab, ap), d2 = dot(ac, ap);
        if (d1.sign() <= 0 && d2.sign() <= 0) return at_corner(1);
        const Number d3 = dot(ab, bp), d4 = dot(ac, bp);
        if (d3.sign() >= 0 && compare(d4, d3) <= 0) return at_corner(2);
        const Number c = d1 * d4 - d3 * d2;
        if (c.sign() <= 0 && d1.sign() >= 0 && d3.sign() <= 0) return at_edge(1, 2);
        const Number d5 = dot(ab, cp), d6 = dot(ac, cp);
        if (d6.sign() >= 0 && compare(d5, d6) <= 0) return at_corner(3);
        const Number b = d5 * d2 - d1 * d6;
        if (b.sign() <= 0 && d2.sign() >= 0 && d6.sign() <= 0) return at_edge(1, 3);
        const Number a = d3 * d6 - d5 * d4;
        if (a.sign() <= 0 && compare(d4, d3) >= 0 && compare(d5, d6) >= 0) return at_edge(2, 3);
        inside(a, b, c);
    };
    choose();
    if (out.squared.numerator.sign() == 0) out.direction = n;
    return out;
}

// ---- two edges

/// The nearest places of two lines, clamped to the edges one after the other [Ericson2005, 5.1.9].
/// u, v: the edges, w: from the first end of b to that of a.
template <class Number>
struct EdgePlaces {
    EdgePlace<Number> on_a, on_b;

    EdgePlaces(const Vector<Number>& u, const Vector<Number>& v, const Vector<Number>& w) {
        const Number a = dot(u, u), b = dot(u, v), c = dot(u, w), e = dot(v, v), f = dot(v, w);
        const Number one = whole<Number>(1);
        if (a.sign() == 0 || e.sign() == 0) {
            on_a = a.sign() == 0 ? EdgePlace<Number>{Number(), one} : EdgePlace<Number>{-c, a};
            on_b = e.sign() == 0 ? EdgePlace<Number>{Number(), one} : EdgePlace<Number>{f, e};
            on_a.clamp();
            on_b.clamp();
            return;
        }
        const Number area = a * e - b * b;
        on_a = area.sign() == 0 ? EdgePlace<Number>{Number(), one} : EdgePlace<Number>{b * f - c * e, area};
        const bool inside = on_a.inside();
        on_a.clamp();
        on_b = inside ? EdgePlace<Number>{a * f - b * c, area} : EdgePlace<Number>{on_a.at_end() ? b + f : f, e};
        if (on_b.at.sign() >= 0 && compare(on_b.at, on_b.length) <= 0) return;
        on_b.clamp();
        on_a = {on_b.at_end() ? b - c : -c, a};
        on_a.clamp();
    }
};

template <class Number>
Nearest<Number> edge_edge(const std::array<Vector<Number>, 4>& x) {
    const Vector<Number> u = x[1] - x[0], v = x[3] - x[2], w = x[0] - x[2];
    const EdgePlaces<Number> places(u, v, w);
    const auto& [on_a, on_b] = places;
    const Vector<Number>&end_a = x[on_a.at_end() ? 1 : 0], &end_b = x[on_b.at_end() ? 3 : 2];
    const Vector<Number> n = cross(u, v);
    Nearest<Number> out;
    set_weights(on_a.at, on_a.length, out.weights[0], out.weights[1]);
    set_weights(on_b.at, on_b.length, out.weights[2], out.weights[3]);
    if (on_a.inside() && on_b.inside()) {
        const Number along = dot(n, w);
        out.squared = {along * along, dot(n, n)};
        out.direction = along.sign() < 0 ? -n : n;
    } else if (on_a.inside()) {
        at_foot(end_b - x[0], u, out);
        out.direction = -out.direction;
    } else if (on_b.inside()) {
        at_foot(end_a - x[2], v, out);
    } else {
        at_points(end_a - end_b, out);
    }
    if (out.squared.numerator.sign() == 0) out.direction = n;
    return out;
}

// ---- rounding

template <class Number>
double rounded(const Fraction<Number>& value) {
    const FarNumber n = value.numerator.rounded(), d = value.denominator.rounded();
    return n.mantissa == 0 ? 0 : std::ldexp(n.mantissa / d.mantissa, n.exponent - d.exponent);
}

/// The root of a fraction, times 2^exponent.
template <class Number>
double rounded_root(const Fraction<Number>& value, int exponent) {
    const FarNumber n = value.numerator.rounded(), d = value.denominator.rounded();
    if (n.mantissa == 0) return 0;
    const int shift = n.exponent - d.exponent, odd = shift & 1;
    return std::ldexp(std::sqrt(std::ldexp(n.mantissa / d.mantissa, odd)), (shift - odd) / 2 + exponent);
}

template <class Number>
Point unit_vector(const Vector<Number>& v) {
    const std::array<FarNumber, 3> parts{v.x.rounded(), v.y.rounded(), v.z.rounded()};
    int exponent = parts[0].exponent;
    for (const FarNumber& p : parts) {
        if (p.mantissa != 0) exponent = std::max(exponent, p.exponent);
    }
    Point out;
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        out[k] = std::ldexp(parts[k].mantissa, parts[k].exponent - exponent);
        square += out[k] * out[k];
    }
    if (square == 0) return {};
    const double length = std::sqrt(square);
    for (double& c : out) c /= length;
    return out;
}

// ---- any kind

struct BitRange {
    int lowest = 2000, highest = -2000;  // exponents of the lowest and the highest bit
    [[nodiscard]] int bits() const { return std::max(highest - lowest, 1); }

    void add(double value) {
        if (value == 0) return;
        lowest = std::min(lowest, lowest_bit_exponent(value));
        highest = std::max(highest, std::ilogb(value) + 1);
    }
};

template <class Number>
ExactDistance solve(FeatureKind kind, const FeaturePoints& points, const DistanceSum& most, int exponent) {
    const auto integer = [&](double value) { return Number::scaled_from(value, exponent); };
    std::array<Vector<Number>, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = {integer(points[i].x), integer(points[i].y), integer(points[i].z)};
    const Nearest<Number> nearest = kind == FeatureKind::vertex_triangle ? vertex_triangle(x) : edge_edge(x);
    const Number limit = integer(most[0]) + integer(most[1]) + integer(most[2]);
    ExactDistance out;
    out.within = compare(nearest.squared.numerator, nearest.squared.denominator * (limit * limit)) <= 0;
    out.near.distance = rounded_root(nearest.squared, exponent);
    out.near.normal = unit_vector(nearest.direction);
    for (std::size_t i = 0; i < 4; ++i) out.near.weights[i] = rounded(nearest.weights[i]);
    place_points(kind, points, out.near);
    return out;
}

}  // namespace

void place_points(FeatureKind kind, const FeaturePoints& points, FeatureDistance& near) {
    const std::size_t first = kind == FeatureKind::vertex_triangle ? 1 : 2;
    near.point_a = near.point_b = {};
    for (std::size_t i = 0; i < 4; ++i) {
        Point& sum = i < first ? near.point_a : near.point_b;
        for (std::size_t k = 0; k < 3; ++k) sum[k] += near.weights[i] * points[i][k];
    }
}

ExactDistance exact_distance(FeatureKind kind, const FeaturePoints& points, const DistanceSum& most) {
    BitRange range;
    for (const Vec3& p : points) {
        for (const double c : {p.x, p.y, p.z}) range.add(c);
    }
    for (const double d : most) range.add(d);
    const int exponent = range.lowest <= range.highest ? range.lowest : 0;
    // Polynomials of degree six in differences of coordinates, which have one bit more, and sums of a few of them.
    constexpr int sums = 16, few_bits = 704, most_bits = 12800;
    static_assert(6 * (2098 + 2) + sums <= most_bits);
    if (6 * (range.bits() + 2) + sums <= few_bits) return solve<WideInteger<few_bits>>(kind, points, most, exponent);
    return solve<WideInteger<most_bits>>(kind, points, most, exponent);
}

}  // namespace pliant::geometry
