// Where the edges of triangles go through other triangles: which of them, by exact signs, and where, rounded.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "numeric/orientation.hpp"
#include "surfaces/polygon.hpp"

namespace pliant::surface_overlap {

using surfaces::Corners;

/// Largest difference of coordinates.
inline double length_of(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// Largest difference of coordinates between two corners.
inline double width_of(const Corners& t) {
    return std::max({length_of(t[1] - t[0]), length_of(t[2] - t[1]), length_of(t[0] - t[2])});
}

inline double farthest_depth(const Corners& t) {
    return std::max({std::abs(t[0].z), std::abs(t[1].z), std::abs(t[2].z)});
}

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

/// Orientations of pairs of edges, one of each triangle, each computed at most once.
class EdgeSigns {
public:
    EdgeSigns(const Corners& first, const Corners& second) : corners_{&first, &second} {
        for (auto& row : signs_) row.fill(unknown);
    }
    /// `side` tells where the corners of one lie seen from the other.
    EdgeCrossings through_second(const std::array<int, 3>& side) {
        return through(side, [&](std::size_t e, std::size_t f) { return sign(e, f); });
    }
    EdgeCrossings through_first(const std::array<int, 3>& side) {
        return through(side, [&](std::size_t f, std::size_t e) { return sign(e, f); });
    }

private:
    static constexpr std::int8_t unknown = 2;

    /// Of an edge of the first and one of the second: the same seen from either.
    int sign(std::size_t e, std::size_t f) {
        std::int8_t& known = signs_[e][f];
        const Corners &a = *corners_[0], &b = *corners_[1];
        if (known == unknown) known = static_cast<std::int8_t>(orient3d(a[e], a[(e + 1) % 3], b[f], b[(f + 1) % 3]));
        return known;
    }

    template <class Sign>
    static EdgeCrossings through(const std::array<int, 3>& side, const Sign& sign_of) {
        EdgeCrossings found;
        for (std::size_t e = 0; e < 3; ++e) {
            if (side[e] == side[(e + 1) % 3]) continue;
            const int a = sign_of(e, 0), b = sign_of(e, 1);
            if (a * b < 0) continue;
            const int c = sign_of(e, 2);
            if (b * c < 0 || a * c < 0) continue;
            if (a == 0 || b == 0 || c == 0) {
                found.known = false;
                return found;
            }
            found.places[static_cast<std::size_t>(found.count++)] = {e, side[e] > 0 ? 1 : -1};
        }
        return found;
    }

    std::array<const Corners*, 2> corners_;
    std::array<std::array<std::int8_t, 3>, 3> signs_;
};

/// The plane of a triangle, for many points: a normal, and the magnitudes of the terms that it was rounded from.
struct Plane {
    Corners corners;
    Vec3 normal, terms;

    explicit Plane(const Corners& t) : corners(t) {
        const Vec3 u = t[1] - t[0], v = t[2] - t[0];
        normal = cross(u, v);
        terms = {std::abs(u.y * v.z) + std::abs(u.z * v.y), std::abs(u.z * v.x) + std::abs(u.x * v.z),
                 std::abs(u.x * v.y) + std::abs(u.y * v.x)};
    }
};

/// Signs of orient3d. Filter: a dot product beyond its rounding error needs no exact arithmetic.
inline std::array<int, 3> sides_of(const Plane& plane, const Corners& t) {
    std::array<int, 3> side{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 d = t[k] - plane.corners[0];
        const double value = dot(plane.normal, d);
        const Vec3& terms = plane.terms;
        const double rounding = 0x1p-48 * (terms.x * std::abs(d.x) + terms.y * std::abs(d.y) + terms.z * std::abs(d.z));
        const bool certain = std::abs(value) > rounding + 1e-280 && std::abs(value) < 1e280;
        side[k] = certain ? (value > 0 ? 1 : -1) : orient3d(plane.corners[0], plane.corners[1], plane.corners[2], t[k]);
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

}  // namespace pliant::surface_overlap
