// What users of other libraries reported about pairs of triangles, one test a report, in coordinates of our own.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/triangle_pair.hpp"
#include "oracle/triangle_oracle.hpp"

namespace pliant::geometry {
namespace {

using Corners = std::array<std::uint32_t, 3>;

struct Mesh {
    std::vector<Vec3> points;
    std::vector<Corners> triangles;
};

TriangleCorners corners(const Mesh& mesh, const Corners& t) {
    return {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]};
}

/// Moves what `b` has in common with `a` to the front of both, in the same order; says how many those are.
int shared_first(Corners& a, Corners& b) {
    int shared = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = static_cast<std::size_t>(shared); j < 3; ++j)
            if (a[i] == b[j]) {
                std::swap(b[j], b[static_cast<std::size_t>(shared)]);
                std::swap(a[i], a[static_cast<std::size_t>(shared++)]);
                break;
            }
    return shared;
}

std::optional<PairKind> kind_in_mesh(const Mesh& mesh, Corners a, Corners b) {
    const int shared = shared_first(a, b);
    const TriangleCorners p = corners(mesh, a), q = corners(mesh, b);
    if (shared == 0) return meet(p, q);
    return shared == 1 ? meet_beyond_vertex(p, q) : meet_beyond_edge(p, q);
}

int pairs_in(const Mesh& mesh) {
    int count = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::size_t j = i + 1; j < mesh.triangles.size(); ++j)
            count += kind_in_mesh(mesh, mesh.triangles[i], mesh.triangles[j]) ? 1 : 0;
    return count;
}

/// Every triangle becomes four, by the rounded middles of its edges.
Mesh subdivided(Mesh mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t i, std::uint32_t j) {
        const auto [place, fresh] =
            middles.try_emplace(std::minmax(i, j), static_cast<std::uint32_t>(mesh.points.size()));
        if (fresh) mesh.points.push_back(0.5 * (mesh.points[i] + mesh.points[j]));
        return place->second;
    };
    std::vector<Corners> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
    return mesh;
}

// libigl#2381: five pairs were found within a triangle that had been subdivided twice.
TEST(ReportedPairs, libigl_2381_subdivided_triangle_has_no_pairs) {
    const Mesh triangle{{{0.31, 0.83, 0.47}, {0.37, 0.79, 0.485}, {0.345, 0.762, 0.4931}}, {{0, 1, 2}}};
    EXPECT_EQ(pairs_in(subdivided(subdivided(triangle))), 0);
    EXPECT_EQ(pairs_in(subdivided(subdivided(subdivided(triangle)))), 0);
}

// libigl#2381 again, as a near miss: triangles in almost one plane, a hundredth of their size apart.
TEST(ReportedPairs, libigl_2381_almost_one_plane_but_apart) {
    const TriangleCorners a{Vec3{0.3, 0.4, 0.5}, Vec3{0.4, 0.4, 0.6}, Vec3{0.3, 0.5, 0.7}};
    TriangleCorners b;
    for (std::size_t i = 0; i < 3; ++i) b[i] = a[i] + Vec3{0.101, 0.0, 0.101};
    EXPECT_EQ(meet(a, b), std::nullopt);
    EXPECT_EQ(meet(b, a), std::nullopt);
    for (std::size_t i = 0; i < 3; ++i) b[i] = a[i] + Vec3{0.05, 0.0, 0.05};
    EXPECT_EQ(meet(a, b), oracle::exact_meet(a, b));
}

// vcglib#73: two faces, reported as intersecting, that do not.
TEST(ReportedPairs, vcglib_73_two_faces_beside_each_other_are_apart) {
    const TriangleCorners a{Vec3{-12.5, 3.25, 100.1}, Vec3{-12.5, 3.75, 100.1}, Vec3{-12.25, 3.5, 100.1}};
    const TriangleCorners above{Vec3{-12.5, 3.25, 100.10000000000001}, Vec3{-12.5, 3.75, 100.10000000000001},
                                Vec3{-12.25, 3.5, 100.10000000000002}};
    const TriangleCorners beside{Vec3{-12.249999999999998, 3.5, 100.1}, Vec3{-12, 3.25, 100.1}, Vec3{-12, 3.75, 100.1}};
    EXPECT_EQ(meet(a, above), std::nullopt);
    EXPECT_EQ(meet(a, beside), std::nullopt);
}

// vcglib#73, the shape of most such reports: neighbours over an edge, in one plane or bent, do not intersect.
TEST(ReportedPairs, vcglib_73_neighbours_over_an_edge_are_no_pair) {
    const Vec3 p{0.1, 0.2, 0.3}, q{0.7, 0.1, 0.3}, left{0.4, 0.9, 0.3}, right{0.4, -0.9, 0.3};
    EXPECT_EQ(meet_beyond_edge({p, q, left}, {p, q, right}), std::nullopt);
    for (const double lift : {1e-16, 1e-9, 0.5, 30.0}) {
        EXPECT_EQ(meet_beyond_edge({p, q, left}, {p, q, right + Vec3{0, 0, lift}}), std::nullopt);
        EXPECT_EQ(meet_beyond_edge({p, q, left}, {p, q, left + Vec3{0, 0, lift}}), std::nullopt);
    }
    EXPECT_EQ(meet_beyond_edge({p, q, left}, {p, q, Vec3{0.9, 0.5, 0.3}}), PairKind::fold);
    EXPECT_EQ(meet_beyond_edge({p, q, left}, {p, q, left}), PairKind::fold);
}

// fcpw#2: leaving out every pair that shares a vertex hides real crossings.
TEST(ReportedPairs, fcpw_2_crossing_beyond_a_shared_vertex_is_found) {
    const Mesh mesh{{{0, 0, 0}, {4, -1, 0}, {4, 1, 0}, {3, 0.25, -1}, {3, -0.25, 1}}, {{0, 1, 2}, {3, 0, 4}}};
    EXPECT_EQ(kind_in_mesh(mesh, mesh.triangles[0], mesh.triangles[1]), PairKind::crossing);
}

TEST(ReportedPairs, fcpw_2_fan_around_a_vertex_is_no_pair) {
    Mesh fan{
        {{0.1, 0.1, 1.7}, {1, 0, 0}, {0.5, 0.9, 0.1}, {-0.5, 0.8, 0}, {-1, 0, 0.2}, {-0.4, -0.9, 0}, {0.6, -0.8, 0}},
        {}};
    for (std::uint32_t i = 0; i < 6; ++i) fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % 6});
    EXPECT_EQ(pairs_in(fan), 0);
}

// Oblikovati#1328: an hourglass whose halves share only the waist, one of them pushed through the other.
TEST(ReportedPairs, oblikovati_1328_faces_through_each_other_at_a_pinch) {
    const Mesh mesh{{{0, 0, 0}, {2, 0, 1}, {-1, 2, 1}, {-1, -2, 1}, {2, 0.5, 0.75}, {-1, 1.5, 2}, {-1, -2.5, 1.5}},
                    {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {0, 4, 5}, {0, 5, 6}, {0, 6, 4}}};
    int crossings = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 3; j < 6; ++j)
            crossings += kind_in_mesh(mesh, mesh.triangles[i], mesh.triangles[j]) == PairKind::crossing ? 1 : 0;
    EXPECT_GE(crossings, 2);  // two closed cones through each other meet along at least two rays
    const Mesh one{mesh.points, {mesh.triangles[0], mesh.triangles[1], mesh.triangles[2]}};
    EXPECT_EQ(pairs_in(one), 0);
}

// IfcOpenShell#4594: walls that are exactly aligned and overlap were found only when nudged by 2 mm.
TEST(ReportedPairs, ifcopenshell_4594_aligned_walls_overlap_in_their_plane) {
    const double thick = 0.2;  // metres; the face that both walls have in common lies there
    const TriangleCorners wall{Vec3{0, thick, 0}, Vec3{5, thick, 0}, Vec3{5, thick, 2.7}};
    const TriangleCorners longer{Vec3{2, thick, 0}, Vec3{7, thick, 0}, Vec3{7, thick, 2.7}};
    EXPECT_EQ(meet(wall, longer), PairKind::coplanar);
    EXPECT_EQ(meet(wall, wall), PairKind::coplanar);
    TriangleCorners moved = longer;
    for (Vec3& p : moved) p = p + Vec3{0, 0.002, 0};
    EXPECT_EQ(meet(wall, moved), std::nullopt);
}

// IfcOpenShell#1357: touching was counted as collision. It is told apart.
TEST(ReportedPairs, ifcopenshell_1357_touching_is_not_crossing) {
    const TriangleCorners floor{Vec3{0, 0, 0}, Vec3{6, 0, 0}, Vec3{0, 6, 0}};
    const TriangleCorners foot_on_floor{Vec3{1, 1, 0}, Vec3{1, 1, 2}, Vec3{2, 1, 2}};
    const TriangleCorners side_on_floor{Vec3{1, 1, 0}, Vec3{3, 1, 0}, Vec3{2, 1, 2}};
    const TriangleCorners wall_at_edge{Vec3{-1, 0, -1}, Vec3{9, 0, -1}, Vec3{1, 0, 3}};
    const TriangleCorners next_slab{Vec3{6, 0, 0}, Vec3{0, 6, 0}, Vec3{6, 6, 0}};
    const TriangleCorners corner_to_corner{Vec3{6, 0, 0}, Vec3{9, 0, 0}, Vec3{9, -3, 1}};
    for (const TriangleCorners& other : {foot_on_floor, side_on_floor, wall_at_edge, next_slab, corner_to_corner})
        EXPECT_EQ(meet(floor, other), PairKind::touching);
    const TriangleCorners sunk{Vec3{1, 1, -0.001}, Vec3{1, 1, 2}, Vec3{2, 1, 2}};
    EXPECT_EQ(meet(floor, sunk), PairKind::crossing);
}

// torch-mesh-isect#12: pairs between two meshes, with nothing shared but positions.
TEST(ReportedPairs, torch_mesh_isect_12_equal_positions_in_two_meshes_touch) {
    const TriangleCorners a{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
    EXPECT_EQ(meet(a, {a[0], Vec3{-1, 0, 1}, Vec3{0, -1, 1}}), PairKind::touching);
    EXPECT_EQ(meet(a, {a[1], a[0], Vec3{0, -1, 1}}), PairKind::touching);
    EXPECT_EQ(meet(a, {a[2], a[1], a[0]}), PairKind::coplanar);
    EXPECT_EQ(meet_beyond_vertex(a, {a[0], Vec3{-1, 0, 1}, Vec3{0, -1, 1}}), std::nullopt);
}

// CGAL#8020: neighbours in one plane at a shared vertex, within roundings of having a leg in common. Whichever side of
// it they fall on, the answer is the exact one.
TEST(ReportedPairs, cgal_8020_flat_neighbours_at_a_vertex_get_the_exact_answer) {
    const Vec3 v{0.1, 0.7, 0.3};
    const TriangleCorners a{v, Vec3{1.1, 0.2, 0.3}, Vec3{0.6, 1.3, 0.3}};
    int found = 0;
    for (int i = -8; i <= 8; ++i) {
        const TriangleCorners b{v, v + 0.7 * (a[1] - v) + Vec3{0, i * 0x1p-53, 0}, Vec3{0.2, -0.9, 0.3}};
        const auto kind = meet_beyond_vertex(a, b);
        EXPECT_EQ(kind, oracle::exact_meet_beyond_vertex(a, b)) << i;
        found += kind ? 1 : 0;
    }
    EXPECT_GT(found, 4);
    EXPECT_LT(found, 13);
}

}  // namespace
}  // namespace pliant::geometry
