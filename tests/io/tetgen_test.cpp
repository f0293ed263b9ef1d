#include "reading.hpp"
#include "temporary_folder.hpp"

namespace pliant::io::test {
namespace {

const std::string nodes_from_0 = "# nodes\n4 3 1 1\n0 0 0 0 0.5 1\n\n1 1 0 0 0.5 1 # comment\n2 0 1 0\n3 0 0 1\n";
const std::string nodes_from_1 = "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";

std::string refusal_of(const std::filesystem::path& path) {
    try {
        read_mesh(path);
        return "";
    } catch (const FileError& error) {
        return error.what();
    }
}

TEST(Tetgen, ReadsBothFilesByEitherNameFrom0And1) {
    const TemporaryFolder folder;
    folder.write("a.node", nodes_from_0);
    folder.write("a.ele", "1 4 1\n0 0 1 2 3 7\n");
    folder.write("b.node", nodes_from_1);
    folder.write("b.ele", "# tets\n1  4  0\n1  1 2 3 4\n");
    for (const char* name : {"a.node", "a.ele", "b.node", "b.ele"}) {
        const Mesh mesh = read_mesh(folder / name);
        EXPECT_EQ(mesh.positions, unit_corners) << name;
        EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}})) << name;
        EXPECT_EQ(mesh.name, name);
    }
}

TEST(Tetgen, SaysWhenTheOtherFileIsMissing) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.node", nodes_from_0);
    EXPECT_EQ(refusal_of(path), (folder / "a.ele").string() + ": cannot be read: No such file or directory");
}

TEST(Tetgen, SaysWhereItIsMalformed) {
    EXPECT_EQ(refusal("4 2 0 0\n1 0 0\n2 0 0\n3 0 0\n4 0 0\n", ".node"), "test.node:1: vertices need 3 coordinates");
    EXPECT_EQ(refusal("4000000000 3 0 0\n", ".node"),
              "test.node:1: 4000000000 vertices announced, but only 7 bytes follow");
    EXPECT_EQ(refusal("2 3 0 0\n1 0 0 0\n2 0 0\n", ".node"), "test.node:3: expected a coordinate, but the line ends");
    EXPECT_EQ(refusal("2 3 0 0\n1 0 0 0\n2 0 0 z\n", ".node"), "test.node:3: expected a coordinate, found \"z\"");
    EXPECT_EQ(refusal("1 3 0 0\n\n\n\n\n\n\n", ".node"), "test.node:8: expected a vertex, but the file ends");
    EXPECT_EQ(refusal("1 10 0\n1 1 2 3 4 5 6 7 8 9 10\n", ".ele"),
              "test.ele:1: elements of other than 4 corners are not supported");
    EXPECT_EQ(refusal("1 4 0\n1 1 2 3\n\n", ".ele"), "test.ele:2: expected a vertex number, but the line ends");
    EXPECT_EQ(refusal("# empty\n", ".ele"), "test.ele:2: expected the number of elements, but the file ends");
}

const std::string veg =
    "# Vega mesh file.\n*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n\n"
    "*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n";

TEST(Vega, ReadsTetrahedra) {
    const Mesh mesh = read(veg + "*MATERIAL m\nENU, 1000, 1e6, 0.45\n*REGION\nallElements, m\n", ".veg");
    EXPECT_EQ(mesh.positions, unit_corners);
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
}

TEST(Vega, SaysWhereItIsMalformed) {
    EXPECT_EQ(refusal("# nothing\n", ".veg"), "test.veg:2: expected *VERTICES, but the file ends");
    EXPECT_EQ(refusal(veg.substr(0, veg.find("*ELEMENTS")), ".veg"),
              "test.veg:9: expected *ELEMENTS, but the file ends");
    EXPECT_EQ(refusal("*VERTICES\n*INCLUDE a.node\n", ".veg"), "test.veg:2: *INCLUDE is not supported");
    EXPECT_EQ(refusal("*ELEMENTS\nBRICK\n1 8 0\n", ".veg"), "test.veg:2: expected TET or CUBIC, found \"BRICK\"");
    EXPECT_EQ(refusal("*VERTICES\n4 3 0 0\n1 0 0 0\n2 0 0 0\n3 0 x 0\n4 0 0 0\n", ".veg"),
              "test.veg:5: expected a coordinate, found \"x\"");
}

}  // namespace
}  // namespace pliant::io::test
