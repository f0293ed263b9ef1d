// Columns and what reaches into them, against all pairs.
#include "detect/depth_layers/bins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "shapes/random.hpp"

namespace pliant::depth_layers {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

struct LatticeSoup {
    std::vector<Vec3> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    /// Corners on a lattice of quarters of columns, so that many lie on the lines.
    explicit LatticeSoup(std::size_t count) {
        shapes::Random random(3);
        const auto at = [&] { return std::floor(random.between(-6, 38)) / 32; };
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec3 p{at(), at(), at()};
            for (int k = 0; k < 3; ++k) positions.push_back(0.75 * p + 0.25 * Vec3{at(), at(), at()});
            triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
    }
    [[nodiscard]] LocalSurface surface() const { return {positions, triangles}; }
};

TEST(Grid, HalvesColumnsExactly) {
    Grid grid;
    grid.set(1, 0.7, 5);
    for (std::uint32_t k = 0; k < 5; ++k) {
        const Rectangle whole = grid.rectangle(k, 4 - k, 0);
        EXPECT_EQ(grid.rectangle(2 * k, 0, 1).x0, whole.x0);
        EXPECT_EQ(grid.rectangle(2 * k + 1, 0, 1).x1, whole.x1);
        EXPECT_EQ(grid.rectangle(2 * k, 0, 1).x1, grid.rectangle(2 * k + 1, 0, 1).x0);
        EXPECT_EQ(grid.column_of((whole.x0 + whole.x1) / 2), k);
        EXPECT_EQ(grid.row_of((whole.y0 + whole.y1) / 2), 4 - k);
    }
    EXPECT_EQ(grid.rectangle(4, 4, 0).x1, 1);
    EXPECT_EQ(grid.rectangle(4, 4, 0).y1, 0.7);
}

/// Borders included.
bool overlaps(const Extent& e, const Rectangle& r) {
    return e.x0 <= r.x1 && e.x1 >= r.x0 && e.y0 <= r.y1 && e.y1 >= r.y0;
}

TEST(Bins, HoldTheTrianglesOfEachColumn) {
    const LatticeSoup soup(400);
    Grid grid;
    grid.set(1, 1, 8);
    for (const double z_lo : {-unbounded, 0.25}) {
        Bins bins;
        bins.clear(grid);
        bins.add(grid, soup.surface(), {z_lo, 0.75, false, 0});
        bins.finish();
        std::size_t entries = 0;
        for (std::uint32_t column = 0; column < 64; ++column) {
            const Rectangle r = grid.rectangle(column % 8, column / 8, 0);
            std::vector<TriangleOfPair> expected;
            for (std::uint32_t t = 0; t < soup.triangles.size(); ++t) {
                const Corners c = soup.surface().corners(t);
                const Extent e = extent_of(c);
                const double lo = least(c[0].z, c[1].z, c[2].z), hi = greatest(c[0].z, c[1].z, c[2].z);
                const bool there = overlaps(e, r);
                if (there && lo <= 0.75 && hi >= z_lo) expected.push_back(t);
            }
            const auto found = bins.of(column);
            EXPECT_EQ(std::vector(found.begin(), found.end()), expected);
            entries += expected.size();
        }
        EXPECT_EQ(bins.size(), entries);
        EXPECT_GT(entries, 400u);
    }
}

/// Without borders a triangle that ends on a line is not in the column behind it.
TEST(Bins, WithoutBordersHoldLess) {
    const LatticeSoup soup(400);
    Grid grid;
    grid.set(1, 1, 8);
    Bins open, closed;
    for (Bins* bins : {&open, &closed}) {
        bins->clear(grid);
        bins->add(grid, soup.surface(), {-unbounded, unbounded, bins == &open, of_second_body});
        bins->finish();
    }
    EXPECT_LT(open.size(), closed.size());
    for (std::uint32_t column = 0; column < 64; ++column) {
        const Rectangle r = grid.rectangle(column % 8, column / 8, 0);
        for (const TriangleOfPair t : open.of(column)) {
            EXPECT_NE(t & of_second_body, 0u);
            const Extent e = extent_of(soup.surface().corners(t & ~of_second_body));
            EXPECT_TRUE(overlaps(e, r));
        }
    }
}

TEST(Bins, LeaveOutWhatIsNotFinite) {
    LatticeSoup soup(10);
    soup.positions[4].z = std::numeric_limits<double>::quiet_NaN();
    Grid grid;
    grid.set(1, 1, 1);
    Bins bins;
    bins.clear(grid);
    bins.add(grid, soup.surface(), {-unbounded, unbounded, false, 0});
    bins.finish();
    for (const TriangleOfPair t : bins.of(0)) EXPECT_NE(t, 1u);
}

}  // namespace
}  // namespace pliant::depth_layers
