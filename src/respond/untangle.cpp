#include "respond/untangle.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/vec.hpp"
#include "respond/push_parts.hpp"

namespace pliant::respond {

namespace {

constexpr double gentle = 0.1;  // shorter gradients shorten the motion in proportion; longer ones are normalised
constexpr double share_of_length = 0.2, least_step = 0.05;  // of a short curve; of `reach`
constexpr double steepest = 0.2;  // lower bound on the cosine of edge and normal: caps motions at grazing angles

Vec3 unit(const Vec3& v) {
    const double size = std::sqrt(dot(v, v));
    return size > 0 ? (1 / size) * v : Vec3{};
}

Vec3 place(const SurfaceBody& body, std::uint32_t vertex, std::span<const Point> positions) {
    return body.obstacle() ? body.before[vertex] : positions[body.solver.first + vertex];
}

}  // namespace

void Untangling::mark(const Curves& curves, const Curve& curve, std::span<const std::span<const Triangle>> triangles) {
    const auto mark_triangle = [&](const TriangleRef& t) {
        for (const std::uint32_t v : triangles[std::size_t(t.body)][t.triangle]) tangled_[std::size_t(t.body)][v] = 1;
    };
    for (std::uint32_t k = curve.first; k < curve.first + curve.count; ++k) {
        mark_triangle(curves.segments[k].a);
        mark_triangle(curves.segments[k].b);
    }
    for (const CurveSide& side : curve.sides)
        for (std::uint32_t k = side.first; k < side.first + side.count; ++k) mark_triangle(curves.enclosed[k]);
}

/// Gradient of the length of the curve with respect to its points.
void Untangling::slopes_of(const Curves& curves, const Curve& curve) {
    for (std::uint32_t k = curve.first; k < curve.first + curve.count; ++k)
        for (const std::uint32_t point : curves.segments[k].points) lengths_[point] = curve.length;
    for (std::uint32_t k = curve.first; k < curve.first + curve.count; ++k) {
        const auto [from, to] = curves.segments[k].points;
        const Vec3 along = unit(Vec3(curves.points[to].position) - Vec3(curves.points[from].position));
        add_weighted(slopes_[to], 1, {along.x, along.y, along.z});
        add_weighted(slopes_[from], -1, {along.x, along.y, along.z});
    }
}

void Untangling::lead(const CurvePoint& point, const Point& slope, std::span<const SurfaceBody> bodies,
                      std::span<const std::span<const Triangle>> triangles, std::span<const Point> positions,
                      std::span<const double> inverse_masses, double reach) {
    if (point.edge[0] == point.edge[1]) return;
    const SurfaceBody &a = bodies[std::size_t(point.edge_body)], &b = bodies[std::size_t(point.triangle.body)];
    const Triangle& t = triangles[std::size_t(point.triangle.body)][point.triangle.triangle];
    const Vec3 corner = place(b, t[0], positions);
    const Vec3 normal = unit(cross(place(b, t[1], positions) - corner, place(b, t[2], positions) - corner));
    const Vec3 edge = unit(place(a, point.edge[1], positions) - place(a, point.edge[0], positions));
    const double cosine = dot(normal, edge), steep = std::copysign(std::max(std::abs(cosine), steepest), cosine);
    const Vec3 g(slope), way = -1.0 * (g - (2 * dot(edge, g) / steep) * normal);
    const double size = std::sqrt(dot(way, way));
    if (!(size > 0)) return;
    Push parts;  // edge against triangle
    take(parts, a, point.edge[0], 1 - point.along);
    take(parts, a, point.edge[1], point.along);
    for (std::size_t k = 0; k < 3; ++k) take(parts, b, t[k], -point.barycentric[k]);
    double mobility = 0;
    for (std::uint32_t k = 0; k < parts.count; ++k)
        mobility += parts.weights[k] * parts.weights[k] * inverse_masses[parts.vertices[k]];
    if (!(mobility > 0)) return;
    for (std::uint32_t k = 0; k < parts.count; ++k) {
        const std::uint32_t v = parts.vertices[k];
        const double share = parts.weights[k] * inverse_masses[v] / mobility;
        const double weight = std::abs(share), step = share * reach / std::sqrt(size * size + gentle * gentle);
        add_weighted(sums_[v].way, weight * step, {way.x, way.y, way.z});
        sums_[v].weight += weight;
    }
}

std::size_t Untangling::find(const Curves& curves, std::span<const SurfaceBody> bodies,
                             std::span<const std::span<const Triangle>> triangles, std::span<const Point> positions,
                             std::span<const double> inverse_masses, double reach) {
    tangled_.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
        tangled_[i].assign(bodies[i].obstacle() ? bodies[i].before.size() : bodies[i].solver.count, 0);
    slopes_.assign(curves.points.size(), {});
    lengths_.assign(curves.points.size(), 0);
    sums_.assign(positions.size(), {});
    motions_.clear();
    std::size_t count = 0;
    for (const Curve& curve : curves) {
        if (!bodies[std::size_t(curve.a)].cloth && !bodies[std::size_t(curve.b)].cloth) continue;
        ++count;
        mark(curves, curve, triangles);
        slopes_of(curves, curve);
    }
    for (std::size_t k = 0; k < curves.points.size(); ++k)
        lead(curves.points[k], slopes_[k], bodies, triangles, positions, inverse_masses,
             std::clamp(share_of_length * lengths_[k], least_step * reach, reach));
    for (std::uint32_t v = 0; v < sums_.size(); ++v) {
        if (!(sums_[v].weight > 0)) continue;
        Motion& motion = motions_.emplace_back();
        motion.vertex = v;
        add_weighted(motion.way, 1 / sums_[v].weight, sums_[v].way);
    }
    return count;
}

}  // namespace pliant::respond
