// The point of a small simplex that is nearest to the origin.
#pragma once

#include <array>
#include <cstdint>

#include "numeric/vec.hpp"

namespace pliant::gjk_cut {

/// Differences of points of two bodies, up to four, and the points.
struct Simplex {
    std::uint32_t size = 0;
    std::array<Vec3, 4> a, b, difference;

    void add(const Vec3& of_a, const Vec3& of_b);
    [[nodiscard]] bool has(const Vec3& of_a, const Vec3& of_b) const;
};

/// A point as a mixture of a simplex' differences.
struct Nearest {
    std::array<double, 4> weight{};
    Vec3 point;
};

/// Reduces the simplex to the smallest face that holds the point nearest to the origin. Tries all faces, fifteen at
/// most, so that no case is left out; a degenerate face is represented by its own faces.
Nearest reduce_to_nearest(Simplex& simplex);

}  // namespace pliant::gjk_cut
