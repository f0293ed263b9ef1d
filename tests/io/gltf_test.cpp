#include <limits>

#include "gltf_builder.hpp"

namespace pliant::io {
namespace {

using test::error_of;
using test::GltfBuilder;
using test::one_triangle;
using Points = std::vector<std::array<double, 3>>;
using Json = nlohmann::json;

Mesh read(const GltfBuilder& builder) {
    return read_mesh_from_memory(test::as_bytes(builder.gltf()), ".gltf", "made.gltf");
}
std::string error_in(const GltfBuilder& builder) {
    return error_of([&] { read(builder); });
}

constexpr std::uint32_t no_such_vertex = std::numeric_limits<std::uint32_t>::max();
const Points corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

TEST(Gltf, ReadsATriangleFromTextAndBinary) {
    const GltfBuilder builder = one_triangle();
    const std::string binary = builder.glb();
    for (const Mesh& mesh : {read(builder), read_mesh_from_memory(test::as_bytes(binary), ".glb", "a/made.glb")}) {
        EXPECT_EQ(mesh.positions, corners);
        EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
        EXPECT_EQ(mesh.polygons, 1u);
        EXPECT_TRUE(mesh.polygon_of_triangle.empty());
    }
    EXPECT_EQ(read_mesh_from_memory(test::as_bytes(binary), ".glb", "a/made.glb").name, "made.glb");
}

TEST(Gltf, FloatsAreWidenedNotRounded) {
    GltfBuilder builder;
    builder.mesh({{"POSITION", builder.vectors({0.1f, 1e-40f, 3e38f, 1, 0, 0, 0, 1, 0})}});
    builder.node({{"mesh", 0}});
    EXPECT_EQ(read(builder).positions[0], (std::array<double, 3>{double{0.1f}, double{1e-40f}, double{3e38f}}));
}

TEST(Gltf, IndicesOfEveryWidth) {
    const auto with_indices = [](auto zero) {
        using Index = decltype(zero);
        GltfBuilder builder = one_triangle();
        builder.primitive()["indices"] = builder.accessor(std::vector<Index>{2, 1, 0}, "SCALAR", 1);
        return read(builder).triangles;
    };
    const std::vector<Triangle> turned = {{2, 1, 0}};
    EXPECT_EQ(with_indices(std::uint8_t{}), turned);
    EXPECT_EQ(with_indices(std::uint16_t{}), turned);
    EXPECT_EQ(with_indices(std::uint32_t{}), turned);
}

TEST(Gltf, StripsAndFansFaceOneWay) {
    GltfBuilder builder;
    builder.mesh({{"POSITION", builder.vectors({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0})}});
    builder.node({{"mesh", 0}});
    builder.primitive()["mode"] = 5;
    EXPECT_EQ(read(builder).triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
    builder.primitive()["mode"] = 6;
    EXPECT_EQ(read(builder).triangles, (std::vector<Triangle>{{1, 2, 0}, {2, 3, 0}, {3, 4, 0}}));
    builder.primitive()["mode"] = 1;
    EXPECT_TRUE(read(builder).triangles.empty());
    builder.primitive()["mode"] = 5;
    builder.primitive()["indices"] = builder.accessor(std::vector<std::uint8_t>{0, 1, 2, 2, 1, 1, 3, 4}, "SCALAR", 1);
    EXPECT_EQ(read(builder).triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 4, 3}})) << "jumps are no triangles";
}

TEST(Gltf, StrideOffsetSparseAndZeros) {
    GltfBuilder builder = one_triangle();
    Json& view = builder.json["bufferViews"][0];
    // Interleaved with one more float a vertex.
    builder.buffer.clear();
    for (const float value : {9.f, 0.f, 0.f, 0.f, 9.f, 1.f, 0.f, 0.f, 9.f, 0.f, 1.f, 0.f})
        test::put(builder.buffer, value);
    view["byteLength"] = builder.buffer.size();
    view["byteStride"] = 16;
    builder.json["accessors"][0]["byteOffset"] = 4;
    EXPECT_EQ(read(builder).positions, corners);

    const int places = builder.accessor(std::vector<std::uint16_t>{2}, "SCALAR", 1);
    const int values = builder.vectors({0, 5, 0});
    builder.json["accessors"][0]["sparse"] = {{"count", 1},
                                              {"indices", {{"bufferView", places}, {"componentType", 5123}}},
                                              {"values", {{"bufferView", values}}}};
    EXPECT_EQ(read(builder).positions, (Points{{0, 0, 0}, {1, 0, 0}, {0, 5, 0}}));
    builder.json["accessors"][0].erase("bufferView");
    EXPECT_EQ(read(builder).positions, (Points{{0, 0, 0}, {0, 0, 0}, {0, 5, 0}}));
}

TEST(Gltf, QuantizedPositionsBecomeFractions) {
    GltfBuilder builder;
    builder.json["extensionsRequired"] = {"KHR_mesh_quantization"};
    builder.mesh({{"POSITION",
                   builder.accessor(std::vector<std::int16_t>{32767, -32767, -32768, 0, 0, 0, 1, 0, 0}, "VEC3", 3)}});
    builder.node({{"mesh", 0}, {"scale", {2, 2, 2}}});
    EXPECT_EQ(read(builder).positions[0], (std::array<double, 3>{65534, -65534, -65536}));
    builder.json["accessors"][0]["normalized"] = true;
    EXPECT_EQ(read(builder).positions[0], (std::array<double, 3>{2, -2, -2}));
}

TEST(Gltf, NodesPlaceTheirMeshes) {
    GltfBuilder builder = one_triangle();
    builder.json["nodes"] = Json::array();
    builder.node({{"children", {1, 2}}, {"translation", {10, 0, 0}}});
    builder.node({{"mesh", 0}, {"rotation", {0, 0, 1, 0}}});  // half a turn about z
    builder.node({{"mesh", 0}, {"matrix", {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 7, 1}}});
    builder.node({{"mesh", 0}});  // in no scene
    builder.json["scenes"] = {{{"nodes", {0}}}};
    const Mesh mesh = read(builder);
    EXPECT_EQ(mesh.positions, (Points{{10, 0, 0}, {9, 0, 0}, {10, -1, 0}, {10, 0, 7}, {12, 0, 7}, {10, 2, 7}}));
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {3, 4, 5}}));
}

TEST(Gltf, MirroredNodesKeepTheOutsideOutside) {
    GltfBuilder builder = one_triangle();
    builder.json["nodes"][0]["scale"] = {1, 1, -1};
    EXPECT_EQ(read(builder).triangles, (std::vector<Triangle>{{0, 2, 1}}));
}

TEST(Gltf, PrimitivesOfOneMeshShareTheirVertices) {
    GltfBuilder builder = one_triangle();
    builder.json["meshes"][0]["primitives"].push_back(builder.primitive());
    builder.primitive(0, 1)["indices"] = builder.accessor(std::vector<std::uint8_t>{2, 1, 0}, "SCALAR", 1);
    const Mesh mesh = read(builder);
    EXPECT_EQ(mesh.positions.size(), 3u);
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {2, 1, 0}}));
}

TEST(Gltf, MeshesWithoutNodesStandWhereTheyAre) {
    GltfBuilder builder = one_triangle();
    builder.json.erase("nodes");
    EXPECT_EQ(read(builder).positions, corners);
}

TEST(Gltf, AnIndexBeyondItsPrimitiveHitsNoNeighbour) {
    GltfBuilder builder = one_triangle();
    builder.node({{"mesh", 0}});
    builder.primitive()["indices"] = builder.accessor(std::vector<std::uint8_t>{0, 1, 3}, "SCALAR", 1);
    EXPECT_EQ(read(builder).triangles, (std::vector<Triangle>{{0, 1, no_such_vertex}, {3, 4, no_such_vertex}}));
}

using GltfFolder = test::FolderTest;

TEST_F(GltfFolder, ReadsBuffersBesideTheFile) {
    const GltfBuilder builder = one_triangle();
    write("data/the buffer.bin", builder.buffer);
    EXPECT_EQ(read_mesh(write("a.gltf", builder.gltf("data/the%20buffer.bin"))).positions, corners);
    const std::string missing = write("b.gltf", builder.gltf("no.bin"));
    EXPECT_EQ(error_of([&] { read_mesh(missing); }), missing + ": buffers[0].uri: " + (folder_ / "no.bin").string() +
                                                         ": cannot be read: No such file or directory");
}

TEST_F(GltfFolder, ALargeBufferBesideASmallFileIsWelcome) {
    GltfBuilder builder;
    builder.mesh({{"POSITION", builder.vectors(std::vector<float>(3 * 60000, 0.5f))}});
    write("large.bin", builder.buffer);
    const std::string file = write("a.gltf", builder.gltf("large.bin"));
    ASSERT_LT(std::filesystem::file_size(file), 1000u);
    EXPECT_EQ(error_of([&] { EXPECT_EQ(read_mesh(file).positions.size(), 60000u); }), "");
}

TEST_F(GltfFolder, NeverLeavesItsFolder) {
    const GltfBuilder builder = one_triangle();
    const std::string outside = write("outside.bin", builder.buffer);
    for (const std::string& uri : {std::string("../outside.bin"), std::string("%2e%2e/outside.bin"), outside,
                                   std::string("..%2Foutside.bin"), "file://" + outside, std::string("x\\..\\y")}) {
        const std::string file = write("inside/a.gltf", builder.gltf(uri));
        EXPECT_EQ(error_of([&] { read_mesh(file); }),
                  file + ": buffers[0].uri: only files inside the folder of the glTF file are read")
            << uri;
    }
}

struct Damage {
    const char* what;
    void (*apply)(GltfBuilder&);
    const char* place;
};

class GltfDamaged : public ::testing::TestWithParam<Damage> {};

TEST_P(GltfDamaged, IsRefusedWithItsPlace) {
    GltfBuilder builder = one_triangle();
    builder.channel(0, "translation", builder.scalars({0, 1}), builder.vectors({0, 0, 0, 1, 0, 0}));
    ASSERT_EQ(error_in(builder), "");
    GetParam().apply(builder);
    const std::string text = builder.gltf();
    const std::string error = error_of([&] { read_mesh_from_memory(test::as_bytes(text), ".gltf", "made.gltf"); });
    EXPECT_NE(error.find(GetParam().place), std::string::npos) << error;
    EXPECT_EQ(error.find("made.gltf: "), 0u) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
}

const Damage damages[] = {
    {"cycle", [](GltfBuilder& b) { b.json["nodes"][0]["children"] = {0}; }, "nodes[0]"},
    {"two_parents",
     [](GltfBuilder& b) {
         b.node({{"children", {0}}});
         b.node({{"children", {0}}});
     },
     "nodes[2].children[0]"},
    {"no_accessor", [](GltfBuilder& b) { b.primitive()["attributes"]["POSITION"] = 99; }, "accessors[99]"},
    {"no_mesh", [](GltfBuilder& b) { b.json["nodes"][0]["mesh"] = 7; }, "nodes[0]: there is no mesh 7"},
    {"no_node",
     [](GltfBuilder& b) {
         b.json["scenes"] = {{{"nodes", {5}}}};
     },
     "scenes[0].nodes[0]"},
    {"short_view", [](GltfBuilder& b) { b.json["bufferViews"][0]["byteLength"] = 35; }, "accessors[0]"},
    {"view_outside", [](GltfBuilder& b) { b.json["bufferViews"][0]["byteOffset"] = 1u << 31; }, "bufferViews[0]"},
    {"offset_wraps",
     [](GltfBuilder& b) { b.json["accessors"][0]["byteOffset"] = std::numeric_limits<std::uint64_t>::max() - 3; },
     "accessors[0]"},
    {"huge_count", [](GltfBuilder& b) { b.json["accessors"][0]["count"] = 4000000000u; }, "accessors[0]"},
    {"huge_zeros",
     [](GltfBuilder& b) {
         b.json["accessors"][0].erase("bufferView");
         b.json["accessors"][0]["count"] = 4000000000u;
     },
     "accessors[0]"},
    {"negative_count", [](GltfBuilder& b) { b.json["accessors"][0]["count"] = -1; }, "accessors[0].count"},
    {"text_for_count", [](GltfBuilder& b) { b.json["accessors"][0]["count"] = "three"; }, "accessors[0].count"},
    {"wrong_type", [](GltfBuilder& b) { b.json["accessors"][0]["type"] = "VEC2"; }, "accessors[0]"},
    {"tiny_stride", [](GltfBuilder& b) { b.json["bufferViews"][0]["byteStride"] = 1; }, "byteStride"},
    {"short_buffer", [](GltfBuilder& b) { b.json["bufferViews"][0]["buffer"] = 3; }, "buffers[3]"},
    {"draco", [](GltfBuilder& b) { b.json["extensionsRequired"] = {"KHR_draco_mesh_compression"}; },
     "KHR_draco_mesh_compression"},
    {"version_1", [](GltfBuilder& b) { b.json["asset"]["version"] = "1.0"; }, "version 1.0"},
    {"odd_mode", [](GltfBuilder& b) { b.primitive()["mode"] = 9; }, "primitives[0].mode"},
    {"missing_corner",
     [](GltfBuilder& b) {
         b.primitive()["indices"] = b.accessor(std::vector<std::uint8_t>{0, 1}, "SCALAR", 1);
     },
     "meshes[0].primitives[0]"},
    {"float_indices",
     [](GltfBuilder& b) {
         b.primitive()["indices"] = b.scalars({0, 1, 2});
     },
     "accessors[3]"},
};

INSTANTIATE_TEST_SUITE_P(Damages, GltfDamaged, ::testing::ValuesIn(damages),
                         [](const auto& tested) { return tested.param.what; });

TEST(Gltf, BrokenContainersNameTheByte) {
    const std::string whole = one_triangle().glb();
    for (std::size_t size = 4; size < whole.size(); size += 7) {
        const std::string error =
            error_of([&] { read_mesh_from_memory(test::as_bytes(whole.substr(0, size)), ".glb", "cut.glb"); });
        EXPECT_EQ(error.find("cut.glb: byte "), 0u) << size << ": " << error;
    }
    EXPECT_EQ(error_of([] { read_mesh_from_memory(test::as_bytes("{\"asset\": "), ".gltf", "cut.gltf"); }),
              "cut.gltf: byte 11: not valid JSON");
}

TEST(Gltf, ManyPlacementsOfOneMeshStayInProportion) {
    GltfBuilder builder;
    builder.mesh({{"POSITION", builder.vectors(std::vector<float>(3 * 6000, 0.5f))}});
    for (int i = 0; i < 6000; ++i) builder.node({{"mesh", 0}});
    EXPECT_NE(error_in(builder).find("far more data"), std::string::npos);
}

}  // namespace
}  // namespace pliant::io
