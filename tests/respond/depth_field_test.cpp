// Depths in a deforming volume, by distances at rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "respond/depth_field.hpp"
#include "shapes/solids.hpp"

namespace pliant::respond {
namespace {

constexpr std::array<std::array<double, 4>, 3> places{
    {{0.25, 0.25, 0.25, 0.25}, {0.1, 0.2, 0.3, 0.4}, {0.7, 0.1, 0.1, 0.1}}};

/// The most that a depth is above the distance at rest, over all tetrahedra of a plate of that many layers.
double most_over_rest(std::uint32_t layers) {
    const double thickness = 0.2;
    const shapes::Mesh plate = shapes::solid_box({6, 6, layers}, {1, 1, thickness});
    const DepthField field(VolumeView{plate.positions, plate.tetrahedra});
    double most = 0;
    for (const Tetrahedron& t : plate.tetrahedra) {
        for (const auto& weights : places) {
            VertexContact contact{};
            contact.weights = weights;
            if (field.measure(t, plate.positions, contact)) most = std::max(most, contact.depth / (thickness / 2));
        }
    }
    return most;
}

// In the middle of a body the distances of a tetrahedron's corners differ by rounding alone: depths came to 5e12 m, and
// a particle that got there was thrown away with 6e26 J.
TEST(DepthField, IsNeverFarAboveTheDistanceAtRest) {
    for (const std::uint32_t layers : {2u, 3u, 4u, 5u, 7u}) {
        EXPECT_GT(most_over_rest(layers), 0.3) << layers;
        EXPECT_LE(most_over_rest(layers), 2) << layers;
    }
}

}  // namespace
}  // namespace pliant::respond
