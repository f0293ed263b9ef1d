#include "narrow_phase/exact_test.hpp"

#include <utility>

#include "geometry/triangle_pair.hpp"

namespace pliant::narrow_phase {

namespace {

geometry::TriangleCorners corners_of(const frame::Bodies& bodies, const Triangle& t) {
    return {bodies.position(t[0]), bodies.position(t[1]), bodies.position(t[2])};
}

}  // namespace

SharedCorners shared_corners(Triangle a, Triangle b) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = count; j < 3; ++j) {
            if (a[i] != b[j]) continue;
            std::swap(b[j], b[count]);
            std::swap(a[i], a[count]);
            ++count;
            break;
        }
    }
    return {a, b, count};
}

std::optional<PairKind> meet(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b) {
    const SharedCorners s = shared_corners(bodies.triangles()[a], bodies.triangles()[b]);
    const auto points_a = corners_of(bodies, s.a), points_b = corners_of(bodies, s.b);
    switch (s.count) {
        case 0: return geometry::meet(points_a, points_b);
        case 1: return geometry::meet_beyond_vertex(points_a, points_b);
        case 2: return geometry::meet_beyond_edge(points_a, points_b);
        default: return PairKind::fold;
    }
}

}  // namespace pliant::narrow_phase
