// Files cut off at every byte and files with random bytes changed are read or refused in one line; nothing else. The
// sanitizer builds watch for the rest.
#include <random>

#include "reading.hpp"

namespace pliant::io::test {
namespace {

struct Sample {
    std::string ending, content;
};

std::string ply_body(bool swapped) {
    std::string body;
    for (const auto& p : unit_corners) body += bytes_of(swapped, float(p[0]), float(p[1]), float(p[2]));
    return body + bytes_of(swapped, std::uint8_t(3), 0, 1, 2, std::uint8_t(4), 0, 1, 2, 3);
}

std::string ply_header(const std::string& format) {
    return "ply\nformat " + format + " 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" +
           "element face 2\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string msh_binary() {
    using Size = std::uint64_t;
    std::string file = "$MeshFormat\n4.1 1 8\n" + bytes_of(false, 1) + "\n$EndMeshFormat\n$Nodes\n";
    file += bytes_of(false, Size(1), Size(1), Size(1), Size(1), 3, 1, 0, Size(1), Size(1), 0.0, 0.0, 0.0);
    file += "\n$EndNodes\n$Elements\n" + bytes_of(false, Size(1), Size(1), Size(1), Size(1), 3, 1, 4, Size(1));
    return file + bytes_of(false, Size(1), Size(1), Size(1), Size(1), Size(1)) + "\n$EndElements\n";
}

std::string vtk_binary() {
    return "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 1 float\n" +
           bytes_of(true, 1.0f, 2.0f, 3.0f) + "\nCELLS 1 5\n" + bytes_of(true, 4, 0, 0, 0, 0) + "\nCELL_TYPES 1\n" +
           bytes_of(true, 10) + "\n";
}

std::vector<Sample> samples() {
    const std::string stl_record =
        bytes_of(false, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, std::uint16_t(0));
    return {
        {".obj", "# t\nv 0 0 0\nv 1 0 0 1\nv 0 1e-1 \\\n0\nvn 0 0 1\nf 1/1/1 2//1 -1\nf 1 2 3 1\n"},
        {".ply", ply_header("ascii") + "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n"},
        {".ply", ply_header("binary_little_endian") + ply_body(false)},
        {".ply", ply_header("binary_big_endian") + ply_body(true)},
        {".stl",
         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
         "endsolid a\n"},
        {".stl", "solid" + std::string(75, ' ') + bytes_of(false, 2) + stl_record + stl_record},
        {".off", "COFF\n# c\n3 1 0\n0 0 0 9 9 9 9\n1 0 0 9 9 9 9\n0 1 0 9 9 9 9\n3 0 1 2 7\n"},
        {".msh", "$NOD\n1\n1 0 0 0\n$ENDNOD\n$ELM\n2\n1 2 1 1 3 1 1 1\n2 4 1 1 4 1 1 1 1\n$ENDELM\n"},
        {".msh",
         "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$X\n$EndX\n$Nodes\n1\n9 0 0 0\n$EndNodes\n$Elements\n1\n"
         "1 4 2 0 0 9 9 9 9\n$EndElements\n"},
        {".msh",
         "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 1 1 1\n2 1 1 1\n1\n0 0 0 0 0\n$EndNodes\n$Elements\n"
         "1 1 1 1\n3 1 4 1\n1 1 1 1 1\n$EndElements\n"},
        {".msh", msh_binary()},
        {".mesh",
         "MeshVersionFormatted 1\nDimension 3\nVertices\n1\n0 0 0 1\nEdges 1 1 1 0\nTetrahedra\n1\n1 1 1 1 0\nEnd\n"},
        {".vtk",
         "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD f 1\na 1 2 int\n1 2\n"
         "POINTS 1 double\n0 0 0\nCELLS 2 4\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n0 0 0 0\n"
         "CELL_TYPES 1\n10\n"},
        {".vtk",
         "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n0 0 0\nPOLYGONS 1 4\n3 0 0 0\n"
         "TRIANGLE_STRIPS 1 5\n4 0 0 0 0\n"},
        {".vtk", vtk_binary()},
        {".node", "# t\n2 3 0 0\n1 0 0 0\n2 1 0 0\n"},
        {".ele", "1 4 0\n1 1 2 3 4\n"},
        {".veg", "*VERTICES\n1 3 0 0\n1 0 0 0\n*ELEMENTS\nTET\n1 4 0\n1 1 1 1 1\n*REGION\na, b\n"},
    };
}

bool refused_in_one_line(const std::string& content, const std::string& ending) {
    const std::string message = refusal(content, ending);
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_TRUE(message.empty() || message.substr(0, 4 + ending.size()) == "test" + ending) << message;
    EXPECT_LT(message.size(), 200u) << message;
    return !message.empty();
}

TEST(Damage, FilesCutOffAnywhereAreReadOrRefused) {
    for (const Sample& sample : samples()) {
        EXPECT_EQ(refusal(sample.content, sample.ending), "");
        std::size_t refused = 0;
        for (std::size_t size = 0; size < sample.content.size(); ++size) {
            // A copy of just this size, so that reading beyond it is seen.
            refused += refused_in_one_line(std::string(sample.content.data(), size), sample.ending);
        }
        EXPECT_GT(refused, 0u) << sample.ending;
    }
}

TEST(Damage, FilesWithChangedBytesAreReadOrRefused) {
    std::mt19937 random(3);
    std::size_t refused = 0, tried = 0;
    for (const Sample& sample : samples()) {
        for (int i = 0; i < 1000; ++i, ++tried) {
            std::string content = sample.content;
            for (auto changes = 1 + random() % 3; changes > 0; --changes) {
                static constexpr std::string_view likely = "0199-+.# \n\r\t\\/naife$\xff\x80";
                const char c = random() % 2 ? likely[random() % likely.size()] : char(random() % 256);
                content[random() % content.size()] = c;
            }
            refused += refused_in_one_line(content, sample.ending);
        }
    }
    EXPECT_GT(refused, tried / 10);
    EXPECT_LT(refused, tried * 9 / 10);
}

}  // namespace
}  // namespace pliant::io::test
