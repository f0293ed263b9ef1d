// Where the edges of triangles go through other triangles: which of them, by exact signs, and where, rounded.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "depth_layers/fragment.hpp"
#include "numeric/orientation.hpp"

namespace pliant::depth_layers {

/// Largest difference of coordinates.
inline double length_of(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// Where the edges of one triangle go through another.
struct EdgeCrossings {
    struct Place {
        std::size_t edge;  // from this corner to the next
        int turn;          // +1 where it comes in through the front
    };
    std::array<Place, 3> places{};
    int count = 0;
    bool known = true;
};

/// `side` tells where the corners of `t` lie seen from `other`.
inline EdgeCrossings edges_through(const Corners& t, const std::array<int, 3>& side, const Corners& other) {
    EdgeCrossings found;
    for (std::size_t e = 0; e < 3; ++e) {
        const std::size_t next = (e + 1) % 3;
        if (side[e] == side[next]) continue;
        const int a = orient3d(t[e], t[next], other[0], other[1]), b = orient3d(t[e], t[next], other[1], other[2]),
                  c = orient3d(t[e], t[next], other[2], other[0]);
        if (a * b < 0 || b * c < 0 || a * c < 0) continue;
        if (a == 0 || b == 0 || c == 0) {
            found.known = false;
            return found;
        }
        found.places[static_cast<std::size_t>(found.count++)] = {e, side[e] > 0 ? 1 : -1};
    }
    return found;
}

/// Signs of orient3d, most of them without it: of a dot product beyond what its terms may have been rounded by.
inline std::array<int, 3> sides_of(const Corners& plane, const Corners& t) {
    const Vec3 u = plane[1] - plane[0], v = plane[2] - plane[0];
    const Vec3 normal = cross(u, v);
    const Vec3 terms{std::abs(u.y * v.z) + std::abs(u.z * v.y), std::abs(u.z * v.x) + std::abs(u.x * v.z),
                     std::abs(u.x * v.y) + std::abs(u.y * v.x)};
    std::array<int, 3> side{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 d = t[k] - plane[0];
        const double value = dot(normal, d);
        const double rounding = 0x1p-48 * (terms.x * std::abs(d.x) + terms.y * std::abs(d.y) + terms.z * std::abs(d.z));
        const bool certain = std::abs(value) > rounding + 1e-280 && std::abs(value) < 1e280;
        side[k] = certain ? (value > 0 ? 1 : -1) : orient3d(plane[0], plane[1], plane[2], t[k]);
    }
    return side;
}

inline bool all_on_one_side(const std::array<int, 3>& side) {
    return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}

/// A rounded place, and how far it may be from the true one.
struct RoundedPlace {
    Vec3 at;
    double error;
};

/// Where the edge from p to q goes through the plane of a triangle; no two of their corners are farther apart than
/// `size`.
inline RoundedPlace through_plane(const Vec3& p, const Vec3& q, const Corners& plane, double size, double slack) {
    const Vec3 normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
    const double from = std::abs(dot(normal, p - plane[0])), to = std::abs(dot(normal, q - plane[0]));
    // Coordinates are rounded to slack / 512, the normal to less than 8 * size times that, and the product to 24 *
    // size^2.
    const double rounding = slack * size * size;
    const double along = from + to > 0 ? from / (from + to) : 0.5;
    const double unknown = from + to > 2 * rounding ? 2 * rounding / (from + to) : 1;
    return {p + along * (q - p), unknown * length_of(q - p) + 4 * slack};
}

}  // namespace pliant::depth_layers
