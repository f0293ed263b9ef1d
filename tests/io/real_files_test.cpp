// The meshes of shared/data, against the tables that describe them.
#include <fstream>
#include <sstream>

#include "reading.hpp"

namespace pliant::io::test {
namespace {

const std::filesystem::path data = PLIANT_SHARED_DATA;

struct Row {
    std::string file;
    std::size_t vertices = 0, elements = 0;
};

// Rows of a table whose first columns are file, vertices, elements.
std::vector<Row> table(const std::filesystem::path& readme) {
    std::vector<Row> rows;
    std::ifstream in(readme);
    for (std::string line; std::getline(in, line);) {
        std::istringstream cells(line);
        std::string bar, file;
        Row row;
        if (cells >> bar >> row.file >> bar >> row.vertices >> bar >> row.elements) rows.push_back(row);
    }
    return rows;
}

template <class Element>
bool all_in_range(const std::vector<Element>& elements, std::size_t vertices) {
    for (const Element& element : elements) {
        for (std::uint32_t vertex : element) {
            if (vertex >= vertices) return false;
        }
    }
    return true;
}

bool positive(const Mesh& mesh, const Tetrahedron& tetrahedron) {
    const auto edge = [&](std::size_t corner, std::size_t axis) {
        return mesh.positions[tetrahedron[corner]][axis] - mesh.positions[tetrahedron[0]][axis];
    };
    const auto minor = [&](std::size_t y, std::size_t z) { return edge(2, y) * edge(3, z) - edge(2, z) * edge(3, y); };
    return edge(1, 0) * minor(1, 2) - edge(1, 1) * minor(0, 2) + edge(1, 2) * minor(0, 1) > 0;
}

TEST(RealFiles, SurfacesHaveTheCountsOfTheirTable) {
    if (!std::filesystem::exists(data / "surfaces")) GTEST_SKIP() << "no real meshes in " << data;
    const std::vector<Row> rows = table(data / "surfaces" / "README.md");
    EXPECT_GE(rows.size(), 30u);
    for (const Row& row : rows) {
        SCOPED_TRACE(row.file);
        const Mesh mesh = read_mesh(data / "surfaces" / row.file);
        EXPECT_EQ(mesh.name, row.file);
        EXPECT_EQ(mesh.positions.size(), row.vertices);
        EXPECT_EQ(mesh.triangles.size(), row.elements);
        EXPECT_EQ(mesh.polygons, row.elements);
        EXPECT_TRUE(all_in_range(mesh.triangles, row.vertices));
        EXPECT_TRUE(mesh.tetrahedra.empty());
    }
}

TEST(RealFiles, VolumesHaveTheCountsOfTheirTableAndPositiveTetrahedra) {
    if (!std::filesystem::exists(data / "tets")) GTEST_SKIP() << "no real meshes in " << data;
    const std::vector<Row> rows = table(data / "tets" / "README.md");
    EXPECT_GE(rows.size(), 20u);
    for (const Row& row : rows) {
        SCOPED_TRACE(row.file);
        const std::string file = row.file.substr(0, row.file.find("/"));  // "a.node/.ele"
        if (std::filesystem::path(file).extension() == ".vtu") continue;  // has a test of its own
        const Mesh mesh = read_mesh(data / "tets" / file);
        ASSERT_EQ(mesh.positions.size(), row.vertices);
        EXPECT_EQ(mesh.tetrahedra.size(), row.elements);
        ASSERT_TRUE(all_in_range(mesh.tetrahedra, row.vertices));
        std::size_t negative = 0;
        for (const Tetrahedron& tetrahedron : mesh.tetrahedra) negative += !positive(mesh, tetrahedron);
        EXPECT_EQ(negative, 0u);
    }
}

std::size_t collapsed(const Mesh& mesh) {
    std::size_t count = 0;
    for (const auto& [a, b, c] : mesh.triangles) count += a == b || b == c || c == a;
    return count;
}

// The notes of the table name a duplicated position and faces that collapse.
TEST(RealFiles, WeldingFindsTheKnownDuplicates) {
    if (!std::filesystem::exists(data / "surfaces")) GTEST_SKIP() << "no real meshes in " << data;
    Mesh cow = read_mesh(data / "surfaces" / "cow_6k.off");
    weld(cow);
    EXPECT_EQ(cow.positions.size(), 2903u);
    Mesh dragon = read_mesh(data / "surfaces" / "dragon_vrip_871k.ply.gz");
    EXPECT_EQ(collapsed(dragon), 0u);
    weld(dragon);
    EXPECT_EQ(collapsed(dragon), 108u);
    EXPECT_EQ(dragon.triangles.size(), 871414u);
}

TEST(RealFiles, BothByteOrdersOfFramePairs) {
    if (!std::filesystem::exists(data / "sequences")) GTEST_SKIP() << "no real meshes in " << data;
    const Mesh big = read_mesh(data / "sequences" / "cloth-ball" / "cloth_ball92.ply");
    EXPECT_EQ(big.positions.size(), 46598u);
    EXPECT_EQ(big.triangles.size(), 92230u);
    EXPECT_TRUE(all_in_range(big.triangles, big.positions.size()));
    const Mesh little = read_mesh(data / "sequences" / "cloth-funnel" / "227.ply");
    EXPECT_EQ(little.positions.size(), 9450u);
    EXPECT_EQ(little.triangles.size(), 18484u);
    EXPECT_TRUE(all_in_range(little.triangles, little.positions.size()));
}

}  // namespace
}  // namespace pliant::io::test
