#include "reading.hpp"

namespace pliant::io::test {
namespace {

TEST(Obj, ReadsEveryFormOfFaceVertex) {
    const Mesh mesh = read(
        "# a tetrahedron\n"
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
        "vt 0 0\nvn 0 0 1\n"
        "f 1 2 3\nf 1/1 2/1 4/1\nf 1//1 3//1 4//1\nf 2/1/1 3/1/1 4/1/1\n",
        ".obj");
    EXPECT_EQ(mesh.positions, unit_corners);
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}));
    EXPECT_EQ(mesh.polygons, 4u);
    EXPECT_TRUE(mesh.polygon_of_triangle.empty());
    EXPECT_EQ(mesh.name, "test.obj");
}

TEST(Obj, NegativeIndicesCountBackFromTheLatestVertex) {
    const Mesh mesh = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 -2/-1 -3//-2\n", ".obj");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 2, 1}}));
}

TEST(Obj, FansPolygonsFromTheirFirstVertexAndMapsThemBack) {
    const Mesh mesh = read("v 0 0 0\nf 1 2 3\nf 4 5 6 7 8\nf 1 2 4\n", ".obj");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}, {3, 5, 6}, {3, 6, 7}, {0, 1, 3}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1, 1, 2}));
    EXPECT_EQ(mesh.polygons, 3u);
}

TEST(Obj, ToleratesWhatWritersDo) {
    for (const char* text : {
             "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",                      // Windows
             "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r",                              // old Macintosh
             "\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3",                    // byte order mark, no end
             "v\t0  0\t0 \nv 1 0 0\t\n\n  v 0 1 0\nf 1 2 3 # face\n",             // blanks, a comment behind
             "v 0 0 0 1\nv 1 0 0 0.1 0.2 0.3\nv 0 1 0 1 0.1 0.2 0.3\nf 1 2 3\n",  // weight, colours
             "v 0 \\\n0 0\nv 1 0 0\nv 0 1 0\nf 1 \\\r\n 2\\\n 3\n",               // continued lines
             "mtllib a.mtl\no x\ng y\ns off\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nl 1 2\np 1\nf 1 2 3\nwhat 7\n",
             "# C:\\models\\\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf +1 2 3\n",  // a path is no continuation
         }) {
        SCOPED_TRACE(text);
        const Mesh mesh = read(text, ".obj");
        EXPECT_EQ(mesh.positions, (Positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
        EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
    }
}

TEST(Obj, KeepsIndicesOutOfRangeForBorderControl) {
    const Mesh mesh = read("v 0 0 0\nf 1 2 99\nf 1 0 -5\nf 4294967295 4294967296 99999999999999999999999\n", ".obj");
    EXPECT_EQ(mesh.triangles[0], (Triangle{0, 1, 98}));
    EXPECT_EQ(mesh.triangles[1], (Triangle{0, 0xFFFFFFFFu, 0xFFFFFFFFu}));
    EXPECT_EQ(mesh.triangles[2], (Triangle{0xFFFFFFFEu, 0xFFFFFFFFu, 0xFFFFFFFFu}));
}

TEST(Obj, SaysWhereItIsMalformed) {
    EXPECT_EQ(refusal("v 0 0 0\nv 1 abc 0\n", ".obj"), "test.obj:2: expected a coordinate, found \"abc\"");
    EXPECT_EQ(refusal("v 0 0 0\n\nv 1 2\nv 1 2 3\n", ".obj"), "test.obj:3: expected a coordinate, but the line ends");
    EXPECT_EQ(refusal("v 0 0 0\r\nv 1 2", ".obj"), "test.obj:2: expected a coordinate, but the file ends");
    EXPECT_EQ(refusal("v 0 0 1.5x\n", ".obj"), "test.obj:1: expected a coordinate, found \"1.5x\"");
    const std::string corner = "expected a face vertex such as 1, 1/2 or 1/2/3, found ";
    EXPECT_EQ(refusal("v 0 0 0\nf 1 b 3\n", ".obj"), "test.obj:2: " + corner + "\"b\"");
    EXPECT_EQ(refusal("v 0 0 0\nf 1 2 3.0\n", ".obj"), "test.obj:2: " + corner + "\"3.0\"");
    EXPECT_EQ(refusal("v 0 0 0\nf /1 2 3\n", ".obj"), "test.obj:2: " + corner + "\"/1\"");
    EXPECT_EQ(refusal("v 0 0 0\nf 1 2/3/4/5 3\n", ".obj"), "test.obj:2: " + corner + "\"2/3/4/5\"");
    EXPECT_EQ(refusal("v 0 0 0\nf 1 2\n", ".obj"), "test.obj:2: a face needs 3 vertices or more, this one has 2");
    EXPECT_EQ(refusal("# nothing\n", ".obj"), "test.obj:2: no vertex in this OBJ file");
}

TEST(Obj, MessagesStayOnOneLineAndShort) {
    const std::string junk = std::string("\x01\x7f\xff", 3) + std::string(5000, 'x');
    EXPECT_EQ(refusal("v 0 0 " + junk, ".obj"),
              "test.obj:1: expected a coordinate, found \"???xxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"");
}

}  // namespace
}  // namespace pliant::io::test
