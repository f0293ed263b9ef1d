// Meshes and sequences from files and back. One file format per source file; this header is the whole interface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/sphere_hierarchy.hpp>
#include <pliant/views.hpp>

namespace pliant::io {

/// A file that cannot be read or written. what() is one line: "file:line: reason" for text, "file: byte N: reason" for
/// binary, "file: meshes[0].primitives[2]: reason" for glTF, "file: reason" where no place can be named.
class FileError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A mesh as it stands in a file. Numbers are not checked against one another (an index may be out of range, a
/// coordinate may be NaN): that is the library's border control, which names such elements and answers for the rest.
struct Mesh {
    std::string name;                                // file name without folders
    std::vector<std::array<double, 3>> positions;    // decimal text rounded correctly; floats widened
    std::vector<Triangle> triangles;                 // polygons are fanned from their first vertex, concave ones cut
    std::vector<std::uint32_t> polygon_of_triangle;  // empty where every polygon is a triangle
    std::size_t polygons = 0;                        // faces in the file
    std::vector<Tetrahedron> tetrahedra;             // not empty: a volume; `triangles` is then left empty
};

/// Reads any supported format, by ending first and content where the ending says nothing; .gz is unpacked on the way.
/// Throws FileError.
Mesh read_mesh(const std::filesystem::path& path);

/// The same from memory, without unpacking: `ending` such as ".obj" picks the format, `name` goes into error messages.
/// TetGen's .node and .ele are read alone. For the fuzzers.
Mesh read_mesh_from_memory(std::span<const std::byte> bytes, std::string_view ending, const std::string& name);

/// Joins vertices whose positions are equal (-0 equals 0); the first of each group stays, in order. Triangles keep
/// their places, so that their numbers do not change; those that collapse are left for border control to name.
void weld(Mesh& mesh);

/// A mesh of fixed connectivity, frame by frame.
class Sequence {
public:
    virtual ~Sequence() = default;
    [[nodiscard]] virtual const Mesh& mesh() const = 0;  // connectivity, and the positions of frame 0
    [[nodiscard]] virtual std::size_t frames() const = 0;
    /// Writes the positions of a frame. Throws FileError (a frame that is truncated, or of another vertex count).
    virtual void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const = 0;
};

struct SequenceOptions {
    double frames_per_second = 24;  // of glTF animations; every other source has frames of its own
    bool weld = false;              // joins the vertices that are equal in frame 0; refuses a frame where they part
};

/// A sequence from one string:
///  - "mesh.obj": a mesh file, one frame;
///  - "fox.glb": the first animation of a glTF file, from its first key to its last (one frame where it has none);
///    "fox.glb#Run" or "fox.glb#2": the animation of that name or number (from 0);
///  - "frames/cloth_*.ply": a file a frame, of one connectivity. * and ? may stand in the last part of the path; names
///    are sorted by the numbers in them, frame2 before frame10;
///  - "folder": topology.off, .obj, .ply or .mesh, and positions.f32 (float32, little-endian, [frame][vertex][xyz]);
///  - "mesh.obj@cache.pc2" or "mesh.obj@cache.mdd": a mesh and its point cache.
/// A name that exists is taken as it stands, whatever characters it has. Frames are read when they are asked for.
/// Throws FileError; a point cache that ends too early is refused here, a frame's own file when it is read.
std::unique_ptr<Sequence> open_sequence(const std::string& source, const SequenceOptions& options = {});

/// By whatever name, and whether it exists or not.
bool same_file(const std::filesystem::path& p, const std::filesystem::path& q);

/// Whether `file` is one of those that opening `source` would read: the file itself, a mesh or its point cache, a
/// frame, anything in a folder, TetGen's other half, or what a glTF document names.
bool reads(const std::string& source, const std::filesystem::path& file);

/// A file a frame, of one connectivity, in the order given.
std::unique_ptr<Sequence> open_frames(std::span<const std::filesystem::path> files,
                                      const SequenceOptions& options = {});

/// Binary little-endian PLY in double, optionally with one RGB colour per triangle (none where the counts differ).
/// All writers throw FileError.
void write_ply(const std::filesystem::path& path, std::span<const std::array<double, 3>> positions,
               std::span<const Triangle> triangles, std::span<const std::array<std::uint8_t, 3>> colours = {});

/// Wavefront OBJ with the shortest decimals that read back as the same doubles.
void write_obj(const std::filesystem::path& path, std::span<const std::array<double, 3>> positions,
               std::span<const Triangle> triangles);

/// Gmsh MSH 4.1 text, for tetrahedra, with the same decimals.
void write_msh(const std::filesystem::path& path, std::span<const std::array<double, 3>> positions,
               std::span<const Tetrahedron> tetrahedra);

/// A sphere tree as `pliant spheretree` keeps it. Throws FileError where it is none, of another version or damaged.
SphereHierarchy read_sphere_hierarchy(const std::filesystem::path& path);
SphereHierarchy sphere_hierarchy_from_memory(std::span<const std::byte> bytes, const std::string& name);
void write_sphere_hierarchy(const std::filesystem::path& path, const SphereHierarchy& hierarchy);

}  // namespace pliant::io
