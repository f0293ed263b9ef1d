#include "gltf_builder.hpp"
#include "reading.hpp"
#include "temporary_folder.hpp"

namespace pliant::io::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 6 1 0\n";

std::vector<std::string> names(const std::vector<Mesh>& bodies) {
    std::vector<std::string> result;
    for (const Mesh& body : bodies) result.push_back(body.name);
    return result;
}

TEST(Split, ObjectsOfObjAreBodies) {
    const Mesh mesh = read(vertices + "o shirt\nf 1 2 3\no  left sleeve \nf 4 5 7 6\n", ".obj");
    EXPECT_EQ(mesh.triangles.size(), 3u);  // one mesh for those who do not ask
    const std::vector<Mesh> bodies = split(mesh);
    ASSERT_EQ(names(bodies), (std::vector<std::string>{"test.obj:shirt", "test.obj:left sleeve"}));
    EXPECT_EQ(bodies[0].triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(bodies[1].triangles, (Triangles{{0, 1, 3}, {0, 3, 2}}));
    EXPECT_EQ(bodies[1].positions, (Positions{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {6, 1, 0}}));
    EXPECT_EQ(bodies[1].vertex_in_file, (Numbers{3, 4, 5, 6}));
    EXPECT_EQ(bodies[1].polygon_of_triangle, (Polygons{1, 1}));
    EXPECT_EQ(bodies[1].polygons, 1u);
}

TEST(Split, ANameThatComesAgainIsTheSameBody) {
    const auto bodies = split(read(vertices + "f 1 2 3\no a\nf 4 5 6\no b\nf 1 2 3\no a\nf 5 7 6\n", ".obj"));
    ASSERT_EQ(names(bodies), (std::vector<std::string>{"test.obj", "test.obj:a", "test.obj:b"}));
    EXPECT_EQ(bodies[1].triangles, (Triangles{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_EQ(bodies[1].polygon_of_triangle, (Polygons{1, 3}));
}

TEST(Split, OneNameIsOneBody) {
    EXPECT_EQ(names(split(read(vertices + "o a\nf 1 2 3\no a\nf 4 5 6\n", ".obj"))),
              std::vector<std::string>{"test.obj"});
    EXPECT_EQ(names(split(read(vertices + "o empty\no a\nf 1 2 3\nf 4 5 6\n", ".obj"))),
              std::vector<std::string>{"test.obj"});
}

TEST(Split, GroupsAreBodiesWhereTheyShareNoVertex) {
    EXPECT_EQ(names(split(read(vertices + "g default\ng a\nf 1 2 3\ng b\nf 4 5 6\n", ".obj"))),
              (std::vector<std::string>{"test.obj:a", "test.obj:b"}));
    EXPECT_EQ(split(read(vertices + "g a\nf 1 2 3\ng b\nf 2 3 4\n", ".obj")).size(), 1u);
    EXPECT_EQ(split(read(vertices + "o all\ng a\nf 1 2 3\ng b\nf 4 5 6\n", ".obj")).size(), 1u);
}

TEST(Split, NumbersOutOfRangeStayOutOfRange) {
    const auto bodies = split(read(vertices + "o a\nf 1 2 99\no b\nf 4 5 6\n", ".obj"));
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies[0].triangles, (Triangles{{0, 1, 0xFFFFFFFFu}}));
}

TEST(Split, BodiesAreWeldedEachByItself) {
    const TemporaryFolder folder;
    const auto file = folder.write("two.obj",
                                   "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\n"
                                   "o a\nf 1 2 3\nf 1 4 5\no b\nf 6 4 5\n");
    const auto bodies = read_bodies(file, {Weld::all});
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies[0].triangles, (Triangles{{0, 1, 2}, {0, 1, 2}}));
    EXPECT_EQ(bodies[0].vertex_in_file, (Numbers{0, 1, 2}));
    EXPECT_EQ(bodies[1].vertex_in_file, (Numbers{3, 4, 5}));
    EXPECT_EQ(read_bodies(file)[0].positions.size(), 5u);
}

TEST(Split, BodiesMoveWithTheirSequence) {
    const TemporaryFolder folder;
    const std::string faces = "o a\nf 1 2 3\no b\nf 4 5 6\n";
    folder.write("f0.obj", vertices + faces);
    folder.write("f1.obj", "v 0 0 9\nv 1 0 9\nv 0 1 9\nv 5 0 8\nv 6 0 8\nv 5 1 8\nv 6 1 8\n" + faces);
    const auto bodies = open_bodies((folder / "f*.obj").string());
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies[0]->mesh().name, "f0.obj:a");
    Positions out;
    bodies[1]->positions(1, out);
    EXPECT_EQ(out, (Positions{{5, 0, 8}, {6, 0, 8}, {5, 1, 8}}));
    bodies[0]->positions(1, out);
    EXPECT_EQ(out, (Positions{{0, 0, 9}, {1, 0, 9}, {0, 1, 9}}));
    bodies[0]->positions(0, out);
    EXPECT_EQ(out, (Positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(Split, BodiesOfFramesOfAnyConnectivityGoByTheirNames) {
    const TemporaryFolder folder;
    folder.write("f0.obj", vertices + "o a\nf 1 2 3\no b\nf 4 5 6\n");
    folder.write("f1.obj", vertices + "o b\nf 4 5 6\nf 5 7 6\no a\nf 1 2 3\n");
    folder.write("f2.obj", vertices + "o a\nf 1 2 3\n");
    folder.write("f3.obj", vertices + "o a\nf 1 2 3\no b\nf 4 5 6\no hat\nf 5 7 6\n");
    const auto bodies = open_bodies((folder / "f*.obj").string());
    Positions out;
    const std::optional<Mesh> b = bodies[1]->read(1, out), a = bodies[0]->read(1, out), gone = bodies[1]->read(2, out);
    ASSERT_TRUE(a && b && gone);
    EXPECT_EQ(b->triangles, (Triangles{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_EQ(a->triangles, (Triangles{{0, 1, 2}}));
    EXPECT_TRUE(gone->triangles.empty());
    EXPECT_THROW(bodies[0]->read(3, out), FileError);
    EXPECT_THROW(bodies[1]->read(3, out), FileError);
}

TEST(Split, NodesOfGltfAreBodiesAndMoveByThemselves) {
    GltfBuilder builder = one_triangle();
    builder.json["nodes"][0]["name"] = "shirt";
    const int moved = builder.node({{"mesh", 0}, {"name", "shirt"}});
    builder.node({{"mesh", 0}});
    builder.node({{"name", "a lamp"}});
    builder.channel(moved, "translation", builder.scalars({0, 1}), builder.vectors({0, 0, 0, 0, 0, 24}));
    const TemporaryFolder folder;
    const auto bodies = open_bodies(folder.write("scene.glb", builder.glb()).string());
    ASSERT_EQ(bodies.size(), 3u);
    EXPECT_EQ(bodies[0]->mesh().name, "scene.glb:shirt");
    EXPECT_EQ(bodies[1]->mesh().name, "scene.glb:shirt (node 1)");
    EXPECT_EQ(bodies[2]->mesh().name, "scene.glb:node 2");
    ASSERT_EQ(bodies[0]->frames(), 25u);
    Positions out;
    bodies[1]->positions(3, out);
    EXPECT_EQ(out, (Positions{{0, 0, 3}, {1, 0, 3}, {0, 1, 3}}));
    bodies[2]->positions(3, out);
    EXPECT_EQ(out, (Positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

}  // namespace
}  // namespace pliant::io::test
