#include "detect/spatial_hash/nearest_surface.hpp"
#include "numeric/box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::spatial_hash {

namespace {

// Relative to the size of the body. Nearer than this, the difference of two points is mostly rounding error.
constexpr double too_near = 1e-10;

/// The point of a triangle nearest to p, by the regions of [Ericson2005, 5.1.5].
Vec3 nearest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
                 d6 = dot(ac, cp);
    if (d1 <= 0 && d2 <= 0) return a;
    if (d3 >= 0 && d4 <= d3) return b;
    if (d6 >= 0 && d5 <= d6) return c;
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + (d1 / (d1 - d3)) * ab;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + (d2 / (d2 - d6)) * ac;
    if (va <= 0 && d4 >= d3 && d5 >= d6) return b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
    const double sum = va + vb + vc;
    return a + (vb / sum) * ab + (vc / sum) * ac;
}

FloatBox box_around(const Vec3& a, const Vec3& b, const Vec3& c) {
    FloatBox box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [lo, hi] = std::minmax({a[axis], b[axis], c[axis]});
        box.lo[axis] = lower_float(lo);
        box.hi[axis] = upper_float(hi);
    }
    return box;
}

}  // namespace

void NearestSurface::build(const TetrahedronWalk& walk, const frame::Tetrahedra& tetrahedra,
                           std::span<const std::uint8_t> parts) {
    faces_.clear();
    body_.clear();
    boxes_.clear();
    for (std::uint32_t i = 0; i < walk.boundary().size(); ++i) {
        const TetrahedronWalk::BoundaryFace& face = walk.boundary()[i];
        if (parts[walk.part(face.tetrahedron)] == 0) continue;
        const std::uint32_t body = tetrahedra.body_index(face.tetrahedron);
        const Triangle t = walk.vertices(face);
        faces_.push_back(i);
        body_.push_back(body);
        boxes_.push_back(box_around(walk.position(body, t[0]), walk.position(body, t[1]), walk.position(body, t[2])));
    }
    grid_.build(boxes_);
}

std::optional<NearestSurface::NearestPoint> NearestSurface::find(const TetrahedronWalk& walk, std::uint32_t tetrahedron,
                                                                 std::uint32_t body, const Vec3& point) const {
    const auto corners = walk.corners(tetrahedron);
    double best = std::numeric_limits<double>::infinity(), reach = length(corners[1] - corners[0]);
    std::optional<NearestPoint> nearest;
    for (int i = 0; i < 200 && !(best <= reach) && std::isfinite(reach); ++i, reach *= 2) {
        const Vec3 corner{reach, reach, reach};
        grid_.each_overlapping(box_around(point - corner, point, point + corner), [&](std::uint32_t f) {
            const TetrahedronWalk::BoundaryFace& face = walk.boundary()[faces_[f]];
            if (body_[f] != body || walk.part(face.tetrahedron) != walk.part(tetrahedron)) return;
            const Triangle t = walk.vertices(face);
            const Vec3 near =
                nearest_point(point, walk.position(body, t[0]), walk.position(body, t[1]), walk.position(body, t[2]));
            const double distance = length(near - point);
            if (!(distance < best)) return;
            const Vec3 out = distance > too_near ? unit(near - point) : walk.normal_at(face, near);
            if (out == Vec3{}) return;  // a face without area
            best = distance;
            nearest = NearestPoint{distance, out};
        });
    }
    return nearest;
}

}  // namespace pliant::spatial_hash
