#include "deform/cloth_elements.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::deform {

namespace {

double length(const Vec3& v) { return std::sqrt(dot(v, v)); }

/// A direction in the plane of unit normal n, as near to `warp` as can be; else along the edge.
Vec3 warp_within(const Vec3& n, const Vec3& warp, const Vec3& edge) {
    const Vec3 laid = warp - dot(warp, n) * n;
    const double size = length(laid);
    return size > 1e-3 * length(warp) ? (1 / size) * laid : (1 / length(edge)) * edge;
}

/// Gradients of a constraint; that of the first corner is minus their sum.
struct Slope {
    Vec3 g1, g2;
};

double mobility(const Membrane& m, std::span<const double> inverse_masses, const Slope& slope) {
    const Vec3 g0 = slope.g1 + slope.g2;
    return inverse_masses[m.vertices[0]] * dot(g0, g0) + inverse_masses[m.vertices[1]] * dot(slope.g1, slope.g1) +
           inverse_masses[m.vertices[2]] * dot(slope.g2, slope.g2);
}

void move(const Membrane& m, std::span<Vec3> vertices, std::span<const double> inverse_masses, const Slope& slope,
          double push) {
    const auto& [a, b, c] = m.vertices;
    vertices[a] = vertices[a] - (push * inverse_masses[a]) * (slope.g1 + slope.g2);
    vertices[b] = vertices[b] + (push * inverse_masses[b]) * slope.g1;
    vertices[c] = vertices[c] + (push * inverse_masses[c]) * slope.g2;
}

void brake(const Membrane& m, const DampedState& s, double stiffness, const Slope& slope) {
    const double gives = mobility(m, s.inverse_masses, slope);
    if (!(gives > 0)) return;
    const Vec3 first = s.velocities[m.vertices[0]];
    const double rate =
        dot(slope.g1, s.velocities[m.vertices[1]] - first) + dot(slope.g2, s.velocities[m.vertices[2]] - first);
    move(m, s.velocities, s.inverse_masses, slope, -rate / (gives + 1 / (m.damping * stiffness * s.seconds)));
}

Slope slope_along(const Vec3& direction, double i1, double i2) {
    const double size = length(direction);
    const Vec3 n = size > 0 ? (1 / size) * direction : Vec3{};
    return {i1 * n, i2 * n};
}

Slope slope_of_shear(const Membrane& m, const Threads& to) {
    return {m.inverse[0] * to.weft + m.inverse[2] * to.warp, m.inverse[1] * to.weft + m.inverse[3] * to.warp};
}

/// Cotangent of the angle between two edges, of which this is the cross product's length.
double cotangent(const Vec3& u, const Vec3& v) { return dot(u, v) / length(cross(u, v)); }

template <class Positions>
Vec3 curvature(const Hinge& h, const Positions& positions) {
    Vec3 sum;
    for (std::size_t k = 0; k < 4; ++k) sum = sum + h.weights[k] * Vec3(positions[h.vertices[k]]);
    return sum;
}

/// Projects a constraint on a weighted sum of vertices, softened by its compliance.
void move(const Hinge& h, std::span<Vec3> vertices, std::span<const double> inverse_masses, const Vec3& sum,
          double compliance) {
    double mobility = 0;
    for (std::size_t k = 0; k < 4; ++k) mobility += inverse_masses[h.vertices[k]] * h.weights[k] * h.weights[k];
    if (!(mobility > 0)) return;
    const Vec3 push = (-1 / (mobility + compliance)) * sum;
    for (std::size_t k = 0; k < 4; ++k) {
        const std::uint32_t v = h.vertices[k];
        vertices[v] = vertices[v] + (inverse_masses[v] * h.weights[k]) * push;
    }
}

/// [Bergou2006, 4]. Departure: by 1 / (A0 + A1), which gives cylinders of regular grids their energy.
Hinge make_hinge(const std::array<std::uint32_t, 4>& vertices, std::span<const Point> rest,
                 const ClothMaterial& material) {
    const Vec3 x0 = rest[vertices[0]], x1 = rest[vertices[1]], x2 = rest[vertices[2]], x3 = rest[vertices[3]];
    const Vec3 edge = x1 - x0;
    const double c01 = cotangent(edge, x2 - x0), c02 = cotangent(edge, x3 - x0);
    const double c03 = cotangent(-1.0 * edge, x2 - x1), c04 = cotangent(-1.0 * edge, x3 - x1);
    Hinge hinge;
    hinge.vertices = vertices;
    hinge.weights = {c03 + c04, c01 + c02, -c01 - c03, -c02 - c04};
    const double areas = 0.5 * (length(cross(edge, x2 - x0)) + length(cross(edge, x3 - x0)));
    hinge.stiffness = material.bending / areas;
    hinge.rest = length(curvature(hinge, rest));
    if (hinge.rest < 1e-9 * length(edge)) hinge.rest = 0;
    hinge.damping = material.damping;
    return hinge;
}

/// An edge of a triangle, ascending, and the corner across.
struct Side {
    std::uint32_t a = 0, b = 0, across = 0;
};

}  // namespace

Threads threads(const Membrane& m, std::span<const Point> positions) {
    const Vec3 origin = positions[m.vertices[0]];
    const Vec3 e1 = Vec3(positions[m.vertices[1]]) - origin, e2 = Vec3(positions[m.vertices[2]]) - origin;
    return {m.inverse[0] * e1 + m.inverse[1] * e2, m.inverse[2] * e1 + m.inverse[3] * e2};
}

bool make_membrane(const Triangle& t, std::span<const Point> rest, const ClothMaterial& material, Membrane& out) {
    const Vec3 a = rest[t[0]], e1 = Vec3(rest[t[1]]) - a, e2 = Vec3(rest[t[2]]) - a;
    const Vec3 normal = cross(e1, e2);
    const double twice = length(normal);
    if (!(twice > 0) || !std::isfinite(1 / twice)) return false;
    const Vec3 n = (1 / twice) * normal, u = warp_within(n, Vec3(material.warp), e1), v = cross(n, u);
    const double u1 = dot(u, e1), u2 = dot(u, e2), v1 = dot(v, e1), v2 = dot(v, e2);
    const double f = 1 / (u1 * v2 - u2 * v1);
    out.vertices = t;
    out.inverse = {f * v2, -f * v1, -f * u2, f * u1};
    out.stretch = 0.5 * twice * material.stretch;
    out.shear = 0.5 * twice * material.shear;
    out.damping = material.damping;
    return true;
}

void make_hinges(std::span<const Triangle> triangles, std::span<const Point> rest, const ClothMaterial& material,
                 std::vector<Hinge>& out) {
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (const Triangle& t : triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t p = t[k], q = t[(k + 1) % 3];
            sides.push_back({std::min(p, q), std::max(p, q), t[(k + 2) % 3]});
        }
    }
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side& p, const Side& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t end = i + 1;
        while (end < sides.size() && sides[end].a == sides[i].a && sides[end].b == sides[i].b) ++end;
        if (end == i + 2)
            out.push_back(make_hinge({sides[i].a, sides[i].b, sides[i].across, sides[i + 1].across}, rest, material));
        i = end;
    }
}

void damp(const Membrane& m, const DampedState& s) {
    if (m.damping == 0) return;
    const Threads both = threads(m, s.positions);
    brake(m, s, m.stretch, slope_along(both.warp, m.inverse[0], m.inverse[1]));
    brake(m, s, m.stretch, slope_along(both.weft, m.inverse[2], m.inverse[3]));
    if (m.shear > 0) brake(m, s, m.shear, slope_of_shear(m, both));
}

void damp(const Hinge& h, const DampedState& s) {
    if (h.stiffness == 0 || h.damping == 0) return;
    Vec3 rate = curvature(h, s.velocities);
    if (h.rest > 0) {
        const Vec3 sum = curvature(h, s.positions);
        const double square = dot(sum, sum);
        rate = square > 0 ? (dot(rate, sum) / square) * sum : Vec3{};
    }
    move(h, s.velocities, s.inverse_masses, rate, 1 / (h.damping * h.stiffness * s.seconds));
}

double elastic_energy(const Membrane& m, std::span<const Point> positions) {
    const auto [warp, weft] = threads(m, positions);
    const double u = length(warp) - 1, v = length(weft) - 1, shear = dot(warp, weft);
    return 0.5 * (m.stretch * (u * u + v * v) + m.shear * shear * shear);
}

double elastic_energy(const Hinge& h, std::span<const Point> positions) {
    const double off = length(curvature(h, positions)) - h.rest;
    return 0.5 * h.stiffness * off * off;
}

}  // namespace pliant::deform
