// Polygons that are not convex, in every format that has polygons.
#include <algorithm>
#include <cmath>

#include "reading.hpp"

namespace pliant::io::test {
namespace {

using Outline = std::vector<std::array<double, 2>>;

/// z as a function that tilts the plane of the outline.
std::string outline_file(const Outline& outline, double slope = 0) {
    std::string text, face = "f";
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto& [x, y] = outline[i];
        text += "v " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(slope * (x + 2 * y)) + "\n";
        face += ' ';
        face += std::to_string(i + 1);
    }
    return text + face + "\n";
}

Outline turned(Outline outline, std::size_t by) {
    std::rotate(outline.begin(), outline.begin() + std::ptrdiff_t(by), outline.end());
    return outline;
}

double area(const std::array<double, 3>& a, const std::array<double, 3>& b, const std::array<double, 3>& c) {
    return 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

/// Triangles that all turn like the outline and whose areas add up to its area cover it once.
void expect_covered(const Outline& outline, double expected_area, double slope = 0) {
    const Mesh mesh = read(outline_file(outline, slope), ".obj");
    ASSERT_EQ(mesh.triangles.size(), outline.size() - 2);
    EXPECT_EQ(mesh.polygon_of_triangle, Polygons(outline.size() - 2, 0));
    double sum = 0;
    for (const Triangle& t : mesh.triangles) {
        const double one = area(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]);
        EXPECT_GT(one * expected_area, 0) << t[0] << " " << t[1] << " " << t[2];
        sum += one;
    }
    EXPECT_NEAR(sum, expected_area, 1e-6);
}

const Outline dart{{0, 0}, {2, 1}, {0, 2}, {0.5, 1}};  // its last corner is reflex
const Outline l_shape{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};

Outline star() {
    Outline outline;
    for (int i = 0; i < 10; ++i) {
        const double radius = i % 2 == 0 ? 1 : 0.4, angle = 0.628318530717958648 * i;
        outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return outline;
}

TEST(Polygon, ConvexOnesKeepTheFanFromTheirFirstVertex) {
    for (std::size_t by = 0; by < 4; ++by) {
        const Mesh mesh = read(outline_file(turned({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, by), 0.3), ".obj");
        EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    }
    const Mesh hexagon = read(outline_file({{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}}), ".obj");
    EXPECT_EQ(hexagon.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
}

TEST(Polygon, AQuadBentAlongItsDiagonalKeepsItsFan) {
    const Mesh mesh = read("v 0 0 0\nv 1 0 0\nv 1 1 0.5\nv 0 1 0\nf 1 2 3 4\n", ".obj");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Polygon, ConcaveQuadIsCutAtItsReflexVertex) {
    EXPECT_EQ(read(outline_file(dart), ".obj").triangles, (Triangles{{1, 2, 3}, {1, 3, 0}}));
    // The reflex corner first or third: the fan from the first vertex is right.
    EXPECT_EQ(read(outline_file(turned(dart, 3)), ".obj").triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(read(outline_file(turned(dart, 1)), ".obj").triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(read(outline_file(turned(dart, 2)), ".obj").triangles, (Triangles{{1, 2, 3}, {1, 3, 0}}));
}

TEST(Polygon, ConcaveOutlinesAreCoveredFromEveryFirstVertex) {
    for (const double slope : {0.0, 0.7, -3.0}) {
        for (std::size_t by = 0; by < 4; ++by) expect_covered(turned(dart, by), 1.5, slope);
        for (std::size_t by = 0; by < 6; ++by) expect_covered(turned(l_shape, by), 5, slope);
        const double star_area = 10 * 0.5 * 1 * 0.4 * std::sin(0.628318530717958648);
        for (std::size_t by = 0; by < 10; ++by) expect_covered(turned(star(), by), star_area, slope);
    }
}

TEST(Polygon, ClockwiseOutlinesStayClockwise) {
    Outline outline = l_shape;
    std::reverse(outline.begin(), outline.end());
    for (std::size_t by = 0; by < 6; ++by) expect_covered(turned(outline, by), -5);
}

// No corner of a U or a comb sees all others, so that ears are clipped.
TEST(Polygon, CombNeedsEars) {
    Outline comb{{0, 0}, {9, 0}};
    for (int tooth = 4; tooth >= 0; --tooth) {
        comb.push_back({2.0 * tooth + 1, 3});
        comb.push_back({2.0 * tooth, 3});
        if (tooth > 0) comb.insert(comb.end(), {{2.0 * tooth, 1}, {2.0 * tooth - 1, 1}});
    }
    for (std::size_t by = 0; by < comb.size(); ++by) expect_covered(turned(comb, by), 9 + 5 * 2, 0.1);
}

TEST(Polygon, AVertexOnAnEdgeMakesNoTriangleWithoutArea) {
    const Outline outline{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}};
    for (std::size_t by = 0; by < 5; ++by) expect_covered(turned(outline, by), 4);
}

TEST(Polygon, WhatCannotBeCutKeepsItsFan) {
    const Triangles fan{{0, 1, 2}, {0, 2, 3}};
    const std::string face = "f 1 2 3 4\n";
    EXPECT_EQ(read("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\n" + face, ".obj").triangles, fan);  // crosses itself
    EXPECT_EQ(read("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\n" + face, ".obj").triangles, fan);  // no area
    EXPECT_EQ(read("v 1 1 1\nv 1 1 1\nv 1 1 1\nv 1 1 1\n" + face, ".obj").triangles, fan);  // a point
    EXPECT_EQ(read("v 0 0 0\nv 2 1 0\nv 0 2 0\nv nan 1 0\n" + face, ".obj").triangles, fan);
    EXPECT_EQ(read("v 0 0 0\nv 2 1 0\nv 0 2 0\nv inf 1 0\n" + face, ".obj").triangles, fan);
    EXPECT_EQ(read("v 0 0 0\nv 2 1 0\nv 0 2 0\n" + face, ".obj").triangles, fan);  // out of range
    EXPECT_EQ(read("v 0 0 0\nv 2 1 0\nv 0 2 0\nv 0.5 1 0\nf 1 2 2 3\n", ".obj").triangles,
              (Triangles{{0, 1, 1}, {0, 1, 2}}));
}

TEST(Polygon, ScaleDoesNotMatter) {
    for (const std::string exponent : {"e-300", "e-20", "e150", "e300"}) {
        const std::string text = "v 0 0 0\nv 2" + exponent + " 1" + exponent + " 0\nv 0 2" + exponent + " 0\nv 5" +
                                 exponent.substr(0, 1) + std::to_string(std::stoi(exponent.substr(1)) - 1) + " 1" +
                                 exponent + " 0\nf 1 2 3 4\n";
        EXPECT_EQ(read(text, ".obj").triangles, (Triangles{{1, 2, 3}, {1, 3, 0}})) << text;
    }
}

TEST(Polygon, EveryFormatCutsAlike) {
    const Triangles expected{{1, 2, 3}, {1, 3, 0}};
    const std::string rows = "0 0 0\n2 1 0\n0 2 0\n0.5 1 0\n";
    EXPECT_EQ(read("OFF\n4 1 0\n" + rows + "4 0 1 2 3\n", ".off").triangles, expected);
    EXPECT_EQ(read("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 4\n"
                   "property float x\nproperty float y\nproperty float z\nend_header\n4 0 1 2 3\n" +
                       rows,
                   ".ply")
                  .triangles,
              expected)
        << "faces come before vertices";
    EXPECT_EQ(read("# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n" + rows +
                       "POLYGONS 1 5\n4 0 1 2 3\n",
                   ".vtk")
                  .triangles,
              expected);
    EXPECT_EQ(read("MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n2 1 0 0\n0 2 0 0\n0.5 1 0 0\n"
                   "Quadrilaterals 1\n1 2 3 4 0\nEnd\n",
                   ".mesh")
                  .triangles,
              expected);
    EXPECT_EQ(read("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n7 0 0 0\n5 2 1 0\n9 0 2 0\n2 0.5 1 0\n$EndNodes\n"
                   "$Elements\n1\n1 3 2 0 0 7 5 9 2\n$EndElements\n",
                   ".msh")
                  .triangles,
              expected);
}

TEST(Polygon, NumbersOfPolygonsStayBehindAConcaveOne) {
    const Mesh mesh = read("v 0 0 0\nv 2 1 0\nv 0 2 0\nv 0.5 1 0\nf 1 2 3\nf 1 2 3 4\nf 1 2 4\n", ".obj");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {1, 2, 3}, {1, 3, 0}, {0, 1, 3}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1, 2}));
}

}  // namespace
}  // namespace pliant::io::test
