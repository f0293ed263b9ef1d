// Meshes from files and back, and new meshes from old: a ball is written, read, simplified and filled with tetrahedra.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>

pliant::meshing::SurfaceMesh ball() {
    constexpr std::uint32_t rows = 30, columns = 60;
    pliant::meshing::SurfaceMesh ball{{{0, 0, 1}, {0, 0, -1}}, {}};
    const auto at = [](std::uint32_t row, std::uint32_t column) { return 2 + row * columns + column % columns; };
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t i = 0; i < columns; ++i) {
            const double down = 3.14159265 * (row + 1) / (rows + 1), around = 6.28318531 * i / columns,
                         r = std::sin(down);
            ball.positions.push_back({r * std::cos(around), r * std::sin(around), std::cos(down)});
            if (row == 0) {
                ball.triangles.push_back({0, at(0, i), at(0, i + 1)});
                ball.triangles.push_back({1, at(rows - 1, i + 1), at(rows - 1, i)});
            } else {
                ball.triangles.push_back({at(row - 1, i), at(row, i), at(row, i + 1)});
                ball.triangles.push_back({at(row - 1, i), at(row, i + 1), at(row - 1, i + 1)});
            }
        }
    }
    return ball;
}

int main() {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "pliant_meshes_in_and_out";
    std::filesystem::create_directories(folder);

    // [files]
    const pliant::meshing::SurfaceMesh made = ball();
    pliant::io::write_mesh(folder / "ball.obj", made.view());
    const pliant::io::Mesh read = pliant::io::read_mesh(folder / "ball.obj");
    const bool same = read.positions == made.positions && read.triangles == made.triangles;
    std::printf("%zu triangles, %s\n", read.triangles.size(), same ? "every bit as they were written" : "changed");
    try {
        pliant::io::read_mesh(folder / "none.obj");
    } catch (const pliant::io::FileError&) {
        std::printf("a file that is not there is a FileError\n");
    }
    // [files]

    // [meshing]
    pliant::meshing::SimplifyOptions coarse;
    coarse.triangles = 500;
    const pliant::meshing::SurfaceMesh simple = pliant::meshing::simplify(read.surface(), coarse);
    pliant::meshing::TetrahedralizeOptions fine;
    fine.resolution = 16;  // cells along the longest side
    const pliant::meshing::VolumeMesh filled = pliant::meshing::tetrahedralize(read.surface(), fine);
    const pliant::meshing::Quality quality = pliant::meshing::quality(filled.view());
    std::printf("simplified to %zu triangles\n", simple.triangles.size());
    std::printf("filled with tetrahedra, %.1f %% of the ball, no angle below %.0f degrees\n",
                100 * quality.volume / (4.0 / 3 * 3.14159265), std::floor(quality.least_dihedral));

    pliant::Scene scene;  // a made mesh is borrowed like any other
    scene.add(filled.view());
    const bool clean = scene.intersections().empty();
    // [meshing]
    std::filesystem::remove_all(folder);
    return same && clean && simple.triangles.size() <= 500 && quality.least_dihedral > 5 ? 0 : 1;
}
