// Scene, files, meshing and the caller's threads, as an outside project uses them.
#include <cstdio>
#include <filesystem>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>

namespace {

/// A ball of triangles: the sides of a cube, cut into squares and pushed out. Powers of two as cuts: sides meet
/// exactly.
pliant::meshing::SurfaceMesh ball(std::uint32_t cuts) {
    pliant::io::Mesh mesh;
    for (std::uint32_t side = 0; side < 6; ++side) {
        const std::size_t axis = side % 3;
        const double out = side < 3 ? 1 : -1;
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (std::uint32_t j = 0; j <= cuts; ++j) {
            for (std::uint32_t i = 0; i <= cuts; ++i) {
                std::array<double, 3> p{};
                p[axis] = out;
                p[(axis + 1) % 3] = out * (2.0 * i / cuts - 1);
                p[(axis + 2) % 3] = 2.0 * j / cuts - 1;
                const double most = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
                for (double& x : p) x /= 0.5 + 0.5 * most;
                mesh.positions.push_back(p);
            }
        }
        for (std::uint32_t j = 0; j < cuts; ++j) {
            for (std::uint32_t i = 0; i < cuts; ++i) {
                const std::uint32_t a = first + j * (cuts + 1) + i, b = a + 1, c = a + cuts + 1, d = c + 1;
                mesh.triangles.push_back({a, b, d});
                mesh.triangles.push_back({a, d, c});
            }
        }
    }
    pliant::io::weld(mesh);
    return {mesh.positions, mesh.triangles};
}

/// The caller's threads, of which there is one.
class Backwards final : public pliant::JobSystem {
public:
    [[nodiscard]] unsigned threads() const override { return 2; }
    void run(std::size_t count, Job job, void* context) override {
        ++loops;
        for (std::size_t i = count; i > 0; --i) job(context, i - 1);
    }
    int loops = 0;
};

/// Exceptions are caught by type on this side of the border.
bool says_what_is_wrong() {
    try {
        pliant::io::read_mesh("there_is_no_such_file.obj");
    } catch (const pliant::io::FileError& error) {
        return std::string(error.what()).starts_with("there_is_no_such_file.obj: ");
    }
    return false;
}

bool names_what_is_missing(const pliant::SurfaceView& surface) {
    if (pliant::meshing::has_netgen()) return true;
    try {
        pliant::meshing::tetrahedralize(surface, {.mesher = pliant::meshing::Mesher::netgen});
    } catch (const pliant::meshing::MeshingError&) {
        return true;
    }
    return false;
}

}  // namespace

int main() {
    const pliant::meshing::SurfaceMesh dense = ball(16);
    const auto file = std::filesystem::temp_directory_path() / "pliant_outside.ply";
    pliant::io::write_mesh(file, dense.view());
    const pliant::io::Mesh read = pliant::io::read_mesh(file);
    std::filesystem::remove(file);

    Backwards jobs;
    const auto fewer = pliant::meshing::simplify(read.surface(), {.triangles = 200});
    const auto cage = pliant::meshing::make_cage(read.surface(), {.triangles = 100, .jobs = &jobs});
    pliant::Scene scene({.jobs = &jobs});
    const auto body = scene.add(read.surface());
    const auto other = scene.add(cage.surface.view());
    if (pliant::meshing::has_medial_axis()) {
        scene.use_sphere_hierarchy(body, pliant::meshing::make_medial_hierarchy(read.surface(), {.levels = 1}));
    }
    const auto pairs = scene.intersections({.self = false});
    const bool same = scene.contacts_within(body, other).pairs == pairs.items;

    if (read.triangles != dense.triangles) std::puts("the file came back changed");
    if (fewer.triangles.empty() || fewer.triangles.size() > 200) std::puts("not simplified");
    if (pliant::meshing::quality(cage.mesh.view()).volume < 1) std::puts("no cage");
    if (!same || pairs.empty()) std::puts("contacts differ");
    if (jobs.loops == 0) std::puts("the caller's threads were not asked");
    if (!says_what_is_wrong() || !names_what_is_missing(dense.view())) std::puts("an exception went astray");
    std::printf("%zu formats; done\n", pliant::io::formats().size());
}
