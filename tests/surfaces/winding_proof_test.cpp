// Surfaces that wind around nothing twice are proven to; others never are.
#include "surfaces/winding_proof.hpp"

#include <gtest/gtest.h>

#include "one_body.hpp"

namespace pliant::surfaces {
namespace {

bool embedded(const shapes::Mesh& mesh) {
    OneBody body(mesh);
    EmbeddingProof proof;
    return proof.find(body.surface, body.workers);
}

TEST(EmbeddingProof, HoldsForBodiesThatDoNotCrossThemselves) {
    shapes::Mesh box = depth_layers::box({0, 0, 0}, {1, 2, 3});
    EXPECT_TRUE(embedded(box));
    depth_layers::tumble(box, 0.7, {0.1, 0.2, 0.3});
    EXPECT_TRUE(embedded(box));
    EXPECT_TRUE(embedded(depth_layers::sphere(10, {1, 0, 0}, 2)));
    EXPECT_TRUE(embedded(shapes::torus({24, 12}, 1, 0.3)));
    depth_layers::turn_inside_out(box);
    EXPECT_TRUE(embedded(box));
}

TEST(EmbeddingProof, HoldsForPiecesApart) {
    shapes::Mesh mesh = depth_layers::sphere(10, {0, 0, 0}, 1);
    shapes::append(mesh, depth_layers::sphere(4, {1.02, 0.9, 0}, 0.01));  // smaller than a cell
    EXPECT_TRUE(embedded(mesh));
}

TEST(EmbeddingProof, FailsWhereABodyWindsTwice) {
    shapes::Mesh overlapping = depth_layers::sphere(10, {0, 0, 0}, 1);
    shapes::append(overlapping, depth_layers::sphere(10, {1.2, 0, 0}, 1));
    EXPECT_FALSE(embedded(overlapping));
    shapes::Mesh nested = depth_layers::sphere(10, {0, 0, 0}, 1);
    shapes::append(nested, depth_layers::sphere(3, {0.01, 0.02, 0.03}, 0.004));  // within one cell
    EXPECT_FALSE(embedded(nested));
    shapes::Mesh at_surface = depth_layers::sphere(20, {0, 0, 0}, 1);
    shapes::append(at_surface, depth_layers::sphere(3, {0.99, 0.011, 0.013}, 0.004));
    EXPECT_FALSE(embedded(at_surface));
}

TEST(EmbeddingProof, HoldsForACavityAndFailsForOneThatIsTurned) {
    shapes::Mesh mesh = depth_layers::sphere(10, {0, 0, 0}, 1), cavity = depth_layers::sphere(6, {0, 0, 0}, 0.5);
    shapes::Mesh filled = mesh;
    shapes::append(filled, cavity);
    EXPECT_FALSE(embedded(filled));
    depth_layers::turn_inside_out(cavity);
    shapes::append(mesh, cavity);
    EXPECT_TRUE(embedded(mesh));
}

TEST(EmbeddingProof, NeedsAClosedSurface) {
    shapes::Mesh mesh = depth_layers::sphere(6, {0, 0, 0}, 1);
    EXPECT_TRUE(embedded(depth_layers::soup_of(mesh)));
    mesh.triangles.pop_back();
    EXPECT_FALSE(embedded(mesh));
}

/// Bits of runs: neighbours with surface, along every axis, of a needed cell.
TEST(NeededCells, AreThoseWhereTheOtherBodyMayBe) {
    OneBody a(depth_layers::sphere(10, {0, 0, 0}, 1)), b(depth_layers::sphere(8, {1, 0, 0}, 0.5));
    const TurnedBox box{{{-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}}, Axis::z};
    CellImage image, other;
    image.make(a.cells(), box, 16, InsideRule::winding, a.workers);
    other.make(b.cells(), box, 16, InsideRule::winding, b.workers);
    NeededCells needed;
    ASSERT_TRUE(needed.find(image, &other));
    std::size_t count = 0;
    const CellLayout& layout = image.layout();
    for (CellIndex cell = 0; cell < 64 * layout.number_of_words(); ++cell) {
        const CellNumber at{cell / layout.slabs(), cell % layout.slabs()};
        EXPECT_EQ(needed.is_needed(cell), image.state(at) >= 2 && other.state(at) != 0);
        const auto bit = [&](std::span<const std::uint64_t> words) { return words[cell / 64] >> cell % 64 & 1; };
        EXPECT_TRUE(!needed.is_needed(cell) || bit(needed.wished()) == 1);
        EXPECT_TRUE(bit(needed.wished()) == 0 || bit(needed.in_runs()) == 1);
        EXPECT_TRUE(bit(needed.in_runs()) == 0 || image.state(at) >= 2);
        count += needed.is_needed(cell) ? 1 : 0;
    }
    EXPECT_GT(count, 50u);
    CellImage far;
    OneBody c(depth_layers::sphere(4, {-1.2, -1.2, -1.2}, 0.1));
    far.make(c.cells(), box, 16, InsideRule::winding, c.workers);
    EXPECT_FALSE(needed.find(image, &far));
}

}  // namespace
}  // namespace pliant::surfaces
