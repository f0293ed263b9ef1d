#include "reading.hpp"

namespace pliant::io::test {
namespace {

const std::string head = "MeshVersionFormatted 2\nDimension\n3\n";
const std::string medit_vertices = "Vertices\n4\n0 0 0 1\n1 0 0 1\n0 1 0 -1\n0 0 1 0\n";

TEST(Medit, ReadsTetrahedraAndStepsOverOtherSections) {
    const Mesh mesh = read("# made\nMeshVersionFormatted 1 Dimension 3\n" + medit_vertices +
                               "Edges\n1\n1 2 0\nCorners\n2\n1\n2\nNormals\n1\n0.5 -.5 1e-3\nHexahedra 0\n"
                               "Triangles\n1\n1 2 3 0\nTetrahedra\n2\n1 2 3 4 0\n2 1 3 4 0\nEnd\nanything",
                           ".mesh");
    EXPECT_EQ(mesh.positions, unit_corners);
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}, {1, 0, 2, 3}}));  // negative volume stays as it is
    EXPECT_TRUE(mesh.triangles.empty());
}

TEST(Medit, GivesFacesWhereThereAreNoTetrahedra) {
    const Mesh mesh = read(head + medit_vertices + "Triangles 1 1 2 3 0 Quadrilaterals 1 1 2 3 4 0", ".mesh");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1}));
}

TEST(Medit, KeepsNumbersOutOfRange) {
    const Mesh mesh = read(head + medit_vertices + "Tetrahedra\n1\n0 -7 5 9999999999 0\nEnd\n", ".mesh");
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0xFFFFFFFFu, 0xFFFFFFFFu, 4, 0xFFFFFFFFu}}));
}

TEST(Medit, SaysWhereItIsMalformed) {
    EXPECT_EQ(refusal("mesh\n", ".mesh"), "test.mesh:1: expected MeshVersionFormatted, found \"mesh\"");
    EXPECT_EQ(refusal(head, ".mesh"), "test.mesh:4: expected Vertices, but the file ends");
    EXPECT_EQ(refusal("MeshVersionFormatted 2\nDimension 2\n", ".mesh"),
              "test.mesh:2: dimension 2 is not supported; 3 is");
    EXPECT_EQ(refusal(head + "Vertices\n4000000000\n0 0 0 1\n", ".mesh"),
              "test.mesh:5: 4000000000 vertices announced, but only 9 bytes follow");
    EXPECT_EQ(refusal(head + "Vertices\n2\n0 0 0 1\n0 0 x 1\n", ".mesh"),
              "test.mesh:7: expected a coordinate, found \"x\"");
    EXPECT_EQ(refusal(head + medit_vertices + "Tetrahedra\n1\n1 2 3 4", ".mesh"),
              "test.mesh:11: 1 tetrahedra announced, but only 8 bytes follow");
    EXPECT_EQ(refusal(head + medit_vertices + "Tetrahedra\n1\n1 2 3 4   ", ".mesh"),
              "test.mesh:12: expected a reference, but the file ends");
    EXPECT_EQ(refusal(head + medit_vertices + "Tetrahedra\n1\n1 2 3 End 0 0 0\n", ".mesh"),
              "test.mesh:12: expected a vertex number, found \"End\"");
    EXPECT_EQ(refusal(head + medit_vertices + "7 7\n", ".mesh"),
              "test.mesh:10: expected a keyword such as Vertices, found \"7\"");
}

}  // namespace
}  // namespace pliant::io::test
