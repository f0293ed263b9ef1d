#include "mesh/topology.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace pliant::mesh {
namespace {

const std::vector<Triangle> tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

/// A grid of n x n squares glued to a torus.
std::vector<Triangle> torus(std::uint32_t n) {
    std::vector<Triangle> triangles;
    const auto at = [n](std::uint32_t i, std::uint32_t j) { return (i % n) * n + j % n; };
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    }
    return triangles;
}

// Soups of few vertices: closed, open, with edges of three and four triangles, and with unsound triangles.
TEST(Closed, IsWhatTopologySays) {
    std::mt19937 random(3);
    std::size_t closed = 0, manifold = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<Triangle> triangles = round % 2 == 0 ? tetrahedron : torus(3);
        const std::size_t more = random() % 3;
        for (std::size_t i = 0; i < more; ++i) {
            triangles.push_back(
                {std::uint32_t(random() % 10), std::uint32_t(random() % 10), std::uint32_t(random() % 10)});
        }
        if (random() % 4 == 0) {
            const std::vector<Triangle> again = triangles;
            triangles.insert(triangles.end(), again.begin(), again.end());
        }
        if (random() % 4 == 0) triangles.erase(triangles.begin() + std::ptrdiff_t(random() % triangles.size()));
        const std::size_t vertices = random() % 8 == 0 ? 5 : 9;
        const EdgeUse use = edge_use(vertices, triangles);
        ASSERT_EQ(use.closed, topology(vertices, triangles).closed()) << round;
        ASSERT_EQ(use.manifold, topology(vertices, triangles).edge_manifold()) << round;
        closed += use.closed;
        manifold += use.manifold && !use.closed;
    }
    EXPECT_GT(closed, 100u);
    EXPECT_GT(manifold, 100u);
    EXPECT_FALSE(edge_use(0, {}).closed);
    EXPECT_TRUE(edge_use(0, {}).manifold);
}

TEST(Topology, TetrahedronIsAClosedSphere) {
    const Topology t = topology(4, tetrahedron);
    EXPECT_TRUE(t.closed());
    EXPECT_TRUE(t.edge_manifold());
    EXPECT_TRUE(t.vertex_manifold());
    EXPECT_TRUE(t.consistently_oriented());
    EXPECT_EQ(t.edges, 6u);
    EXPECT_EQ(t.components, 1u);
    EXPECT_EQ(t.euler_number(), 2);
    EXPECT_EQ(t.unused_vertices, 0u);
}

TEST(Topology, TorusHasEulerNumberZero) {
    const Topology t = topology(49, torus(7));
    EXPECT_TRUE(t.closed());
    EXPECT_TRUE(t.vertex_manifold());
    EXPECT_TRUE(t.consistently_oriented());
    EXPECT_EQ(t.euler_number(), 0);
}

TEST(Topology, MissingTriangleLeavesThreeBoundaryEdges) {
    const Topology t = topology(4, std::span(tetrahedron).first(3));
    EXPECT_FALSE(t.closed());
    EXPECT_EQ(t.boundary_edges, 3u);
    EXPECT_TRUE(t.vertex_manifold());
    EXPECT_EQ(t.euler_number(), 1);
}

TEST(Topology, FlippedTriangleIsInconsistentAtItsThreeEdges) {
    auto triangles = tetrahedron;
    std::swap(triangles[2][0], triangles[2][1]);
    const Topology t = topology(4, triangles);
    EXPECT_TRUE(t.closed());
    EXPECT_FALSE(t.consistently_oriented());
    EXPECT_EQ(t.inconsistent_edges, 3u);
}

TEST(Topology, ThreeTrianglesAtAnEdgeAreNotManifold) {
    const Topology t = topology(5, std::vector<Triangle>{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
    EXPECT_EQ(t.non_manifold_edges, 1u);
    EXPECT_EQ(t.boundary_edges, 6u);
    EXPECT_FALSE(t.edge_manifold());
    EXPECT_FALSE(t.consistently_oriented());
    EXPECT_EQ(t.non_manifold_vertices, 0u);
}

TEST(Topology, TwoTetrahedraAtOneVertexAreClosedButNotVertexManifold) {
    auto triangles = tetrahedron;
    for (Triangle t : tetrahedron) {
        for (std::uint32_t& v : t) v = v == 0 ? 0 : v + 3;
        triangles.push_back(t);
    }
    const Topology t = topology(7, triangles);
    EXPECT_TRUE(t.closed());
    EXPECT_TRUE(t.edge_manifold());
    EXPECT_FALSE(t.vertex_manifold());
    EXPECT_EQ(t.non_manifold_vertices, 1u);
    EXPECT_EQ(t.components, 1u);
}

TEST(Topology, PiecesThatShareNoVertexAreCounted) {
    auto triangles = tetrahedron;
    for (Triangle t : tetrahedron) triangles.push_back({t[0] + 4, t[1] + 4, t[2] + 4});
    EXPECT_EQ(topology(8, triangles).components, 2u);
    EXPECT_EQ(topology(8, triangles).euler_number(), 4);
}

TEST(Topology, DuplicatesAreFoundInAnyOrderOfVertices) {
    const std::vector<Triangle> triangles{{5, 9, 2}, {2, 5, 9}, {9, 5, 2}, {5, 9, 3}, {2, 5, 9}};
    EXPECT_EQ(topology(10, triangles).duplicate_triangles, 3u);
    EXPECT_EQ(topology(4, tetrahedron).duplicate_triangles, 0u);
}

TEST(Topology, UnsoundTrianglesAreCountedAndLeftOut) {
    auto triangles = tetrahedron;
    triangles.push_back({0, 0, 1});
    triangles.push_back({0, 1, 99});
    triangles.push_back({4294967295u, 1, 2});
    const Topology t = topology(4, triangles);
    EXPECT_EQ(t.unsound_triangles, 3u);
    EXPECT_EQ(t.triangles, 4u);
    EXPECT_TRUE(t.closed());
}

TEST(Topology, UnusedVerticesAreCounted) {
    const Topology t = topology(10, tetrahedron);
    EXPECT_EQ(t.unused_vertices, 6u);
    EXPECT_EQ(t.components, 1u);
    EXPECT_EQ(t.euler_number(), 2);
}

TEST(Topology, NothingIsNotClosed) {
    EXPECT_FALSE(topology(0, {}).closed());
    EXPECT_FALSE(topology(3, {}).closed());
    EXPECT_EQ(topology(3, {}).components, 0u);
}

}  // namespace
}  // namespace pliant::mesh
