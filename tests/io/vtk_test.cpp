#include "reading.hpp"

namespace pliant::io::test {
namespace {

const std::string head = "# vtk DataFile Version 3.0\nany title\nASCII\n";
const std::string points = "POINTS 4 double\n0 0 0 1 0 0\n0 1 0\n0 0 1\n";
const std::string grid = head + "DATASET UNSTRUCTURED_GRID\n" + points;
const std::string surface = head + "DATASET POLYDATA\n" + points;

TEST(Vtk, ReadsTetrahedra) {
    const Mesh mesh = read(grid +
                               "CELLS 4 14\n1 0\n2 0 1\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 4\n1\n3\n5\n10\n"
                               "POINT_DATA 4\nSCALARS what float\n",
                           ".vtk");
    EXPECT_EQ(mesh.positions, unit_corners);
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
    EXPECT_TRUE(mesh.triangles.empty());
}

TEST(Vtk, ReadsEveryKindOfFace) {
    const Mesh mesh = read(grid +
                               "CELLS 5 24\n3 0 1 2\n4 0 1 2 3\n4 0 1 3 2\n4 0 1 2 3\n4 2 1 0 3\n"
                               "CELL_TYPES 5\n5 9 8 6 7\n",
                           ".vtk");
    EXPECT_EQ(
        mesh.triangles,
        (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {2, 1, 3}, {2, 1, 0}, {2, 0, 3}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1, 2, 2, 3, 4, 5, 5}));
}

TEST(Vtk, ReadsPolydata) {
    const Mesh mesh = read(surface +
                               "METADATA\nINFORMATION 1\nNAME x LOCATION y\nDATA 0\n\n"
                               "VERTICES 1 2\n1 0\nLINES 1 3\n2 0 1\npolygons 2 9\n3 0 1 2\n4 0 1 2 3\n"
                               "TRIANGLE_STRIPS 1 5\n4 0 1 2 3\nCELL_DATA 2\n",
                           ".vtk");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {2, 1, 3}}));
    EXPECT_EQ(mesh.polygons, 4u);
}

TEST(Vtk, ReadsVersion5Offsets) {
    const Mesh mesh = read(
        "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n"
        "FIELD FieldData 2\nTimeValue 1 1 double\n0.5\nMETADATA\nINFORMATION 0\n\nCycle 1 1 int\n7\n" +
            points +
            "CELLS 3 7\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2 0 1 2 3\nCELL_TYPES 2\n5\n10\n",
        ".vtk");
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
}

TEST(Vtk, ReadsBinary) {
    const std::string binary_head =
        "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n";
    std::string coordinates;
    for (const auto& p : unit_corners) coordinates += bytes_of(true, float(p[0]), float(p[1]), float(p[2]));
    const std::string types = "\nCELL_TYPES 2\n" + bytes_of(true, 5, 10) + "\n";
    const std::string sized = "\nCELLS 2 9\n" + bytes_of(true, 3, 0, 1, 2, 4, 0, 1, 2, 3);
    using Long = std::int64_t;
    const std::string offsets = "\nCELLS 3 7\nOFFSETS vtktypeint64\n" + bytes_of(true, Long(0), Long(3), Long(7)) +
                                "\nCONNECTIVITY vtktypeint64\n" +
                                bytes_of(true, Long(0), Long(1), Long(2), Long(0), Long(1), Long(2), Long(3));
    for (const std::string& cells : {sized, offsets}) {
        const Mesh mesh = read(binary_head + coordinates + cells + types, ".vtk");
        EXPECT_EQ(mesh.positions, unit_corners);
        EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
    }
    const std::size_t at = binary_head.size();
    EXPECT_EQ(refusal(binary_head + coordinates.substr(0, 20), ".vtk"),
              "test.vtk: byte " + std::to_string(at) + ": 4 points announced, but only 20 bytes follow");
    EXPECT_EQ(refusal(binary_head + coordinates + sized, ".vtk"),
              "test.vtk: byte " + std::to_string(at + 48 + sized.size()) + ": 2 cells, but 0 cell types");
}

TEST(Vtk, SaysWhereItIsMalformed) {
    EXPECT_EQ(refusal("vtk\n", ".vtk"), "test.vtk:1: expected \"# vtk DataFile Version\"");
    EXPECT_EQ(refusal("# vtk DataFile Version 3.0\nt\nEBCDIC\n", ".vtk"),
              "test.vtk:3: expected ASCII, found \"EBCDIC\"");
    EXPECT_EQ(refusal(head + "DATASET STRUCTURED_POINTS\n", ".vtk"),
              "test.vtk:4: expected UNSTRUCTURED_GRID or POLYDATA, found \"STRUCTURED_POINTS\"");
    EXPECT_EQ(refusal(head + "DATASET POLYDATA\n", ".vtk"), "test.vtk:5: expected POINTS, but the file ends");
    EXPECT_EQ(refusal(head + "DATASET POLYDATA\nPOINTS 4000000000 float\n", ".vtk"),
              "test.vtk:5: 4000000000 points announced, but only 7 bytes follow");
    EXPECT_EQ(refusal(head + "DATASET POLYDATA\nPOINTS 1 string\n0 0 0\n", ".vtk"),
              "test.vtk:5: expected a type such as float or int, found \"string\"");
    EXPECT_EQ(refusal(head + "DATASET POLYDATA\nPOINTS 2 float\n0 0 0\n0 x 0\n", ".vtk"),
              "test.vtk:7: expected a coordinate, found \"x\"");
    EXPECT_EQ(refusal(surface + "POLYGONS 1 4\n4 0 1 2 3\n", ".vtk"), "test.vtk:10: a cell of 4 vertices");
    EXPECT_EQ(refusal(surface + "POLYGONS 1 4\n-1 0 1 2\n", ".vtk"), "test.vtk:10: a cell of -1 vertices");
    EXPECT_EQ(refusal(surface + "POLYGONS 9 4\n3 0 1 2 3 4 5 6 7\n", ".vtk"), "test.vtk:9: 9 cells in 4 numbers");
    EXPECT_EQ(refusal(surface + "CUBES 1\n", ".vtk"),
              "test.vtk:9: expected POINTS, CELLS, CELL_TYPES, POLYGONS or another section, found \"CUBES\"");
    EXPECT_EQ(refusal(grid + "CELLS 1 4\n3 0 1 2\n", ".vtk"), "test.vtk:11: 1 cells, but 0 cell types");
    EXPECT_EQ(refusal(grid + "CELLS 1 8\n7 0 1 2 3 4 5 6\nCELL_TYPES 1\n12\n", ".vtk"),
              "test.vtk:13: cell 0: type 12 and 7 vertices do not go together");
    EXPECT_EQ(refusal(grid + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n", ".vtk"),
              "test.vtk:13: cell 0: type 10 and 3 vertices do not go together");
    const std::string offsets = surface + "POLYGONS 2 3\nOFFSETS vtktypeint64\n";
    EXPECT_EQ(refusal(offsets + "0 4\nCONNECTIVITY vtktypeint64\n0 1 2\n", ".vtk"),
              "test.vtk:12: an offset of 4 into 3 vertex numbers");
    EXPECT_EQ(refusal(offsets + "3 0\nCONNECTIVITY vtktypeint64\n0 1 2\n", ".vtk"),
              "test.vtk:11: an offset of 0 after 3");
}

}  // namespace
}  // namespace pliant::io::test
