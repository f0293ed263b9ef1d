// Boxes and borders of surfaces.
#include "surfaces/surface_of_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "one_body.hpp"

namespace pliant::surfaces {
namespace {

TEST(SurfaceOfBody, OfABoxIsClosedAndHasItsVolume) {
    const OneBody body(depth_layers::box({-1, 0, 2}, {1, 3, 4}));
    EXPECT_TRUE(body.surface.closed());
    EXPECT_TRUE(body.surface.borders().empty());
    EXPECT_EQ(body.surface.box().lo, (std::array<double, 3>{-1, 0, 2}));
    EXPECT_EQ(body.surface.box().hi, (std::array<double, 3>{1, 3, 4}));
    EXPECT_NEAR(std::abs(body.surface.signed_volume()), 12, 1e-12);
    EXPECT_TRUE(body.surface.has_faces_across(Axis::x));
}

TEST(SurfaceOfBody, OfASoupIsClosedByPlaceAlone) {
    const OneBody body(depth_layers::soup_of(depth_layers::sphere(4, {1, 2, 3}, 0.5)));
    EXPECT_FALSE(body.surface.closed());
    EXPECT_TRUE(body.surface.closed_by_place());
    EXPECT_FALSE(body.surface.has_faces_across(Axis::x));
}

TEST(SurfaceOfBody, HasABorderForEachHole) {
    shapes::Mesh mesh = depth_layers::sphere(6, {0, 0, 0}, 1);
    const shapes::Mesh whole = mesh;
    // Two triangles without a vertex in common.
    const Triangle first = mesh.triangles.front();
    std::erase_if(mesh.triangles, [&](const Triangle& t) { return t == first || t == whole.triangles.back(); });
    const OneBody body(mesh);
    EXPECT_FALSE(body.surface.closed_by_place());
    ASSERT_EQ(body.surface.borders().size(), 2u);
    bool found = false;
    for (const Box<double>& border : body.surface.borders()) {
        bool same = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto at = [&](std::size_t corner) { return whole.positions[first[corner]][k]; };
            same &= border.lo[k] == std::min({at(0), at(1), at(2)}) && border.hi[k] == std::max({at(0), at(1), at(2)});
        }
        found |= same;
    }
    EXPECT_TRUE(found);
}

TEST(SurfaceOfBody, LeavesOutVerticesThatAreNotFiniteOrNotUsed) {
    shapes::Mesh mesh = depth_layers::box({0, 0, 0}, {1, 1, 1});
    mesh.positions.push_back({9, 9, 9});
    mesh.positions.push_back({std::nan(""), 0, 0});
    const auto odd = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    mesh.triangles.push_back({0, 1, odd});
    const OneBody body(mesh);
    EXPECT_FALSE(body.surface.sound());
    EXPECT_FALSE(body.surface.closed());
    EXPECT_EQ(body.surface.box().hi, (std::array<double, 3>{1, 1, 1}));
}

}  // namespace
}  // namespace pliant::surfaces
