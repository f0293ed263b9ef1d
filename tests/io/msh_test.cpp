#include "reading.hpp"

namespace pliant::io::test {
namespace {

const std::string head22 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string head41 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
const std::string nodes22 = "$Nodes\n4\n10 0 0 0\n7 1 0 0\n3 0 1 0\n90000 0 0 1\n$EndNodes\n";

TEST(Msh, ReadsVersion1) {
    const Mesh mesh = read(
        "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$ENDNOD\n"
        "$ELM\n2\n1 2 1 1 3 1 2 3\n2 4 1 1 4 1 2 3 4\n$ENDELM\n",
        ".msh");
    EXPECT_EQ(mesh.positions, unit_corners);
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
    EXPECT_TRUE(mesh.triangles.empty());
    EXPECT_EQ(mesh.polygons, 0u);
}

TEST(Msh, ReadsVersion2WithAnyNodeNumbersAndSectionsInAnyOrder) {
    const std::string elements =
        "$Elements\n4\n1 15 2 0 1 10\n2 1 2 0 1 10 7\n3 2 3 0 1 9 10 7 3\n9 4 0 10 7 3 90000\n$EndElements\n";
    const std::string names = "$PhysicalNames\n1\n3 1 \"$Nodes 7\"\n$EndPhysicalNames\n";
    for (const std::string& file : {head22 + names + nodes22 + elements, head22 + elements + nodes22 + names}) {
        const Mesh mesh = read(file, ".msh");
        EXPECT_EQ(mesh.positions, unit_corners);
        EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
    }
}

TEST(Msh, GivesTrianglesWhereThereAreNoTetrahedra) {
    const Mesh mesh = read(head22 + nodes22 + "$Elements\n2\n1 2 0 10 7 3\n2 3 0 10 7 3 90000\n$EndElements\n", ".msh");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1}));
}

TEST(Msh, NodeNumbersThatDoNotExistAreKeptForBorderControl) {
    const Mesh mesh = read(head22 + nodes22 + "$Elements\n1\n1 4 0 10 8 -1 90001\n$EndElements\n", ".msh");
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu}}));
}

TEST(Msh, NodeNumbersThatDoNotFitHideNoOthers) {
    const Mesh mesh = read(head22 + "$Nodes\n2\n99999999999 5 5 5\n0 1 0 0\n$EndNodes\n$Elements\n1\n" +
                               "1 2 0 0 99999999999 0\n$EndElements\n",
                           ".msh");
    EXPECT_EQ(mesh.triangles, (Triangles{{1, 0xFFFFFFFFu, 1}}));
}

TEST(Msh, ReadsVersion41InBlocksWithParameters) {
    const Mesh mesh = read(head41 +
                               "$Entities\n1 0 0 0\n1 0 0 0 0\n$EndEntities\n"
                               "$Nodes\n3 4 1 12\n0 1 0 1\n12\n0 0 0\n2 1 1 2\n1\n2\n1 0 0 0.5 0.5\n0 1 0 0.5 0.5\n"
                               "3 1 0 1\n5\n0 0 1\n$EndNodes\n"
                               "$Elements\n2 2 1 2\n2 1 2 1\n1 12 1 2\n3 1 4 1\n2 12 1 2 5\n$EndElements\n",
                           ".msh");
    EXPECT_EQ(mesh.positions, unit_corners);
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
}

TEST(Msh, ReadsBinaryVersion2OfBothByteOrders) {
    for (const bool swapped : {false, true}) {
        std::string file = "$MeshFormat\n2.2 1 8\n" + bytes_of(swapped, 1) + "\n$EndMeshFormat\n$Nodes\n4\n";
        for (int i = 0; i < 4; ++i) {
            const auto& p = unit_corners[std::size_t(i)];
            file += bytes_of(swapped, 10 * i + 10, p[0], p[1], p[2]);
        }
        file += "\n$EndNodes\n$Elements\n3\n" + bytes_of(swapped, 2, 1, 2, 1, 0, 0, 10, 20, 30);
        file += bytes_of(swapped, 4, 2, 1, 2, 0, 10, 20, 30, 40, 3, 0, 20, 10, 30, 40) + "\n$EndElements\n";
        const Mesh mesh = read(file, ".msh");
        EXPECT_EQ(mesh.positions, unit_corners);
        EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}, {1, 0, 2, 3}}));
    }
}

std::string binary41(bool swapped, std::uint64_t nodes) {
    using Size = std::uint64_t;
    std::string file = "$MeshFormat\n4.1 1 8\n" + bytes_of(swapped, 1) + "\n$EndMeshFormat\n$Entities\n";
    file += bytes_of(swapped, Size(0), Size(0), Size(0), Size(0)) + "\n$EndEntities\n$Nodes\n";
    file += bytes_of(swapped, Size(1), nodes, Size(1), nodes, 3, 1, 0, nodes, Size(1), Size(2), Size(3), Size(4));
    for (const auto& p : unit_corners) file += bytes_of(swapped, p[0], p[1], p[2]);
    file += "\n$EndNodes\n$Elements\n" + bytes_of(swapped, Size(1), Size(1), Size(1), Size(1), 3, 1, 4, Size(1));
    return file + bytes_of(swapped, Size(1), Size(1), Size(2), Size(3), Size(4)) + "\n$EndElements\n";
}

TEST(Msh, ReadsBinaryVersion41OfBothByteOrders) {
    for (const bool swapped : {false, true}) {
        const Mesh mesh = read(binary41(swapped, 4), ".msh");
        EXPECT_EQ(mesh.positions, unit_corners);
        EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{0, 1, 2, 3}}));
    }
}

TEST(Msh, SaysWhereItIsMalformed) {
    EXPECT_EQ(refusal("hello\n", ".msh"), "test.msh:1: expected $MeshFormat or $NOD, found \"hello\"");
    EXPECT_EQ(refusal("$MeshFormat\n4 0 8\n", ".msh"),
              "test.msh:2: this version of the MSH format is not supported; 1, 2 and 4.1 are");
    EXPECT_EQ(refusal("$MeshFormat\n2.2 0 16\n", ".msh"), "test.msh:2: numbers of 16 bytes are not supported");
    EXPECT_EQ(refusal(head22, ".msh"), "test.msh:4: no section of nodes");
    EXPECT_EQ(refusal(head22 + "$Nodes\nx\n", ".msh"), "test.msh:5: expected the number of nodes, found \"x\"");
    EXPECT_EQ(refusal(head22 + "$Nodes\n4000000000\n1 0 0 0\n", ".msh"),
              "test.msh:5: 4000000000 nodes announced, but only 9 bytes follow");
    EXPECT_EQ(refusal(head22 + "$Nodes\n2\n1 0 0 0\n2 0 0 zero\n$EndNodes\n", ".msh"),
              "test.msh:7: expected a coordinate, found \"zero\"");
    EXPECT_EQ(refusal(head22 + "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n", ".msh"),
              "test.msh:7: expected $EndNodes, found \"2\"");
    EXPECT_EQ(refusal(head22 + "$Nodes\n1\n1 0 0 0\n", ".msh"), "test.msh:7: expected $EndNodes, but the file ends");
    EXPECT_EQ(refusal(head22 + "$Foo\n1\n", ".msh"), "test.msh:4: the section $Foo does not end");
    EXPECT_EQ(refusal(head22 + "12\n", ".msh"), "test.msh:4: expected a section such as $Nodes, found \"12\"");
    EXPECT_EQ(refusal(head22 + nodes22 + "$Elements\n1\n1 99 0 1 2 3 4 5 6 7 8\n$EndElements\n", ".msh"),
              "test.msh:13: element type 99 is not supported; those of first and second order are");
    EXPECT_EQ(refusal(head22 + nodes22 + "$Elements\n2\n1 4 0 10 7 3 90000\n", ".msh"),
              "test.msh:14: expected an element number, but the file ends");
    EXPECT_EQ(refusal(head41 + "$Nodes\n1 4000000000 1 1\n", ".msh"),
              "test.msh:5: 4000000000 nodes announced, but only 5 bytes follow");
    EXPECT_EQ(refusal(binary41(false, std::uint64_t(1) << 40), ".msh"),
              "test.msh: byte 119: 1099511627776 nodes announced, but only 291 bytes follow");
    const std::string whole = binary41(false, 4);
    EXPECT_EQ(refusal(whole.substr(0, 200), ".msh"), "test.msh: byte 195: expected a coordinate, but the file ends");
}

}  // namespace
}  // namespace pliant::io::test
