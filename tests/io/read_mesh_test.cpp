#include <zlib.h>

#include "reading.hpp"
#include "temporary_folder.hpp"

namespace pliant::io::test {
namespace {

const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

std::string gzip(const std::string& text) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    std::string packed(text.size() + 1000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = uInt(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = uInt(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string refusal_of(const std::filesystem::path& path) {
    try {
        read_mesh(path);
        return "";
    } catch (const FileError& error) {
        return error.what();
    }
}

TEST(ReadMesh, TakesTheEndingInAnyCase) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_mesh(folder.write("A.OBJ", obj)).triangles.size(), 1u);
}

TEST(ReadMesh, UnpacksGzip) {
    const TemporaryFolder folder;
    std::string large = obj;
    while (large.size() < 300000) large += "f 1 2 3\n";  // packs far below a quarter
    const Mesh mesh = read_mesh(folder.write("a.obj.gz", gzip(large)));
    EXPECT_GT(mesh.triangles.size(), 30000u);
    EXPECT_EQ(mesh.name, "a.obj.gz");
    EXPECT_EQ(read_mesh(folder.write("packed.obj", gzip(obj))).triangles.size(), 1u);
    EXPECT_EQ(read_mesh(folder.write("joined.obj.gz", gzip(obj) + gzip("f 1 2 3\n"))).triangles.size(), 2u);
    EXPECT_EQ(read_mesh(folder.write("padded.obj.gz", gzip(obj) + std::string(100, '\0'))).triangles.size(), 1u);
}

TEST(ReadMesh, SaysWhereGzipIsDamaged) {
    const TemporaryFolder folder;
    const std::string packed = gzip(obj);
    const auto cut = folder.write("cut.obj.gz", packed.substr(0, 20));
    EXPECT_EQ(refusal_of(cut), cut.string() + ": byte 20: the gzip data is cut off");
    std::string changed = packed;
    changed[changed.size() - 6] ^= 1;  // its checksum
    const auto damaged = folder.write("damaged.obj.gz", changed);
    EXPECT_NE(refusal_of(damaged).find(": the gzip data is damaged"), std::string::npos);
}

TEST(ReadMesh, LooksAtTheContentWhereTheEndingSaysNothing) {
    EXPECT_EQ(read("# made\n" + obj, ".txt").triangles.size(), 1u);
    EXPECT_EQ(read("\n OFF\n0 1 0\n3 0 1 2\n", "").triangles.size(), 1u);
    EXPECT_EQ(read("solid\nendsolid\n", ".dat").triangles.size(), 0u);
    EXPECT_EQ(read("ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float "
                   "z\nend_header\n",
                   "")
                  .positions.size(),
              0u);
    EXPECT_EQ(read("MeshVersionFormatted 1\nVertices 1\n0 0 0 0\n", "").positions.size(), 1u);
    EXPECT_EQ(read("$NOD\n1\n1 0 0 0\n$ENDNOD\n", "").positions.size(), 1u);
    EXPECT_EQ(
        read("# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float 0 0 0\n", "").positions.size(),
        1u);
    EXPECT_EQ(refusal("hello world", ".txt"),
              "test.txt: unknown format; OBJ, PLY, STL, OFF, glTF, Gmsh, MEDIT, VTK, TetGen and Vega can be read");
}

TEST(ReadMesh, SaysWhyAFileCannotBeRead) {
    const TemporaryFolder folder;
    EXPECT_EQ(refusal_of(folder / "none.obj"),
              (folder / "none.obj").string() + ": cannot be read: No such file or directory");
    EXPECT_EQ(refusal_of(folder / ""), (folder / "").string() + ": cannot be read: it is a folder");
    const auto empty = folder.write("empty.ply", "");
    EXPECT_EQ(refusal_of(empty), empty.string() + ": the file is empty");
    const auto broken = folder.write("broken.obj", "v 0 0 abc\n");
    EXPECT_EQ(refusal_of(broken), broken.string() + ":1: expected a coordinate, found \"abc\"");
}

}  // namespace
}  // namespace pliant::io::test
