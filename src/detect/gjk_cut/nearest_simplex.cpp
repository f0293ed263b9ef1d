#include "detect/gjk_cut/nearest_simplex.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace pliant::gjk_cut {

namespace {

using Corners = std::array<std::uint32_t, 4>;

/// An edge as long as this share of the longest, once it is made orthogonal to the others, does not count as an edge.
constexpr double flat = 1e-13;

/// Weights of the point of the affine hull nearest to the origin; nothing where the part is flat or the point outside.
/// Edges from the first corner are made orthogonal to each other, which keeps thin simplices accurate.
std::optional<std::array<double, 4>> weights_of(const Simplex& simplex, const Corners& corners, std::uint32_t count) {
    const Vec3 origin = simplex.difference[corners[0]];
    std::array<Vec3, 3> edge, axis;
    std::array<double, 3> along{};
    double mix[3][3] = {};  // edge i = sum of mix[i][j] * axis j
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
        edge[i] = axis[i] = simplex.difference[corners[i + 1]] - origin;
        for (int pass = 0; pass < 2; ++pass) {  // twice is enough
            for (std::uint32_t j = 0; j < i; ++j) {
                const double share = dot(axis[i], axis[j]) / dot(axis[j], axis[j]);
                mix[i][j] += share;
                axis[i] = axis[i] - share * axis[j];
            }
        }
        mix[i][i] = 1;
        if (!(dot(axis[i], axis[i]) > flat * flat * dot(edge[i], edge[i]))) return std::nullopt;
        along[i] = -dot(origin, axis[i]) / dot(axis[i], axis[i]);
    }
    std::array<double, 4> weight{1, 0, 0, 0};
    for (std::uint32_t i = count - 1; i-- > 0;) {
        double value = along[i];
        for (std::uint32_t k = i + 1; k + 1 < count; ++k) value -= mix[k][i] * weight[k + 1];
        weight[i + 1] = value;
        weight[0] -= value;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!(weight[i] >= 0)) return std::nullopt;
    }
    return weight;
}

}  // namespace

void Simplex::add(const Vec3& of_a, const Vec3& of_b) {
    a[size] = of_a;
    b[size] = of_b;
    difference[size++] = of_a - of_b;
}

bool Simplex::has(const Vec3& of_a, const Vec3& of_b) const {
    for (std::uint32_t i = 0; i < size; ++i) {
        if (a[i] == of_a && b[i] == of_b) return true;
    }
    return false;
}

Nearest reduce_to_nearest(Simplex& simplex) {
    Nearest best;
    Corners best_corners{};
    std::uint32_t best_count = 0;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned part = 1; part < 1u << simplex.size; ++part) {
        Corners corners{};
        std::uint32_t count = 0;
        for (unsigned bits = part; bits != 0; bits &= bits - 1) {
            corners[count++] = static_cast<std::uint32_t>(std::countr_zero(bits));
        }
        const auto weight = weights_of(simplex, corners, count);
        if (!weight) continue;
        Vec3 point;
        for (std::uint32_t i = 0; i < count; ++i) point = point + (*weight)[i] * simplex.difference[corners[i]];
        const double square = dot(point, point);
        if (!(square < least)) continue;
        least = square;
        best = {*weight, point};
        best_corners = corners;
        best_count = count;
    }
    Simplex kept;
    for (std::uint32_t i = 0; i < best_count; ++i) kept.add(simplex.a[best_corners[i]], simplex.b[best_corners[i]]);
    simplex = kept;
    return best;
}

}  // namespace pliant::gjk_cut
