#include "reading.hpp"

namespace pliant::io::test {
namespace {

const std::string text_header =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 2\nproperty list uchar int vertex_indices\nend_header\n";

TEST(Ply, ReadsText) {
    const Mesh mesh = read(text_header + "0 0 0\n1 0 0\n0 1 0\n0.1 0 1 \n3 0 1 2\n4 0 1 2 3\n", ".ply");
    EXPECT_EQ(mesh.positions.size(), 4u);
    EXPECT_EQ(mesh.positions[3], (std::array{0.1, 0.0, 1.0}));  // decimal text goes to double, never through float
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1}));
    EXPECT_EQ(mesh.polygons, 2u);
}

TEST(Ply, ReadsBothByteOrdersWithForeignElementsAndPropertiesInAnyOrder) {
    for (const bool big : {false, true}) {
        std::string file = std::string("ply\r\nformat ") + (big ? "binary_big_endian" : "binary_little_endian") +
                           " 1.0\r\ncomment element face 9\r\nobj_info scanner\r\n"
                           "element camera 1\r\nproperty float fov\r\nproperty list ushort double path\r\n"
                           "element face 2\r\nproperty uchar flags\r\nproperty list uint8 uint32 vertex_index\r\n"
                           "property list char float texcoord\r\n"
                           "element nothing 4000000000\r\n"
                           "element vertex 3\r\nproperty double z\r\nproperty int16 quality\r\nproperty float x\r\n"
                           "property int8 y\r\nend_header\r\n";
        file += bytes_of(big, 1.0f, std::uint16_t(2), 1.0, 2.0);
        file += bytes_of(big, std::uint8_t(7), std::uint8_t(3), 0u, 1u, 2u, std::int8_t(1), 0.5f);
        file += bytes_of(big, std::uint8_t(7), std::uint8_t(3), 2u, 1u, 0xFFFFFFFFu, std::int8_t(0));
        file += bytes_of(big, 0.1, std::int16_t(-1), 0.1f, std::int8_t(-3));
        file += bytes_of(big, 1e300, std::int16_t(-1), -0.0f, std::int8_t(127));
        file += bytes_of(big, 5e-324, std::int16_t(-1), 1e-45f, std::int8_t(0));
        const Mesh mesh = read(file, ".ply");
        EXPECT_EQ(mesh.positions,
                  (Positions{{double(0.1f), -3, 0.1}, {-0.0, 127, 1e300}, {double(1e-45f), 0, 5e-324}}));
        EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {2, 1, 0xFFFFFFFFu}}));
    }
}

TEST(Ply, AnyIntegerTypeMayNumberVertices) {
    for (const char* type : {"char", "uchar", "short", "ushort", "int", "uint"}) {
        const std::string file =
            std::string("ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\n") +
            "property float z\nelement face 1\nproperty list " + type + " " + type +
            " vertex_indices\nend_header\n3 2 1 -1\n";
        EXPECT_EQ(read(file, ".ply").triangles, (Triangles{{2, 1, 0xFFFFFFFFu}})) << type;
    }
}

TEST(Ply, SplitsStrips) {
    const Mesh mesh = read(
        "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n9 0 1 2 3 4 -1 5 6 7\n",
        ".ply");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {5, 6, 7}}));
    EXPECT_EQ(mesh.polygons, 4u);
    EXPECT_TRUE(mesh.polygon_of_triangle.empty());
}

TEST(Ply, ReadsPointsWithoutFaces) {
    const Mesh mesh = read(
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float "
        "z\nend_header\nnan inf -0\n",
        ".ply");
    EXPECT_EQ(mesh.positions.size(), 1u);
    EXPECT_TRUE(mesh.triangles.empty());
    EXPECT_TRUE(mesh.positions[0][0] != mesh.positions[0][0]);
}

TEST(Ply, SaysWhereAHeaderIsMalformed) {
    EXPECT_EQ(refusal("plx\n", ".ply"), "test.ply:1: expected ply, found \"plx\"");
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\n", ".ply"), "test.ply:3: expected end_header, but the file ends");
    EXPECT_EQ(refusal("ply\nformat ebcdic 1.0\n", ".ply"),
              "test.ply:2: expected ascii, binary_little_endian or binary_big_endian, found \"ebcdic\"");
    EXPECT_EQ(refusal("ply\nelement vertex -1\n", ".ply"), "test.ply:2: expected the number of elements, found \"-1\"");
    EXPECT_EQ(refusal("ply\nproperty float x\n", ".ply"), "test.ply:2: a property before the first element");
    EXPECT_EQ(refusal("ply\nelement vertex 1\nproperty quad x\n", ".ply"),
              "test.ply:3: expected a type such as float or uchar, found \"quad\"");
    EXPECT_EQ(refusal("ply\nelement face 1\nproperty list float int vertex_indices\n", ".ply"),
              "test.ply:3: expected an integer type for the size of a list, found \"float\"");
    EXPECT_EQ(refusal("ply\nelements 3\n", ".ply"),
              "test.ply:2: expected format, element, property, comment or end_header, found \"elements\"");
    EXPECT_EQ(refusal("ply\nelement vertex 1 2\n", ".ply"), "test.ply:2: unexpected \"2\" after this header line");
    EXPECT_EQ(refusal("ply\nelement vertex 0\nend_header\n", ".ply"), "test.ply:3: the header has no format");
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\nend_header\n", ".ply"), "test.ply:4: the header has no element vertex");
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n", ".ply"),
              "test.ply:6: the element vertex needs one property y");
    EXPECT_EQ(
        refusal("ply\nformat ascii 1.0\nelement vertex 0\nelement face 1\nproperty list uchar float vertex_indices\n"
                "end_header\n3 1 2 3\n",
                ".ply"),
        "test.ply:7: the element face needs one list vertex_indices of an integer type");
}

TEST(Ply, SaysWhereTextIsMalformed) {
    const std::string vertices = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
    EXPECT_EQ(refusal(text_header + "0 0 zero\n" + vertices + vertices, ".ply"),
              "test.ply:10: expected a coordinate, found \"zero\"");
    EXPECT_EQ(refusal(text_header + "0 0\n" + vertices + vertices, ".ply"),
              "test.ply:10: expected a coordinate, but the line ends");
    EXPECT_EQ(refusal(text_header + "0 0 0 0\n" + vertices + vertices, ".ply"),
              "test.ply:10: unexpected \"0\" after the last property");
    EXPECT_EQ(refusal(text_header + vertices + "3 0 1 2\n", ".ply"),
              "test.ply:15: expected face elements, but the file ends");
    EXPECT_EQ(refusal(text_header + vertices + "3 0 1\n3 0 1 2\n", ".ply"),
              "test.ply:14: expected a vertex number, but the line ends");
    EXPECT_EQ(refusal(text_header + vertices + "-3 0 1 2\n3 0 1 2\n", ".ply"), "test.ply:14: a list of -3 values");
    EXPECT_EQ(refusal(text_header + vertices + "3 0 1.5 2\n3 0 1 2\n", ".ply"),
              "test.ply:14: expected a vertex number, found \"1.5\"");
    EXPECT_EQ(refusal(text_header + vertices + "4000000000 0 1 2\n3 0 1 2\n", ".ply"),
              "test.ply:14: 4000000000 values of a list announced, but only 15 bytes follow");
}

TEST(Ply, RefusesCountsThatTheFileCannotHold) {
    const std::string properties = "\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\nelement vertex 4000000000" + properties + "0 0 0\n", ".ply"),
              "test.ply:8: 4000000000 vertex elements announced, but only 6 bytes follow");
    EXPECT_EQ(refusal("ply\nformat binary_little_endian 1.0\nelement vertex 4000000000" + properties + "1234", ".ply"),
              "test.ply: byte 124: 4000000000 vertex elements announced, but only 4 bytes follow");
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\nelement vertex 99999999999999999999" + properties, ".ply"),
              "test.ply:8: too many vertex elements announced, but only 0 bytes follow");
}

// Floats with something between them, and faces that are not all triangles: the usual case takes a way of its own.
TEST(Ply, ReadsPlainBinaryFacesAndVertices) {
    const std::string header =
        "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float z\nproperty uchar red\nproperty float "
        "x\n"
        "property float y\nelement face 3\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string vertices =
        bytes_of(false, 3.0f, std::uint8_t(9), 1.0f, 2.0f) + bytes_of(false, 6.0f, std::uint8_t(9), 4.0f, 5.0f);
    const std::string faces = bytes_of(false, std::uint8_t(3), 0, 1, -1) +
                              bytes_of(false, std::uint8_t(4), 0, 1, 0, 1) + bytes_of(false, std::uint8_t(3), 1, 0, 7);
    const Mesh mesh = read(header + vertices + faces, ".ply");
    EXPECT_EQ(mesh.positions, (Positions{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 0xFFFFFFFFu}, {0, 1, 0}, {0, 0, 1}, {1, 0, 7}}));
    EXPECT_EQ(mesh.polygon_of_triangle, (Polygons{0, 1, 1, 2}));
}

TEST(Ply, SaysWhereBinaryDataEnds) {
    const std::string header =
        "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string vertex = bytes_of(false, 1.0f, 2.0f, 3.0f);
    const std::size_t at = header.size() + vertex.size();
    EXPECT_EQ(refusal(header + vertex, ".ply"),
              "test.ply: byte " + std::to_string(at) + ": 1 face elements announced, but only 0 bytes follow");
    EXPECT_EQ(refusal(header + vertex + bytes_of(false, std::uint8_t(3), 0, 1), ".ply"),
              "test.ply: byte " + std::to_string(at + 1) + ": 3 values of a list announced, but only 8 bytes follow");
    EXPECT_EQ(refusal(header + vertex + bytes_of(false, std::uint8_t(3), 0, 1, 2), ".ply"), "");
}

}  // namespace
}  // namespace pliant::io::test
