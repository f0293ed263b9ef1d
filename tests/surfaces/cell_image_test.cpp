// Cells of bodies whose inside is known, and points settled in them.
#include "surfaces/cell_image.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "one_body.hpp"
#include "surfaces/point_settler.hpp"

namespace pliant::surfaces {
namespace {

double length(const Vec3& p) { return std::sqrt(dot(p, p)); }

TEST(CellLayout, HasEveryLineInItsColumn) {
    CellLayout layout;
    ColumnLines lines;
    for (const std::uint32_t columns : {1u, 7u, 32u, 100u}) {
        lay_out({{{-1, 2, 3}, {1, 5, 4}}, Axis::z}, columns, layout, lines);
        EXPECT_EQ(layout.columns, columns);
        for (std::uint32_t i = 0; i < columns; ++i) {
            EXPECT_EQ(layout.grid.place(lines.at[0][i], 0) >> layout.grid.shift, i);
            EXPECT_EQ(layout.grid.place(lines.at[1][i], 1) >> layout.grid.shift, i);
        }
    }
    // Neighbouring doubles are 2 apart there: there is no room for a hundred columns.
    lay_out({{{0x1p54, 0, 0}, {0x1p54 + 64, 1, 1}}, Axis::z}, 100, layout, lines);
    EXPECT_LT(layout.columns, 100u);
}

TEST(CellLayout, NumbersCellsBothWays) {
    CellLayout layout;
    ColumnLines lines;
    lay_out({{{0, 0, 0}, {1, 1, 1}}, Axis::z}, 40, layout, lines);
    for (const std::array<std::uint32_t, 3> at : {std::array{0u, 0u, 0u}, {39u, 0u, 127u}, {3u, 39u, 64u}}) {
        EXPECT_EQ(layout.place(layout.index(at[0], at[1], at[2])), at);
    }
}

/// Between layers a cell is inside or outside as a whole, as its middle is.
TEST(CellImage, OfASphereTellsInsideFromOutside) {
    OneBody body(depth_layers::sphere(12, {0, 0, 0}, 1));
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        CellImage image;
        image.make(body.cells(), turned(body.surface.box(), axis), 20, InsideRule::winding, body.workers);
        EXPECT_EQ(image.inconsistent_columns(), 0u);
        EXPECT_EQ(image.windings().least, 0);
        EXPECT_EQ(image.windings().most, 1);
        std::array<std::size_t, 4> count{};
        const Vec3 cell = image.layout().size_of_cell();
        for (std::uint32_t column = 0; column < 400; ++column) {
            for (std::uint32_t slab = 0; slab < image.layout().slabs(); ++slab) {
                const Vec3 corner{column % 20 + 0.5, std::floor(column / 20.0) + 0.5, slab + 0.5};
                const Vec3 middle =
                    Vec3(image.box().lo) + Vec3{corner.x * cell.x, corner.y * cell.y, corner.z * cell.z};
                const unsigned state = image.state({column, slab});
                ++count[state];
                EXPECT_TRUE(state != 0 || length(middle) > 0.97);
                EXPECT_TRUE(state != 1 || length(middle) < 1);
                EXPECT_TRUE(state < 2 || std::abs(length(middle) - 1) <= image.reach_of_layers() + 0.02);
            }
        }
        EXPECT_GT(count[0], 1000u);
        EXPECT_GT(count[1], 1000u);
        EXPECT_GT(count[2], 1000u);
    }
}

TEST(CellImage, OfASurfaceWithAHoleHasInconsistentColumns) {
    shapes::Mesh mesh = depth_layers::box({0, 0, 0}, {1, 1, 1});
    mesh.triangles.pop_back();
    OneBody body(mesh);
    std::uint64_t inconsistent = 0;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        CellImage image;
        image.make(body.cells(), turned(body.surface.box(), axis), 10, InsideRule::winding, body.workers);
        inconsistent += image.inconsistent_columns();
    }
    EXPECT_GT(inconsistent, 20u);  // half of the columns along one axis
    EXPECT_LT(inconsistent, 80u);
}

TEST(PointSettler, SettlesPointsNearTheSurface) {
    OneBody body(depth_layers::box({0, 0, 0}, {1, 1, 1}));
    CellImage image;
    image.make(body.cells(), turned(body.surface.box(), Axis::z), 8, InsideRule::winding, body.workers);
    const std::vector<std::array<double, 3>> points{{0.5, 0.5, 1e-9},      {0.5, 0.5, 0}, {0.5, 0.5, -1e-9},
                                                    {1 - 1e-12, 0.3, 0.7}, {1, 0.3, 0.7}, {0.2, 0.2, 0.5}};
    std::vector<PointSide> sides(points.size(), PointSide::uncertain);
    sides.back() = PointSide::outside;  // not asked
    PointSettler settler;
    settler.settle({image}, points, sides, body.workers);
    const std::vector<PointSide> expected{PointSide::inside, PointSide::on_surface, PointSide::outside,
                                          PointSide::inside, PointSide::on_surface, PointSide::outside};
    EXPECT_EQ(sides, expected);
}

TEST(PointSettler, LeavesPointsBehindAHoleUncertain) {
    shapes::Mesh mesh = depth_layers::sphere(8, {0, 0, 0}, 1);
    const Triangle lost = mesh.triangles.back();
    mesh.triangles.pop_back();
    OneBody body(mesh);
    CellImage image;
    image.make(body.cells(), turned(body.surface.box(), Axis::z), 16, InsideRule::winding, body.workers);
    std::array<double, 3> middle{};
    for (const std::uint32_t v : lost) {
        for (std::size_t k = 0; k < 3; ++k) middle[k] += mesh.positions[v][k] / 3;
    }
    const std::vector<std::array<double, 3>> points{{middle[0], middle[1], 0}, {-middle[0], -middle[1], 0.05}};
    std::vector<PointSide> sides(2, PointSide::uncertain);
    PointSettler settler;
    settler.settle({image, InsideRule::winding, {false, body.surface.borders()}}, points, sides, body.workers);
    EXPECT_EQ(sides[0], PointSide::uncertain);
    EXPECT_EQ(sides[1], PointSide::inside);
}

}  // namespace
}  // namespace pliant::surfaces
