#include "mutator/seeds.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <pliant/io.hpp>

#include "fuzz/one_input.hpp"
#include "shapes/meshes.hpp"

namespace pliant::mutator {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

template <class T>
void put(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string binary_stl(const shapes::Mesh& mesh) {
    std::string bytes(80, ' ');
    put(bytes, std::uint32_t(mesh.triangles.size()));
    for (const Triangle& t : mesh.triangles) {
        for (int i = 0; i < 3; ++i) put(bytes, 0.0f);
        for (const std::uint32_t v : t) {
            for (const double x : mesh.positions[v]) put(bytes, float(x));
        }
        put(bytes, std::uint16_t(0));
    }
    return bytes;
}

std::string off(const shapes::Mesh& mesh) {
    std::string text =
        "OFF\n" + std::to_string(mesh.positions.size()) + " " + std::to_string(mesh.triangles.size()) + " 0\n";
    for (const auto& [x, y, z] : mesh.positions)
        text += std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + "\n";
    for (const auto& [a, b, c] : mesh.triangles)
        text += "3 " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
    return text;
}

}  // namespace

std::vector<Seed> seeds(const fs::path& scratch) {
    std::vector<Seed> all;
    for (const std::string_view ending : io::fuzz::endings) {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(fs::path(PLIANT_FUZZ_CORPUS) / ending.substr(1))) {
            files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) all.push_back({std::string(ending), content_of(file)});
    }
    const shapes::Mesh knot = shapes::torus_knot({24, 6}, {}), bar = shapes::tetra_box({3, 3, 4});
    for (const char* name : {"knot.obj", "knot.ply"}) {
        io::write_mesh(scratch / name, SurfaceView{knot.positions, knot.triangles});
        all.push_back({fs::path(name).extension().string(), content_of(scratch / name)});
    }
    io::write_mesh(scratch / "bar.msh", VolumeView{bar.positions, bar.tetrahedra});
    all.push_back({".msh", content_of(scratch / "bar.msh")});
    all.push_back({".stl", binary_stl(knot)});
    all.push_back({".off", off(knot)});
    return all;
}

}  // namespace pliant::mutator
