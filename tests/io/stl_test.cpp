#include "reading.hpp"
#include "temporary_folder.hpp"

namespace pliant::io::test {
namespace {

const std::string facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e-1 0\nendloop\nendfacet\n";

std::string binary(const std::string& header, std::uint32_t count, int records) {
    std::string file = header + std::string(80 - header.size(), ' ') + bytes_of(false, count);
    for (int i = 0; i < records; ++i) {
        file +=
            bytes_of(false, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.1f, 0.0f, std::uint16_t(0));
    }
    return file;
}

TEST(Stl, ReadsText) {
    const Mesh mesh =
        read("solid a name facet\n" + facet + facet + "endsolid a name\nsolid\n" + facet + "endsolid\n", ".stl");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}));
    EXPECT_EQ(mesh.positions.size(), 9u);
    EXPECT_EQ(mesh.positions[8], (std::array{0.0, 0.1, 0.0}));
    EXPECT_EQ(mesh.polygons, 3u);
}

TEST(Stl, IsASoup) {
    EXPECT_TRUE(read("solid\n" + facet + "endsolid\n", ".stl").soup);
    EXPECT_TRUE(read(binary("", 1, 1), ".stl").soup);
    EXPECT_FALSE(read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", ".obj").soup);
}

TEST(Stl, IsWeldedWhereSoupsAre) {
    const TemporaryFolder folder;
    const auto stl = folder.write("twice.stl", "solid\n" + facet + facet + "endsolid\n");
    const auto indexed = folder.write("twice.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nf 1 2 3\n");
    EXPECT_EQ(read_mesh(stl).positions.size(), 6u);
    EXPECT_EQ(read_mesh(stl, {Weld::soups}).positions.size(), 3u);
    EXPECT_EQ(read_mesh(indexed, {Weld::soups}).positions.size(), 3u);
    EXPECT_EQ(read_mesh(indexed, {Weld::all}).positions.size(), 2u);
    EXPECT_EQ(open_sequence(stl.string(), {24, Weld::soups})->mesh().triangles, (Triangles{{0, 1, 2}, {0, 1, 2}}));
    EXPECT_EQ(open_sequence(stl.string())->mesh().positions.size(), 6u);
}

TEST(Stl, ToleratesWhatWritersDo) {
    EXPECT_EQ(read("SOLID X\r\nFACET NORMAL -nan(ind) nan nan\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\nVERTEX 1 0 0\r\n"
                   "VERTEX 0 1 0\r\nENDLOOP\r\nENDFACET\r\nENDSOLID\r\n",
                   ".stl")
                  .triangles.size(),
              1u);
    EXPECT_TRUE(read("solid empty\nendsolid empty\n", ".stl").triangles.empty());
    const Mesh quad = read(
        "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n"
        "endloop\nendfacet\nendsolid\n",
        ".stl");
    EXPECT_EQ(quad.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(quad.polygon_of_triangle, (Polygons{0, 0}));
}

TEST(Stl, ReadsBinary) {
    const Mesh mesh = read(binary("made by hand", 2, 2), ".stl");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(mesh.positions[5], (std::array{0.0, double(0.1f), 0.0}));
}

TEST(Stl, TellsBinaryFilesThatBeginWithSolid) {
    EXPECT_EQ(read(binary("solid cube", 3, 3), ".stl").triangles.size(), 3u);
    EXPECT_EQ(read(binary("solid cube\nfacet normal 0 0 1\nouter loop\n", 3, 3), ".stl").triangles.size(), 3u);
    EXPECT_EQ(read(binary("solid cube", 3, 3) + "trailing bytes", ".stl").triangles.size(), 3u);
    EXPECT_EQ(refusal(binary("solid cube", 3, 2), ".stl"),
              "test.stl: byte 84: 3 triangles announced, but only 100 bytes follow");
}

TEST(Stl, SaysWhereTextIsMalformed) {
    EXPECT_EQ(refusal("solid\n" + facet, ".stl"), "test.stl:9: expected facet or endsolid, but the file ends");
    EXPECT_EQ(refusal("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 O 0\n", ".stl"),
              "test.stl:5: expected a coordinate, found \"O\"");
    EXPECT_EQ(refusal("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", ".stl"),
              "test.stl:6: a facet needs 3 vertices or more, this one has 2");
    EXPECT_EQ(refusal("solid\nfacet normal 0 0 1\nvertex 0 0 0\n", ".stl"),
              "test.stl:3: expected outer, found \"vertex\"");
    EXPECT_EQ(refusal("solid\nface\n", ".stl"), "test.stl:2: expected facet or endsolid, found \"face\"");
    EXPECT_EQ(refusal("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0", ".stl"),
              "test.stl:4: expected a coordinate, but the file ends");
}

TEST(Stl, SaysWhereBinaryDataEnds) {
    EXPECT_EQ(refusal("x", ".stl"),
              "test.stl: byte 0: expected solid, or a binary header of 80 bytes, but the file ends");
    EXPECT_EQ(refusal(std::string(82, 'x'), ".stl"),
              "test.stl: byte 80: expected the number of triangles, but the file ends");
    EXPECT_EQ(refusal(binary("x", 0xFFFFFFFFu, 1), ".stl"),
              "test.stl: byte 84: 4294967295 triangles announced, but only 50 bytes follow");
}

}  // namespace
}  // namespace pliant::io::test
