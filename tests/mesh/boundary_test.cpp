// The surface of a tetrahedral mesh.
#include "mesh/boundary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "mesh/topology.hpp"
#include "numeric/orientation.hpp"
#include "shapes/meshes.hpp"

namespace pliant::mesh {
namespace {

Triangle sorted(Triangle t) {
    std::sort(t.begin(), t.end());
    return t;
}

double volume(const std::vector<shapes::Position>& p, const std::vector<Triangle>& surface) {
    double six = 0;
    for (const auto& [a, b, c] : surface) six += dot(Vec3(p[a]), cross(Vec3(p[b]), Vec3(p[c])));
    return six / 6;
}

TEST(Boundary, OfNothingIsNothing) { EXPECT_TRUE(boundary({}).empty()); }

TEST(Boundary, OfOneTetrahedronIsItsFacesOppositeToEachVertexInTurn) {
    const std::vector<Tetrahedron> one{{3, 5, 7, 9}};
    const std::vector<Triangle> found = boundary(one);
    ASSERT_EQ(found.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(std::count(found[i].begin(), found[i].end(), one[0][i]), 0) << "opposite to vertex " << i;
    }
}

TEST(Boundary, FacesOutwards) {
    const std::vector<Vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Tetrahedron> one{{0, 1, 2, 3}};
    ASSERT_GT(dot(cross(p[1], p[2]), p[3]), 0);
    const Vec3 inside{0.2, 0.2, 0.2};
    for (const auto& [a, b, c] : boundary(one)) {
        EXPECT_LT(dot(cross(p[b] - p[a], p[c] - p[a]), inside - p[a]), 0);
    }
}

TEST(Boundary, OfTwoThatShareAFaceLeavesItOut) {
    const std::vector<Tetrahedron> two{{0, 1, 2, 3}, {0, 2, 1, 4}};
    const std::vector<Triangle> found = boundary(two);
    EXPECT_EQ(found.size(), 6u);
    for (const Triangle& t : found) EXPECT_NE(sorted(t), (Triangle{0, 1, 2}));
}

TEST(Boundary, OfABoxIsClosedManifoldAndHasItsVolume) {
    const shapes::Mesh box = shapes::tetra_box({3, 4, 5});
    const std::vector<Triangle> found = boundary(box.tetrahedra);
    EXPECT_EQ(found.size(), shapes::box_triangles({3, 4, 5}));
    const Topology t = topology(box.positions.size(), found);
    EXPECT_TRUE(t.closed() && t.vertex_manifold() && t.consistently_oriented());
    EXPECT_EQ(volume(box.positions, found), 3 * 4 * 5);
}

TEST(Boundary, ComesInTheOrderOfTheTetrahedra) {
    const shapes::Mesh box = shapes::tetra_box({2, 2, 2});
    const std::vector<Triangle> found = boundary(box.tetrahedra);
    std::vector<std::size_t> owners;
    for (const Triangle& t : found) {
        const auto owner = std::find_if(box.tetrahedra.begin(), box.tetrahedra.end(), [&](const Tetrahedron& tet) {
            return std::all_of(t.begin(), t.end(),
                               [&](std::uint32_t v) { return std::count(tet.begin(), tet.end(), v) > 0; });
        });
        ASSERT_NE(owner, box.tetrahedra.end());
        owners.push_back(static_cast<std::size_t>(owner - box.tetrahedra.begin()));
    }
    EXPECT_TRUE(std::is_sorted(owners.begin(), owners.end()));
    EXPECT_EQ(std::set<Triangle>(found.begin(), found.end()).size(), found.size());
}

/// Faces of three tetrahedra, repeated tetrahedra and numbers that no vertex has: nothing is invented, nothing crashes.
TEST(Boundary, OfBrokenMeshesLeavesOutWhatIsSharedByAnyNumber) {
    EXPECT_EQ(boundary(std::vector<Tetrahedron>{{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}}).size(), 9u);
    EXPECT_TRUE(boundary(std::vector<Tetrahedron>{{0, 1, 2, 3}, {0, 1, 2, 3}}).empty());
    EXPECT_EQ(boundary(std::vector<Tetrahedron>{{~0u, ~0u - 1, ~0u - 2, ~0u - 3}}).size(), 4u);
}

}  // namespace
}  // namespace pliant::mesh
