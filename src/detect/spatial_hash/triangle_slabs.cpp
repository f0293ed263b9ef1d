#include "detect/spatial_hash/triangle_slabs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::spatial_hash {

namespace {

std::size_t longest_side(const CellRange& range) {
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        if (range.last[axis] - range.first[axis] > range.last[longest] - range.first[longest]) longest = axis;
    }
    return longest;
}

}  // namespace

TriangleSlabs::TriangleSlabs(const geometry::TriangleCorners& corners, double magnitude, const CellRange& whole,
                             float inverse_cell)
    : corners_(corners), whole_(whole), inverse_cell_(inverse_cell), along_(longest_side(whole)) {
    for (const Vec3& c : corners) magnitude = std::max({magnitude, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
    // Beyond the range of float all coordinates share the last cells, which have no sides to cut at.
    slack_ = magnitude < 1e36 ? 0x1p-44 * magnitude : std::numeric_limits<double>::infinity();
}

CellRange TriangleSlabs::cells(std::int32_t k) const {
    const double cell = 1 / double(inverse_cell_), from = k * cell - slack_, to = (k + 1) * cell + slack_;
    const std::size_t u = (along_ + 1) % 3, v = (along_ + 2) % 3;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low_u = infinity, high_u = -infinity, low_v = infinity, high_v = -infinity;
    const auto add = [&](const Vec3& p) {
        low_u = std::min(low_u, p[u]);
        high_u = std::max(high_u, p[u]);
        low_v = std::min(low_v, p[v]);
        high_v = std::max(high_v, p[v]);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &p = corners_[i], &q = corners_[(i + 1) % 3];
        if (from <= p[along_] && p[along_] <= to) add(p);
        for (const double side : {from, to}) {
            const double before = side - p[along_], after = q[along_] - side;
            if ((before < 0) == (after < 0)) add(p + before / (before + after) * (q - p));
        }
    }
    CellRange range = whole_;
    range.first[along_] = range.last[along_] = k;
    if (!(low_u <= high_u)) return range;  // by rounding alone: the whole layer
    const auto narrow = [&](std::size_t axis, double low, double high) {
        range.first[axis] = std::max(range.first[axis], cell_of(lower_float(low - slack_), inverse_cell_));
        range.last[axis] = std::min(range.last[axis], cell_of(upper_float(high + slack_), inverse_cell_));
    };
    narrow(u, low_u, high_u);
    narrow(v, low_v, high_v);
    return range;
}

}  // namespace pliant::spatial_hash
