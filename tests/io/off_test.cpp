#include "reading.hpp"

namespace pliant::io::test {
namespace {

TEST(Off, ReadsEveryVariant) {
    for (const char* text : {
             "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n",
             "OFF 4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3",
             "OFF4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n",
             "4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n",
             "# made\n\nOFF # head\n# counts\n4 2\n\n0 0 0\n# between\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2 # face\n4 0 1 2 "
             "3\n",
             "COFF\r\n4 2 0\r\n0 0 0 255 0 0 255\r\n1 0 0 1 1 1 1\r\n0 1 0 0 0 0 0\r\n0 0 1 0 0 0 0\r\n3 0 1 2\r\n4 0 "
             "1 2 3\r\n",
             "NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n0 0 1 0 0 1\n3 0 1 2 255 0 0\n4 0 1 2 3 0.5 0.5 0.5 "
             "1\n",
             "CNOFF\n4 2 0\n0 0 0 0 0 1 9 9 9 9\n1 0 0 0 0 1 9 9 9 9\n0 1 0 0 0 1\n0 0 1 0 0 1\n3 0 1 2\n4 0 1 2 3\n",
             "STOFF\n4 2 0\n0 0 0 0.5 0.5\n1 0 0 0.5 0.5\n0 1 0 0 0\n0 0 1 0 0\n3 0 1 2 7\n4 0 1 2 3 7\n",
             "STCNOFF\n4 2 0\n0 0 0 1\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n",
         }) {
        SCOPED_TRACE(text);
        const Mesh mesh = read(text, ".off");
        EXPECT_EQ(mesh.positions, unit_corners);
        EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
        EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1}));
        EXPECT_EQ(mesh.polygons, 2u);
    }
}

TEST(Off, FacesOfFewerThanThreeVerticesCountButHaveNoTriangles) {
    const Mesh mesh = read("OFF\n0 3 0\n2 0 1\n3 0 1 2\n0\n", ".off");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{1}));
    EXPECT_EQ(mesh.polygons, 3u);
}

TEST(Off, SaysWhereItIsMalformed) {
    const std::string keyword = "expected OFF, COFF, NOFF, CNOFF or STOFF, found ";
    EXPECT_EQ(refusal("FOO\n", ".off"), "test.off:1: " + keyword + "\"FOO\"");
    EXPECT_EQ(refusal("4OFF\n1 0 0\n", ".off"), "test.off:1: " + keyword + "\"4OFF\"");
    EXPECT_EQ(refusal("OFF BINARY\n", ".off"), "test.off:1: binary OFF is not supported");
    EXPECT_EQ(refusal("# only\n", ".off"), "test.off:2: expected OFF, but the file ends");
    EXPECT_EQ(refusal("OFF\n", ".off"), "test.off:2: expected the number of vertices, but the file ends");
    EXPECT_EQ(refusal("OFF\nmany\n", ".off"), "test.off:2: expected the number of vertices, found \"many\"");
    EXPECT_EQ(refusal("OFF\n1\n", ".off"), "test.off:2: 1 vertices announced, but only 1 bytes follow");
    EXPECT_EQ(refusal("OFF\n4000000000 1 0\n0 0 0\n", ".off"),
              "test.off:2: 4000000000 vertices announced, but only 11 bytes follow");
    EXPECT_EQ(refusal("OFF\n1 4000000000 0\n0 0 0\n", ".off"),
              "test.off:2: 4000000000 faces announced, but only 9 bytes follow");
    EXPECT_EQ(refusal("OFF\n2 0 0\n0 0 0\n1 1\n", ".off"), "test.off:4: expected a coordinate, but the line ends");
    EXPECT_EQ(refusal("OFF\n2 1 0\n0 0 0\n\n\n\n\n\n\n", ".off"), "test.off:10: expected a vertex, but the file ends");
    EXPECT_EQ(refusal("OFF\n1 2 0\n0 0 0\n3 0 1 2\n", ".off"), "test.off:5: expected a face, but the file ends");
    EXPECT_EQ(refusal("OFF\n1 1 0\n0 0 0\n3 0 1\n\n\n\n", ".off"),
              "test.off:4: expected a vertex number, but the line ends");
    EXPECT_EQ(refusal("OFF\n1 1 0\n0 0 0\n3 0 1 x\n", ".off"), "test.off:4: expected a vertex number, found \"x\"");
}

}  // namespace
}  // namespace pliant::io::test
