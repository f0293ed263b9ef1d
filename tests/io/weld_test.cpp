#include <cmath>
#include <map>
#include <random>

#include "reading.hpp"

namespace pliant::io::test {
namespace {

TEST(Weld, KeepsTheFirstOfEachGroupInOrder) {
    Mesh mesh;
    mesh.positions = {{3, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    mesh.triangles = {{0, 1, 2}, {3, 4, 5}, {2, 4, 3}};
    mesh.tetrahedra = {{5, 4, 3, 2}};
    weld(mesh);
    EXPECT_EQ(mesh.positions, (Positions{{3, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 0}}));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 0}, {2, 1, 3}, {0, 1, 2}}));  // the first collapses and keeps its place
    EXPECT_EQ(mesh.tetrahedra, (Tetrahedra{{3, 1, 2, 0}}));
}

TEST(Weld, LeadsBackToTheVerticesOfTheFile) {
    Mesh mesh;
    mesh.positions = {{3, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    weld(mesh);
    EXPECT_EQ(mesh.vertex_in_file, (std::vector<std::uint32_t>{0, 1, 3, 5}));
    mesh.positions[1] = mesh.positions[0];
    weld(mesh);  // once more: the numbers are still those of the file
    EXPECT_EQ(mesh.vertex_in_file, (std::vector<std::uint32_t>{0, 3, 5}));
}

TEST(Weld, WhereNothingIsJoinedEveryVertexKeepsItsNumber) {
    Mesh mesh;
    mesh.positions = {{3, 0, 0}, {1, 0, 0}};
    weld(mesh);
    EXPECT_TRUE(mesh.vertex_in_file.empty());
}

TEST(Weld, MinusZeroEqualsZeroAndTheFirstSignStays) {
    Mesh mesh;
    mesh.positions = {{-0.0, 1, 0.0}, {0.0, 1, -0.0}};
    weld(mesh);
    ASSERT_EQ(mesh.positions.size(), 1u);
    EXPECT_TRUE(std::signbit(mesh.positions[0][0]));
    EXPECT_FALSE(std::signbit(mesh.positions[0][2]));
}

TEST(Weld, NanEqualsNothingButInfinityEqualsItself) {
    Mesh mesh;
    mesh.positions = {{NAN, 0, 0}, {NAN, 0, 0}, {INFINITY, 0, 0}, {INFINITY, 0, 0}, {-INFINITY, 0, 0}};
    mesh.triangles = {{1, 3, 4}};
    weld(mesh);
    EXPECT_EQ(mesh.positions.size(), 4u);
    EXPECT_EQ(mesh.triangles, (Triangles{{1, 2, 3}}));
}

TEST(Weld, NumbersOutOfRangeStayOutOfRange) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}};
    mesh.triangles = {{2, 3, 0xFFFFFFFFu}};
    weld(mesh);
    EXPECT_EQ(mesh.triangles, (Triangles{{1, 3, 0xFFFFFFFFu}}));
}

TEST(Weld, AgreesWithAMapOnRandomGrids) {
    std::mt19937 random(11);
    Mesh mesh;
    for (int i = 0; i < 20000; ++i) {
        mesh.positions.push_back({double(random() % 20) - 10, double(random() % 20) * 1e-300, double(random() % 20)});
    }
    for (std::uint32_t i = 0; i + 2 < mesh.positions.size(); ++i) mesh.triangles.push_back({i, i + 1, i + 2});
    const Mesh before = mesh;
    weld(mesh);
    std::map<std::array<double, 3>, std::uint32_t> places;
    for (const auto& position : before.positions) places.emplace(position, std::uint32_t(places.size()));
    EXPECT_EQ(mesh.positions.size(), places.size());
    EXPECT_LT(places.size(), before.positions.size() / 2);
    for (std::size_t i = 0; i < before.triangles.size(); ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            ASSERT_EQ(mesh.triangles[i][j], places.at(before.positions[before.triangles[i][j]]));
        }
    }
}

// Soups are what STL gives; only welded do neighbours share vertices, and only then is touching along an edge no pair.
TEST(Weld, AnStlSoupGetsItsNeighboursBack) {
    const std::string corners[] = {"vertex 0 0 0\n", "vertex 1 0 0\n", "vertex 0 1 0\n", "vertex 0 0 1\n"};
    const Triangles faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    std::string text = "solid tetrahedron\n";
    for (const auto& [a, b, c] : faces) {
        text += "facet normal 0 0 0\nouter loop\n" + corners[a] + corners[b] + corners[c] + "endloop\nendfacet\n";
    }
    Mesh mesh = read(text + "endsolid\n", ".stl");
    weld(mesh);
    EXPECT_EQ(mesh.positions, (Positions{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}}));  // in the order first met
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}}));
}

TEST(Weld, EmptyMesh) {
    Mesh mesh;
    weld(mesh);
    EXPECT_TRUE(mesh.positions.empty());
}

}  // namespace
}  // namespace pliant::io::test
