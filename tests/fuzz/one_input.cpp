#include "one_input.hpp"

#include <stdexcept>
#include <string>

#include "detect/sphere_tree/hierarchy_file.hpp"
#include "io/gltf_sequence.hpp"
#include "io/points.hpp"
#include "io/sequences.hpp"
#include "scene_file/scene_file.hpp"

namespace pliant::io::fuzz {
namespace {

void read_every_frame(const PointCache& cache, std::span<const std::byte> bytes) {
    std::vector<std::array<double, 3>> points(cache.points);
    for (std::size_t frame = 0; frame < cache.frames; ++frame) {
        widen_points(bytes.subspan(cache.byte_of(frame), cache.frame_bytes()), cache.order, points.data());
    }
}

void play(const Source& source) {
    const auto sequence = open_gltf(source, {}, 24);
    std::vector<std::array<double, 3>> points;
    for (const std::size_t frame : {sequence->frames() / 2, sequence->frames() - 1}) {
        sequence->positions(frame, points);
    }
}

/// Behind the check sum, which hardly any changed input would pass; what is read must be saved as it was.
void read_spheres(std::span<const std::byte> bytes, const std::string& name) {
    std::vector<std::byte> mended(bytes.begin(), bytes.end());
    sphere_tree::mend_check_sum(mended);
    const SphereHierarchy tree = sphere_hierarchy_from_memory(mended, name);
    if (save_sphere_hierarchy(tree).size() != mended.size()) throw std::logic_error("saved otherwise than read");
}

void read_points_of(std::span<const std::byte> bytes, const std::string& name) {
    const auto points = points_from_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
    if (points.empty()) throw std::logic_error("no points and no error");
}

void read_scene(std::span<const std::byte> bytes, const std::string& name) {
    const auto scene =
        scene_file::scene_file_from_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
    if (scene.bodies.empty() || scene.frames == 0 || !(scene.dt > 0))
        throw std::logic_error("nothing to do and no error");
}

void read_any(std::string_view ending, std::span<const std::byte> bytes) {
    const std::string name = "input" + std::string(ending);
    const auto head = bytes.first(std::min<std::size_t>(bytes.size(), 32));
    if (ending == ".pc2") return read_every_frame(pc2_cache(head, bytes.size(), name), bytes);
    if (ending == ".mdd") return read_every_frame(mdd_cache(head, bytes.size(), name), bytes);
    if (ending == ".csv") return read_points_of(bytes, name);
    if (ending == ".spheretree") return read_spheres(bytes, name);
    if (ending == ".toml") return read_scene(bytes, name);
    Mesh mesh = read_mesh_from_memory(bytes, ending, name);
    for (Mesh& body : split(mesh)) weld(body);
    weld(mesh);
    if (ending == ".gltf" || ending == ".glb") play(Source{bytes, name, {}});
}

}  // namespace

bool read_input(std::string_view ending, std::span<const std::byte> bytes) {
    try {
        read_any(ending, bytes);
        return true;
    } catch (const FileError& error) {
        const std::string_view line = error.what();
        const bool one_line = line.starts_with("input.") && line.find_first_of("\n\r") == std::string_view::npos;
        if (!one_line) throw std::logic_error("not one line that names the file: " + std::string(line));
        return false;
    }
}

}  // namespace pliant::io::fuzz
