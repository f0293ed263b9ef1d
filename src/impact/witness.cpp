#include "impact/witness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "impact/certain_bounds.hpp"
#include "numeric/vec.hpp"

namespace pliant::impact {

namespace {

struct Vectors {
    Vec3 u, v, w;      // see motion.hpp; the greatest component is about 1
    int exponent = 0;  // they are 2^exponent times as long in truth
};

Vec3 between(const Point& a, const Point& b, double t) {
    return {(1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1], (1 - t) * a[2] + t * b[2]};
}

/// Halved first: a difference of the largest doubles overflows.
Vec3 half_difference(const Point& a, const Point& b) { return 0.5 * Vec3(a) - 0.5 * Vec3(b); }

Vectors vectors_at(FeatureKind kind, const FourPoints& start, const FourPoints& end, double time) {
    const auto ends = vectors_of(kind);
    std::array<Vec3, 3> at;
    double size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 first = half_difference(start[ends[i].to], start[ends[i].from]);
        const Vec3 last = half_difference(end[ends[i].to], end[ends[i].from]);
        at[i] = (1 - time) * first + time * last;
        size = std::max(size, greatest_component(at[i]));
    }
    if (size == 0) return {at[0], at[1], at[2], 0};
    // By a power of two, which rounds nothing. Twice, as one factor may be out of range.
    const int exponent = -std::ilogb(size);
    const double scale = std::ldexp(1.0, exponent / 2), rest = std::ldexp(1.0, exponent - exponent / 2);
    for (Vec3& p : at) p = rest * (scale * p);
    return {at[0], at[1], at[2], 1 - exponent};
}

double clamped(double x) { return x > 0 ? std::min(x, 1.0) : 0; }  // 0 of NaN

/// Of the segment from 0 to `edge`: the part of it at which it comes nearest to p.
double nearest_part(const Vec3& p, const Vec3& edge) { return clamped(dot(p, edge) / dot(edge, edge)); }

double square_distance(const Vec3& a, const Vec3& b) { return dot(a - b, a - b); }

struct Weights {
    double beta = 0, gamma = 0, square_distance = std::numeric_limits<double>::infinity();
};

void take_nearer(Weights& best, double beta, double gamma, double square_distance) {
    if (square_distance < best.square_distance) best = {beta, gamma, square_distance};
}

/// On the nearest of the three edges of a triangle.
Weights on_triangle_edges(const Vectors& x) {
    Weights best;
    const double along_u = nearest_part(x.w, x.u), along_v = nearest_part(x.w, x.v);
    const double opposite = nearest_part(x.w - x.u, x.v - x.u);
    take_nearer(best, along_u, 0, square_distance(along_u * x.u, x.w));
    take_nearer(best, 0, along_v, square_distance(along_v * x.v, x.w));
    take_nearer(best, 1 - opposite, opposite, square_distance((1 - opposite) * x.u + opposite * x.v, x.w));
    return best;
}

/// An end of the one edge and the point of the other next to it, wherever that is nearest. `gamma` is the part of the
/// second edge.
Weights at_edge_ends(const Vectors& x) {
    Weights best;
    for (const double beta : {0.0, 1.0}) {
        const Vec3 end = beta * x.u - x.w;
        const double gamma = nearest_part(end, x.v);
        take_nearer(best, beta, gamma, square_distance(end, gamma * x.v));
    }
    for (const double gamma : {0.0, 1.0}) {
        const Vec3 end = x.w + gamma * x.v;
        const double beta = nearest_part(end, x.u);
        take_nearer(best, beta, gamma, square_distance(end, beta * x.u));
    }
    return best;
}

/// Whether u and v are so nearly parallel that n is mostly rounding.
bool flat(const Vectors& x, double square) { return !(square > flat_square * dot(x.u, x.u) * dot(x.v, x.v)); }

/// Where the features are nearest: between their insides, or at their borders.
Weights weights_of(FeatureKind kind, const Vectors& x, const Vec3& n) {
    const double square = dot(n, n);
    const bool triangle = kind == FeatureKind::vertex_triangle;
    const double beta = dot(n, cross(x.w, x.v)) / square;
    const double gamma = dot(n, triangle ? cross(x.u, x.w) : cross(x.w, x.u)) / square;
    const bool inside = beta >= 0 && gamma >= 0 && (triangle ? beta + gamma <= 1 : beta <= 1 && gamma <= 1);
    if (inside && !flat(x, square)) return {beta, gamma, 0};
    return triangle ? on_triangle_edges(x) : at_edge_ends(x);
}

Point normal_of(const Vectors& x, const Vec3& n, int side) {
    const double length = std::sqrt(dot(n, n));
    if (side == 0 || flat(x, length * length)) return {};
    // Of needles n . n may be denormal; scaled by a power of two, which rounds nothing, it is not.
    const Vec3 scaled = std::ldexp(1.0, -std::ilogb(greatest_component(n))) * n;
    const double scale = side / std::sqrt(dot(scaled, scaled));
    return {scale * scaled.x, scale * scaled.y, scale * scaled.z};
}

}  // namespace

NearestWay nearest_way(FeatureKind kind, const FourPoints& start, const FourPoints& end, double time) {
    const Vectors x = vectors_at(kind, start, end, time);
    const auto [beta, gamma, unused] = weights_of(kind, x, cross(x.u, x.v));
    const Vec3 way =
        kind == FeatureKind::vertex_triangle ? x.w - (beta * x.u + gamma * x.v) : beta * x.u - (x.w + gamma * x.v);
    return {way, std::ldexp(std::sqrt(dot(way, way)), x.exponent)};
}

Impact witness(FeatureKind kind, const FourPoints& start, const FourPoints& end, const std::array<double, 2>& time,
               int side) {
    const double t = time[0] + 0.5 * (time[1] - time[0]);
    const Vectors x = vectors_at(kind, start, end, t);
    const Vec3 n = cross(x.u, x.v);
    const Weights at = weights_of(kind, x, n);
    Impact out;
    out.time = time;
    Vec3 point;
    if (kind == FeatureKind::vertex_triangle) {
        out.weights = {1, 1 - at.beta - at.gamma, at.beta, at.gamma};
        out.weights[1] = std::max(out.weights[1], 0.0);
        out.normal = normal_of(x, n, side);
        point = between(start[0], end[0], t);
    } else {
        out.weights = {1 - at.beta, at.beta, 1 - at.gamma, at.gamma};
        out.normal = normal_of(x, n, -side);  // w points from the first edge to the second
        point = (1 - at.beta) * between(start[0], end[0], t) + at.beta * between(start[1], end[1], t);
    }
    out.point = {point.x, point.y, point.z};
    return out;
}

}  // namespace pliant::impact
