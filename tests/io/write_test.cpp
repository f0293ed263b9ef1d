#include <bit>
#include <cmath>
#include <random>

#include "reading.hpp"
#include "temporary_folder.hpp"

namespace pliant::io::test {
namespace {

// Any finite bit pattern, denormals and -0 included.
Positions random_positions(std::size_t count) {
    std::mt19937_64 random(5);
    Positions positions{{0.1, -0.0, 5e-324}, {1.7976931348623157e308, INFINITY, -INFINITY}};
    while (positions.size() < count) {
        std::array<double, 3> position{};
        for (double& x : position) {
            do x = std::bit_cast<double>(random());
            while (!std::isfinite(x));
        }
        positions.push_back(position);
    }
    return positions;
}

template <class Element>
std::vector<Element> random_elements(std::size_t count) {
    std::mt19937 random(6);
    std::vector<Element> elements{Element{0xFFFFFFFFu, 0xFFFFFFFEu, 0}};
    while (elements.size() < count) {
        Element element{};
        for (std::uint32_t& vertex : element) vertex = std::uint32_t(random() % 1000);
        elements.push_back(element);
    }
    return elements;
}

void expect_same_bits(const Positions& a, const Positions& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(a[i][j]), std::bit_cast<std::uint64_t>(b[i][j])) << i;
        }
    }
}

TEST(Write, SurfacesComeBackWithTheSameBits) {
    const TemporaryFolder folder;
    const Positions positions = random_positions(1000);
    const Triangles triangles = random_elements<Triangle>(2000);
    const std::vector<std::array<std::uint8_t, 3>> colours(triangles.size(), {255, 0, 10});
    write_mesh(folder / "a.obj", SurfaceView{positions, triangles});
    write_mesh(folder / "a.ply", SurfaceView{positions, triangles});
    write_mesh(folder / "coloured.ply", SurfaceView{positions, triangles}, {.colours = colours});
    for (const char* name : {"a.obj", "a.ply", "coloured.ply"}) {
        SCOPED_TRACE(name);
        const Mesh mesh = read_mesh(folder / name);
        expect_same_bits(mesh.positions, positions);
        EXPECT_EQ(mesh.triangles, triangles);
    }
    EXPECT_EQ(
        std::filesystem::file_size(folder / "coloured.ply") - std::filesystem::file_size(folder / "a.ply"),
        3 * triangles.size() + std::string("property uchar red\nproperty uchar green\nproperty uchar blue\n").size());
}

TEST(Write, VolumesComeBackWithTheSameBits) {
    const TemporaryFolder folder;
    const Positions positions = random_positions(1000);
    Tetrahedra tetrahedra = random_elements<Tetrahedron>(3000);
    tetrahedra[0] = {0, 1, 2, 3};  // numbers that no node has come back as 0xFFFFFFFF, see Msh
    write_mesh(folder / "a.msh", VolumeView{positions, tetrahedra});
    const Mesh mesh = read_mesh(folder / "a.msh");
    expect_same_bits(mesh.positions, positions);
    EXPECT_EQ(mesh.tetrahedra, tetrahedra);
}

TEST(Write, NanComesBackAsNan) {
    const TemporaryFolder folder;
    const Positions not_numbers{{NAN, -NAN, 1}};
    write_mesh(folder / "a.obj", SurfaceView{not_numbers, {}});
    const Mesh mesh = read_mesh(folder / "a.obj");
    EXPECT_TRUE(std::isnan(mesh.positions[0][0]));
    EXPECT_TRUE(std::isnan(mesh.positions[0][1]));
}

TEST(Write, SaysWhyItCannotWrite) {
    const TemporaryFolder folder;
    try {
        write_mesh(folder / "missing/a.obj", SurfaceView{});
        FAIL();
    } catch (const FileError& error) {
        EXPECT_EQ(error.what(), (folder / "missing/a.obj").string() + ": cannot be written: No such file or directory");
    }
}

TEST(Write, FloatsOfAnyStrideAreWidened) {
    struct Vertex {
        float x, y, z, weight;
    };
    const TemporaryFolder folder;
    const std::vector<Vertex> vertices{{0.1f, 2, -3, 9}, {4, 5.5f, 6, 9}, {7, 8, 9, 9}};
    const Triangles triangles{{0, 1, 2}};
    write_mesh(folder / "a.PLY", SurfaceView{vertices, triangles});
    expect_same_bits(read_mesh(folder / "a.PLY").positions, {{0.1f, 2, -3}, {4, 5.5, 6}, {7, 8, 9}});
}

TEST(Write, RefusesEndingsThatItDoesNotWrite) {
    const TemporaryFolder folder;
    EXPECT_THROW(write_mesh(folder / "a.stl", SurfaceView{}), FileError);
    EXPECT_THROW(write_mesh(folder / "a.msh", SurfaceView{}), FileError);
    EXPECT_THROW(write_mesh(folder / "a", SurfaceView{}), FileError);
    EXPECT_THROW(write_mesh(folder / "a.ply", VolumeView{}), FileError);
    EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
}

/// What the list promises is written and read.
TEST(Formats, AreWhatTheySay) {
    const TemporaryFolder folder;
    const Positions positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Triangles triangles{{0, 1, 2}};
    const Tetrahedra tetrahedra{{0, 1, 2, 3}};
    std::size_t written = 0;
    for (const Format& format : formats()) {
        SCOPED_TRACE(format.ending);
        EXPECT_TRUE(format.surfaces || format.volumes);
        EXPECT_FALSE(format.name.empty());
        const auto file = folder / ("mesh" + std::string(format.ending));
        if (format.writes_surfaces) {
            write_mesh(file, SurfaceView{positions, triangles});
            EXPECT_EQ(read_mesh(file).triangles, triangles);
            ++written;
        } else {
            EXPECT_THROW(write_mesh(file, SurfaceView{positions, triangles}), FileError);
        }
        if (format.writes_volumes) {
            write_mesh(file, VolumeView{positions, tetrahedra});
            EXPECT_EQ(read_mesh(file).tetrahedra, tetrahedra);
            ++written;
        } else {
            EXPECT_THROW(write_mesh(file, VolumeView{positions, tetrahedra}), FileError);
        }
    }
    EXPECT_EQ(written, 3u);
}

TEST(Read, WeldsWhereAsked) {
    const TemporaryFolder folder;
    const Positions soup{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const Triangles triangles{{0, 1, 2}, {3, 4, 5}};
    write_mesh(folder / "soup.obj", SurfaceView{soup, triangles});
    EXPECT_EQ(read_mesh(folder / "soup.obj").positions.size(), 6u);
    const Mesh welded = read_mesh(folder / "soup.obj", {.weld = Weld::all});
    EXPECT_EQ(welded.positions.size(), 4u);
    EXPECT_EQ(welded.triangles, (Triangles{{0, 1, 2}, {1, 3, 2}}));
}

}  // namespace
}  // namespace pliant::io::test
