// Hexahedra, prisms and pyramids as tetrahedra: they fill the cell, none inside out, and neighbours fit.
#include "reading.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "io/solid_cells.hpp"

namespace pliant::io::test {
namespace {

using Point = std::array<double, 3>;

double volume_of(const Tetrahedron& t, const std::vector<Point>& p) {
    std::array<Point, 3> e{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) e[i][k] = p[t[i + 1]][k] - p[t[0]][k];
    }
    return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) - e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
            e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
           6;
}

const std::vector<Point> cube_corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

struct Cell {
    SolidCell kind;
    std::vector<Point> corners;
    double volume;
};

const std::vector<Cell> solid_cells{
    {SolidCell::tetrahedron, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1. / 6},
    {SolidCell::pyramid, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}}, 1. / 3},
    {SolidCell::prism, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, 0.5},
    {SolidCell::hexahedron, cube_corners, 1},
    {SolidCell::tetrahedron_of_ten,
     {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
     8. / 6}};

/// Whatever the numbers of the corners are: they decide the cut.
TEST(SolidCells, AreFilledByTetrahedraThatAreNotInsideOut) {
    std::mt19937 random(5);
    for (const Cell& cell : solid_cells) {
        ASSERT_EQ(cell.corners.size(), corners_of(cell.kind));
        for (int round = 0; round < 200; ++round) {
            std::vector<std::uint32_t> numbers(cell.corners.size());
            std::iota(numbers.begin(), numbers.end(), 0u);
            std::shuffle(numbers.begin(), numbers.end(), random);
            std::vector<Point> positions(numbers.size());
            for (std::size_t i = 0; i < numbers.size(); ++i) positions[numbers[i]] = cell.corners[i];
            std::vector<Tetrahedron> tetrahedra;
            cut(cell.kind, numbers, tetrahedra);
            double sum = 0;
            for (const Tetrahedron& t : tetrahedra) {
                EXPECT_GT(volume_of(t, positions), 0.01);
                sum += volume_of(t, positions);
            }
            EXPECT_NEAR(sum, cell.volume, 1e-12);
        }
    }
}

using Face = std::array<std::uint32_t, 3>;

/// Faces that only one tetrahedron has, on the boundary of the unit cubes side by side.
std::size_t faces_within(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Point>& p, double width) {
    std::map<Face, int> uses;
    for (const auto& [a, b, c, d] : tetrahedra) {
        for (Face face : {Face{b, c, d}, Face{a, c, d}, Face{a, b, d}, Face{a, b, c}}) {
            std::sort(face.begin(), face.end());
            ++uses[face];
        }
    }
    std::size_t within = 0;
    for (const auto& [face, count] : uses) {
        const auto all_at = [&, f = face](std::size_t axis, double x) {
            return std::all_of(f.begin(), f.end(), [&](std::uint32_t v) { return p[v][axis] == x; });
        };
        const bool outside =
            all_at(0, 0) || all_at(0, width) || all_at(1, 0) || all_at(1, 1) || all_at(2, 0) || all_at(2, 1);
        within += count == 1 && !outside ? 1 : 0;
    }
    return within;
}

TEST(SolidCells, FitTheirNeighbours) {
    std::mt19937 random(6);
    for (int round = 0; round < 100; ++round) {
        constexpr std::uint32_t columns = 4;
        std::vector<std::uint32_t> names(4 * (columns + 1));
        std::iota(names.begin(), names.end(), 0u);
        std::shuffle(names.begin(), names.end(), random);
        std::vector<Point> positions(names.size());
        const auto name = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
            const std::uint32_t n = names[4 * x + 2 * y + z];
            positions[n] = {double(x), double(y), double(z)};
            return n;
        };
        std::vector<Tetrahedron> tetrahedra;
        for (std::uint32_t x = 0; x < columns; ++x) {
            const std::array<std::uint32_t, 8> c{name(x, 0, 0), name(x + 1, 0, 0), name(x + 1, 1, 0), name(x, 1, 0),
                                                 name(x, 0, 1), name(x + 1, 0, 1), name(x + 1, 1, 1), name(x, 1, 1)};
            if (x % 2 == 0) {
                cut(SolidCell::hexahedron, c, tetrahedra);
            } else {  // two prisms, beside a hexahedron on either side
                cut(SolidCell::prism, std::array{c[0], c[1], c[2], c[4], c[5], c[6]}, tetrahedra);
                cut(SolidCell::prism, std::array{c[0], c[2], c[3], c[4], c[6], c[7]}, tetrahedra);
            }
        }
        ASSERT_EQ(faces_within(tetrahedra, positions, columns), 0u) << round;
    }
}

/// A prism written as a hexahedron.
TEST(SolidCells, WithCornersInCommonLoseNothing) {
    std::vector<Tetrahedron> tetrahedra;
    cut(SolidCell::hexahedron, std::array{0u, 1u, 2u, 2u, 4u, 5u, 6u, 6u}, tetrahedra);
    double sum = 0;
    for (const Tetrahedron& t : tetrahedra) sum += volume_of(t, cube_corners);
    EXPECT_NEAR(sum, 0.5, 1e-12);
    EXPECT_EQ(tetrahedra.size(), 3u);
}

TEST(SolidCells, KeepCornersThatAreNotThere) {
    const Mesh mesh = read(
        "MeshVersionFormatted 2\nDimension 3\nVertices\n1\n0 0 0 1\nHexahedra\n1\n1 0 0 0 0 0 0 0 1\nEnd\n", ".mesh");
    EXPECT_FALSE(mesh.tetrahedra.empty());
}

std::string numbered(const std::vector<Point>& points, const char* tail) {
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (*tail == '#') text += std::to_string(i + 1) + " ";
        for (const double x : points[i]) text += std::to_string(int(x)) + " ";
        text += std::string(*tail == '#' ? "" : tail) + "\n";
    }
    return text;
}

TEST(SolidCells, AreReadFromEveryFormatThatHasThem) {
    const std::string corners = "1 2 3 4 5 6 7 8", from_zero = "0 1 2 3 4 5 6 7";
    const std::string vtk_head = "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 float\n" +
                                 numbered(cube_corners, "") + "CELLS 1 9\n8 ";
    const std::string files[][2] = {
        {".mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n8\n" + numbered(cube_corners, "1") +
                      "Hexahedra\n1\n" + corners + " 0\nQuadrilaterals\n1\n1 2 3 4 0\nEnd\n"},
        {".msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n" + numbered(cube_corners, "#") +
                     "$EndNodes\n$Elements\n2\n1 5 0 " + corners + "\n2 3 0 2 3 7 6\n$EndElements\n"},
        {".vtk", vtk_head + from_zero + "\nCELL_TYPES 1\n12\n"},
        {".vtk", vtk_head + "0 1 3 2 4 5 7 6\nCELL_TYPES 1\n11\n"},
        {".veg",
         "*VERTICES\n8 3 0 0\n" + numbered(cube_corners, "#") + "*ELEMENTS\nCUBIC\n1 8 0\n1 " + corners + "\n"}};
    for (const auto& [ending, text] : files) {
        const Mesh mesh = read(text, ending);
        double sum = 0;
        for (const Tetrahedron& t : mesh.tetrahedra) sum += volume_of(t, mesh.positions);
        EXPECT_NEAR(sum, 1, 1e-12) << ending;
        EXPECT_TRUE(mesh.dropped.empty()) << ending;
    }
}

}  // namespace
}  // namespace pliant::io::test
