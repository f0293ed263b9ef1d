// The cells of a triangle: every cell that holds a point of it, and few others.
#include "detect/spatial_hash/triangle_slabs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "oracle/random.hpp"

namespace pliant::spatial_hash {
namespace {

using geometry::TriangleCorners;
using oracle::Random;

/// Needles along any direction, some along an axis, some without area.
TriangleCorners needle(Random& random) {
    const Vec3 a = 4.0 * random.in_cube();
    Vec3 along = 20.0 * random.in_cube();
    if (random.chance(20)) along = {along.x, 0, 0};
    if (random.chance(20)) along = {0, along.y, along.z};
    const double width = random.chance(10) ? 0 : random.uniform(0, 2);
    return {a, a + along, a + random.uniform() * along + width * random.in_cube()};
}

FloatBox box_around(const TriangleCorners& t) {
    FloatBox box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [lo, hi] = std::minmax({t[0][axis], t[1][axis], t[2][axis]});
        box.lo[axis] = lower_float(lo);
        box.hi[axis] = upper_float(hi);
    }
    return box;
}

TEST(TriangleSlabs, VisitEveryCellOfATriangleOnce) {
    std::size_t visited = 0, whole_cells = 0, points = 0;
    for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(256), 400)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const TriangleCorners t = needle(random);
        const float inverse_cell = static_cast<float>(random.chance(50) ? 1.0 : random.uniform(0.5, 2));
        const CellRange whole(box_around(t), inverse_cell);
        std::set<Cell> cells;
        std::size_t visits = 0;
        TriangleSlabs(t, 0, whole, inverse_cell).each([&](const Cell& cell) {
            cells.insert(cell);
            ++visits;
        });
        ASSERT_EQ(visits, cells.size());
        visited += visits;
        whole_cells += static_cast<std::size_t>(whole.number());
        for (int i = 0; i < 200; ++i, ++points) {
            double u = random.chance(20) ? 0 : random.uniform(), v = random.chance(20) ? 0 : random.uniform();
            if (u + v > 1) {
                u = 1 - u;
                v = 1 - v;
            }
            const Vec3 p = t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
            Cell cell;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                cell[axis] = cell_of(static_cast<float>(p[axis]), inverse_cell);
            }
            ASSERT_TRUE(cells.count(cell)) << p.x << " " << p.y << " " << p.z;
        }
    }
    EXPECT_GT(points, 10000u);
    EXPECT_LT(visited, whole_cells / 4);  // boxes of needles are mostly empty
}

}  // namespace
}  // namespace pliant::spatial_hash
