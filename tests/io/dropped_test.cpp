// What a file holds and no reader takes is counted; what can be read is.
#include "reading.hpp"

#include "gltf_builder.hpp"

namespace pliant::io::test {
namespace {

using Json = nlohmann::json;
using AllDropped = std::vector<Dropped>;

std::string vertices_of_obj() { return "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"; }

TEST(DroppedOfObj, AreLinesPointsAndFreeForms) {
    const Mesh mesh = read(vertices_of_obj() +
                               "vn 0 0 1\ns off\nusemtl red\nl 1 2\nl 2 3 4\np 1 2\ncstype bezier\ndeg 3\n"
                               "curv 0 1 1 2\nparm u 0 1\nend\nsurf 0 1 0 1 1 2 3 4\nend\nf 1 2 3\nquad 1 2 3 4\n",
                           ".obj");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.dropped, (AllDropped{{"lines", "l", 2, false},
                                        {"points", "p", 1, false},
                                        {"curves", "curv", 1, false},
                                        {"surfaces", "surf", 1, true},
                                        {"unknown statements", "", 1, true}}));
}

TEST(DroppedOfObj, AreNoneInAnOrdinaryFile) {
    const Mesh mesh = read("mtllib a.mtl\no cube\n" + vertices_of_obj() +
                               "vt 0 0\nvn 0 0 1\ng side\nusemtl red\ns 1\nf 1/1/1 2/1/1 3/1/1\n",
                           ".obj");
    EXPECT_TRUE(mesh.dropped.empty());
}

/// A file may begin with the numbers of its vertices and faces.
TEST(DroppedOfObj, AreLinesOfNumbersWithoutASurface) {
    const Mesh mesh = read("3 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", ".obj");
    EXPECT_EQ(mesh.dropped, (AllDropped{{"lines without a keyword", "", 1, false}}));
}

/// Every body of a file says what its file had.
TEST(DroppedOfObj, ComeWithEachBody) {
    const auto bodies = split(read(vertices_of_obj() + "o a\nf 1 2 3\no b\nf 2 3 4\nl 1 2\n", ".obj"));
    ASSERT_EQ(bodies.size(), 2u);
    for (const Mesh& body : bodies) EXPECT_EQ(body.dropped, (AllDropped{{"lines", "l", 1, false}}));
}

TEST(DroppedOfPly, AreElementsThatNameVertices) {
    const Mesh mesh = read(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element edge 2\nproperty int vertex1\nproperty int vertex2\n"
        "element cell 1\nproperty list uchar int vertex_indices\nelement camera 1\nproperty float focus\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n0 1\n1 2\n3 0 1 2\n5\n",
        ".ply");
    EXPECT_EQ(mesh.dropped, (AllDropped{{"elements", "edge", 2, false}, {"elements", "cell", 1, true}}));
}

TEST(DroppedOfPly, AreFacesThatAreNone) {
    const Mesh mesh = read(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 3\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n3 0 1 2\n1 "
        "0\n",
        ".ply");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(mesh.dropped, (AllDropped{{"faces of fewer than 3 vertices", "", 2, false}}));
}

TEST(DroppedOfOff, IsWhatFollowsTheFacesPromised) {
    const Mesh mesh = read("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n\n3 2 1 0\n# end\n", ".off");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.dropped, (AllDropped{{"lines", "behind the last face", 1, true}}));
}

TEST(DroppedOfStl, AreBytesBehindTheTrianglesPromised) {
    const std::string record =
        bytes_of(false, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, std::uint16_t(0));
    const std::string file = std::string(80, 'x') + bytes_of(false, 1) + record;
    EXPECT_TRUE(read(file, ".stl").dropped.empty());
    EXPECT_EQ(read(file + "\n", ".stl").dropped, (AllDropped{{"bytes", "behind the last triangle", 1, false}}));
    const Mesh mesh = read(file + record, ".stl");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.dropped, (AllDropped{{"bytes", "behind the last triangle", 50, true}}));
}

TEST(DroppedOfStl, AreNoneOfSeveralSolids) {
    const std::string solid =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        "endsolid a\n";
    EXPECT_EQ(read(solid + solid, ".stl").triangles.size(), 2u);
}

// Of "Edges 1 1 2 0".
std::string medit(const std::string& sections) {
    return "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 1\n1 0 0 1\n0 1 0 1\n0 0 1 1\n" + sections +
           "End\n";
}

TEST(DroppedOfMedit, AreEdgesAndElementsOfSecondOrder) {
    const Mesh mesh = read(medit("Edges\n2\n1 2 0\n2 3 0\nCorners\n1\n1\nTriangles\n1\n1 2 3 0\n"
                                 "TrianglesP2\n1\n1 2 3 4 1 2 0\n"),
                           ".mesh");
    EXPECT_EQ(mesh.dropped, (AllDropped{{"edges", "Edges", 2, false}, {"elements", "TrianglesP2", 1, true}}));
}

/// Those that are its boundary are not missing from the answer.
TEST(DroppedOfMedit, AreTrianglesThatAreNoFacesOfTetrahedra) {
    const std::string solid = "Tetrahedra\n1\n1 2 3 4 0\n";
    EXPECT_TRUE(read(medit(solid + "Triangles\n2\n1 3 2 0\n4 3 2 0\n"), ".mesh").dropped.empty());
    const Mesh mesh = read(medit("Triangles\n2\n1 3 2 0\n4 3 9 0\n" + solid), ".mesh");
    EXPECT_TRUE(mesh.triangles.empty());
    EXPECT_EQ(mesh.dropped, (AllDropped{{"triangles beside the tetrahedra", "", 1, true}}));
}

std::string msh(const std::string& nodes, const std::string& elements) {
    return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + nodes + "$EndNodes\n$Elements\n" + elements +
           "$EndElements\n";
}

TEST(DroppedOfMsh, AreLinesAndCurvedElements) {
    std::string nodes = "8\n";
    for (int i = 1; i <= 8; ++i)
        nodes += std::to_string(i) + " " + std::to_string(i) + " " + std::to_string(i * i) + " 0\n";
    const Mesh mesh = read(msh(nodes, "4\n1 15 0 1\n2 1 0 1 2\n3 16 0 1 2 3 4 5 6 7 8\n4 2 0 1 2 3\n"), ".msh");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.dropped, (AllDropped{{"points", "element type 15", 1, false},
                                        {"lines", "element type 1", 1, false},
                                        {"quadrilaterals of second order", "element type 16", 1, true}}));
}

TEST(DroppedOfMsh, AreNoneWhereATriangleOfSecondOrderBecomesFour) {
    const Mesh mesh =
        read(msh("6\n1 0 0 0\n2 2 0 0\n3 0 2 0\n4 1 0 1\n5 1 1 1\n6 0 1 1\n", "1\n1 9 0 1 2 3 4 5 6\n"), ".msh");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}}));
    EXPECT_TRUE(mesh.dropped.empty());
}

TEST(DroppedOfVtk, ArePointsLinesAndUnknownCells) {
    const std::string grid =
        "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n";
    const Mesh mesh = read(grid + "CELLS 4 15\n2 0 1\n3 0 1 2\n4 0 1 2 3\n2 2 3\nCELL_TYPES 4\n3\n5\n42\n3\n", ".vtk");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.dropped, (AllDropped{{"lines", "cell type 3", 2, false}, {"cells", "cell type 42", 1, true}}));
}

TEST(DroppedOfVtk, AreVerticesAndLinesOfASurface) {
    const Mesh mesh = read(
        "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\n"
        "VERTICES 2 4\n1 0 1 1\nLINES 1 3\n2 0 1\nPOLYGONS 1 4\n3 0 1 2\n",
        ".vtk");
    EXPECT_EQ(mesh.dropped, (AllDropped{{"points", "VERTICES", 2, false}, {"lines", "LINES", 1, false}}));
}

TEST(DroppedOfVega, AreFurtherSections) {
    const std::string one =
        "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n";
    EXPECT_TRUE(read(one, ".veg").dropped.empty());
    const Mesh mesh = read(one + "*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n*REGION\na, b\n", ".veg");
    EXPECT_EQ(mesh.dropped, (AllDropped{{"further sections", "*ELEMENTS", 1, true}}));
}

TEST(DroppedOfGltf, AreLinesNodesInNoSceneAndPrimitivesWithoutPositions) {
    GltfBuilder builder = one_triangle();
    Json line = builder.primitive();
    line["mode"] = 1;
    builder.json["meshes"][0]["primitives"].push_back(line);
    builder.json["meshes"][0]["primitives"].push_back({{"attributes", Json::object()}});
    builder.node({{"mesh", 0}});
    builder.json["scenes"] = {{{"nodes", {0}}}};
    const Mesh mesh = read(builder.glb(), ".glb");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.dropped, (AllDropped{{"primitives of lines", "mode 1", 1, false},
                                        {"primitives", "without positions", 1, true},
                                        {"nodes with meshes", "in no scene", 1, true}}));
}

/// Every scene is read, whichever is the default.
TEST(DroppedOfGltf, AreNoneOfSeveralScenes) {
    GltfBuilder builder = one_triangle();
    builder.node({{"mesh", 0}});
    builder.json["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1}}}};
    const Mesh mesh = read(builder.glb(), ".glb");
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_TRUE(mesh.dropped.empty());
}

TEST(DroppedOfGltf, AreChannelsThatMoveWhatIsNotKnown) {
    GltfBuilder builder = one_triangle();
    builder.channel(0, "translation", builder.scalars({0, 1}), builder.vectors({0, 0, 0, 1, 0, 0}));
    builder.channel(0, "pointer", 0, 0);
    const std::string path = ::testing::TempDir() + "dropped_channel.glb";
    std::ofstream(path, std::ios::binary) << builder.glb();
    EXPECT_EQ(open_sequence(path)->mesh().dropped, (AllDropped{{"animation channels", "", 1, true}}));
}

TEST(InstancesOfGltf, AreBodiesOfTheirOwn) {
    GltfBuilder builder = one_triangle();
    builder.json["extensionsRequired"] = {"EXT_mesh_gpu_instancing"};
    const int shifts = builder.vectors({0, 0, 0, 5, 0, 0, 0, 7, 0}),
              sizes = builder.vectors({1, 1, 1, 2, 2, 2, 1, 1, -1});
    builder.json["nodes"][0] = {
        {"mesh", 0},
        {"name", "tree"},
        {"translation", {0, 0, 3}},
        {"extensions", {{"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", shifts}, {"SCALE", sizes}}}}}}}};
    const Mesh mesh = read(builder.glb(), ".glb");
    using Points = std::vector<std::array<double, 3>>;
    EXPECT_EQ(
        mesh.positions,
        (Points{{0, 0, 3}, {1, 0, 3}, {0, 1, 3}, {5, 0, 3}, {7, 0, 3}, {5, 2, 3}, {0, 7, 3}, {1, 7, 3}, {0, 8, 3}}));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}, {6, 8, 7}}));  // the last is mirrored
    ASSERT_EQ(mesh.parts.size(), 3u);
    EXPECT_EQ(mesh.parts[2].name, "tree #2");
}

TEST(InstancesOfGltf, OfUnequalCountAreRefused) {
    GltfBuilder builder = one_triangle();
    const int two = builder.vectors({0, 0, 0, 5, 0, 0}), one = builder.vectors({1, 1, 1});
    builder.json["nodes"][0]["extensions"] = {
        {"EXT_mesh_gpu_instancing", {{"attributes", {{"TRANSLATION", two}, {"SCALE", one}}}}}};
    EXPECT_NE(refusal(builder.glb(), ".glb").find("attributes of unequal count"), std::string::npos);
}

/// Without the extension its positions would read as zeros.
TEST(CompressedGltf, IsRefusedWhereNothingElseIsThere) {
    GltfBuilder builder = one_triangle();
    builder.primitive()["extensions"] = {{"KHR_draco_mesh_compression", {{"bufferView", 0}}}};
    EXPECT_EQ(refusal(builder.glb(), ".glb"), "");
    builder.json["accessors"][0].erase("bufferView");
    EXPECT_NE(refusal(builder.glb(), ".glb").find("KHR_draco_mesh_compression is needed"), std::string::npos);
}

}  // namespace
}  // namespace pliant::io::test
