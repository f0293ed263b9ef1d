#include "report/grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace pliant::report {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Grid grid_of(const std::vector<Position>& positions) {
    Bounds bounds;
    bounds.add(positions);
    return Grid(bounds, 1.001);
}

TEST(Grid, IsFineEnoughToLookAt) {
    const std::vector<Position> corners{{-3, 0, 1}, {5, 2, 1}};
    const Grid grid = grid_of(corners);
    for (const Position& p : corners) {
        const Cell cell = grid.cell(p);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(grid.origin[k] + grid.step * cell[k], p[k], 8.0 / 65000);
    }
}

TEST(Grid, APositionThatIsNotFiniteIsMissing) {
    const Grid grid = grid_of({{0, 0, 0}, {1, 1, 1}, {nan, 0, 0}, {0, inf, 0}});
    EXPECT_EQ(grid.origin, (Position{0.5, 0.5, 0.5}));
    EXPECT_EQ(grid.cell({nan, 0, 0})[0], missing);
    EXPECT_EQ(grid.cell({0, -inf, 0})[0], missing);
    EXPECT_EQ(grid.cell({0, 0, 1e9})[0], missing);
    EXPECT_NE(grid.cell({1, 1, 1})[0], missing);
}

TEST(Grid, HoldsWhateverDoublesHold) {
    for (const double size : {1e-320, 1e-300, 1e-9, 1.0, 1e12, 1e300, std::numeric_limits<double>::max()}) {
        const std::vector<Position> corners{{-size, 0, 0}, {size, size, 0}};
        const Grid grid = grid_of(corners);
        EXPECT_TRUE(std::isfinite(grid.step)) << size;
        for (const Position& p : corners) EXPECT_NE(grid.cell(p)[0], missing) << size;
    }
}

TEST(Grid, APointAndNothingHaveOneToo) {
    EXPECT_EQ(grid_of({{7, 8, 9}}).cell({7, 8, 9}), (Cell{0, 0, 0}));
    EXPECT_EQ(grid_of({}).step, 1);
}

}  // namespace
}  // namespace pliant::report
