// Meshes and sequences from files and back. In the library pliant::io.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/sphere_hierarchy.hpp>
#include <pliant/views.hpp>

namespace pliant::io {

/// A file that cannot be read or written. what() is one line: "file:line: reason" for text, "file: byte N: reason" for
/// binary, "file: meshes[0].primitives[2]: reason" for glTF, "file: reason" where no place can be named.
class PLIANT_EXPORT FileError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file format, by the ending of file names.
struct Format {
    std::string_view ending;       ///< ".obj", in small letters; each may be followed by ".gz" where it is read
    std::string_view name;         ///< "Wavefront OBJ"
    bool surfaces = false;         ///< may hold triangles
    bool volumes = false;          ///< may hold tetrahedra
    bool writes_surfaces = false;  ///< write_mesh writes triangles to it
    bool writes_volumes = false;   ///< write_mesh writes tetrahedra to it
};

/// Every format that read_mesh reads.
PLIANT_EXPORT std::span<const Format> formats();

/// A run of triangles that a file names: an object or group of OBJ, a node of glTF. A name may come again.
struct Part {
    std::string name;            ///< empty for triangles before the first name
    std::uint32_t triangle = 0;  ///< its first one; its last one stands before the next part
};

/// What stands in a file and is not in the mesh that was read: elements of one kind.
struct Dropped {
    std::string what;          ///< "lines", "hexahedra of second order"
    std::string name;          ///< as the file calls them: "l", "element type 17"
    std::size_t count = 0;     ///< at least 1
    bool has_surface = false;  ///< they have a surface or a volume, so that a collision may go unseen
    bool operator==(const Dropped&) const = default;
};

/// A mesh as it stands in a file. Numbers are not checked against one another (an index may be out of range, a
/// coordinate may be NaN): that is the border control of a Scene, which names such elements and answers for the rest.
struct Mesh {
    std::string name;                                ///< file name without folders
    std::vector<std::array<double, 3>> positions;    ///< decimal text rounded correctly; floats widened
    std::vector<Triangle> triangles;                 ///< polygons are fanned from their first vertex, concave ones cut
    std::vector<std::uint32_t> polygon_of_triangle;  ///< empty where every polygon is a triangle
    std::size_t polygons = 0;                        ///< faces in the file
    std::vector<Tetrahedron> tetrahedra;             ///< not empty: a volume; `triangles` is then left empty
    /// The number in the file of each vertex, the first one where several were joined; empty where it is its own.
    std::vector<std::uint32_t> vertex_in_file;
    std::vector<Part> parts;       ///< from triangle 0 on; empty where the file names none that are bodies of their own
    std::vector<Dropped> dropped;  ///< of the whole file, whichever body this is; in the order of the file
    bool soup = false;  ///< the file numbers no vertices, every triangle brings its own (STL), and none were joined yet

    /// The triangles, borrowed from this mesh.
    [[nodiscard]] SurfaceView surface() const& { return {positions, triangles}; }
    /// The tetrahedra, borrowed from this mesh.
    [[nodiscard]] VolumeView volume() const& { return {positions, tetrahedra}; }
};

/// Which meshes have their vertices of equal position joined, as `weld` does it.
enum class Weld : std::uint8_t {
    none,   ///< no mesh
    soups,  ///< those whose format has no vertex numbers: STL
    all,    ///< every mesh
};

/// How a mesh is read.
struct ReadOptions {
    Weld weld = Weld::none;  ///< which meshes are welded
    std::string format{};    ///< an ending such as "obj", for names that do not end in one that is known
};

/// Reads any format of formats(), by ending first and content where the ending says nothing; .gz is unpacked on the
/// way. "-" is standard input, and pipes are read to their end. Throws FileError.
PLIANT_EXPORT Mesh read_mesh(const std::filesystem::path& path, const ReadOptions& options = {});

/// The bodies of a mesh: the triangles of every name among its parts, in the order in which the names come first, with
/// the vertices that they use. Names are "file:part", and `vertex_in_file` and `polygon_of_triangle` lead back to the
/// file. The mesh itself where there are fewer than two names.
///
/// Objects (`o`) of OBJ and nodes of glTF that place a mesh are parts. Groups (`g`) are where there is no `o` and no
/// two of them share a vertex: groups that do, as those of materials, are regions of one body.
PLIANT_EXPORT std::vector<Mesh> split(Mesh mesh);

/// The bodies of a file, as `split` makes them, each welded where it is asked for. Throws FileError.
PLIANT_EXPORT std::vector<Mesh> read_bodies(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from memory, without unpacking: `ending` such as ".obj" picks the format, `name` goes into error messages.
/// Files beside it are not looked for: TetGen's .node and .ele are read alone.
PLIANT_EXPORT Mesh read_mesh_from_memory(std::span<const std::byte> bytes, std::string_view ending,
                                         const std::string& name);

/// Joins vertices whose positions are equal (-0 equals 0); the first of each group stays, in order, and
/// `vertex_in_file` leads back to it. Triangles keep their places, so that their numbers do not change; those that
/// collapse are left for border control to name.
PLIANT_EXPORT void weld(Mesh& mesh);

/// Points from text (.gz is unpacked on the way, "-" is standard input), one a line, its fields apart by commas,
/// semicolons, tabs or spaces; numbers decimal or hexadecimal (0x1.8p-1). Lines that begin with # are comments. The
/// coordinates are in the columns that a heading, or the last comment above the first point, calls x, y, z or px, py,
/// pz; else the first three numbers in a row of the line. Throws FileError.
PLIANT_EXPORT std::vector<std::array<double, 3>> read_points(const std::filesystem::path& path);

/// A mesh, frame by frame.
class PLIANT_EXPORT Sequence {
public:
    Sequence() = default;
    Sequence(const Sequence&) = delete;
    Sequence& operator=(const Sequence&) = delete;
    virtual ~Sequence() = default;

    /// Connectivity, and the positions of frame 0.
    [[nodiscard]] virtual const Mesh& mesh() const = 0;
    /// At least 1.
    [[nodiscard]] virtual std::size_t frames() const = 0;
    /// Name of the file that holds a frame, without folders; empty where frames have no files of their own.
    [[nodiscard]] virtual std::string frame_name(std::size_t /*frame*/) const { return {}; }
    /// Writes the positions of a frame. Throws FileError (a frame that is truncated, or of another connectivity).
    virtual void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const = 0;
    /// A frame of whatever connectivity, as a file a frame may have it: returns the frame's own mesh where it is not
    /// that of mesh(), and else nothing, but writes the positions. Throws FileError.
    virtual std::optional<Mesh> read(std::size_t frame, std::vector<std::array<double, 3>>& out) const {
        positions(frame, out);
        return std::nullopt;
    }
};

/// How a sequence is read.
struct SequenceOptions {
    double frames_per_second = 24;  ///< of glTF animations; every other source has frames of its own
    Weld weld = Weld::none;         ///< joins the vertices that are equal in frame 0; refuses a frame where they part
    std::string format{};           ///< an ending such as "obj", for names that do not end in one that is known
};

/// A sequence from one string:
///  - "mesh.obj": a mesh file, one frame; "-": the same from standard input;
///  - "fox.glb": the first animation of a glTF file, from its first key to its last (one frame where it has none);
///    "fox.glb#Run" or "fox.glb#2": the animation of that name or number (from 0);
///  - "frames/cloth_*.ply": a file a frame, of one connectivity or, for read(), of many. * and ? may stand in the last
///  part of the path; names
///    are sorted by the numbers in them, frame2 before frame10;
///  - "folder": topology.off, .obj, .ply or .mesh, and positions.f32 (float32, little-endian, [frame][vertex][xyz]);
///  - "mesh.obj@cache.pc2" or "mesh.obj@cache.mdd": a mesh and its point cache.
/// A name that exists is taken as it stands, whatever characters it has. Frames are read when they are asked for.
/// Throws FileError; a point cache that ends too early is refused here, a frame's own file when it is read.
PLIANT_EXPORT std::unique_ptr<Sequence> open_sequence(const std::string& source, const SequenceOptions& options = {});

/// The bodies of a source, frame by frame: those that `split` makes of its first frame. They share the reading of a
/// frame, so that one thread may use them at a time. Throws FileError.
PLIANT_EXPORT std::vector<std::unique_ptr<Sequence>> open_bodies(const std::string& source,
                                                                 const SequenceOptions& options = {});

/// A file a frame, in the order given.
PLIANT_EXPORT std::unique_ptr<Sequence> open_frames(std::span<const std::filesystem::path> files,
                                                    const SequenceOptions& options = {});

/// What is written beside positions and triangles.
struct WriteOptions {
    /// RGB of each triangle, in PLY; none where there are not as many as triangles. Borrowed for the call.
    std::span<const std::array<std::uint8_t, 3>> colours{};
};

/// Writes triangles, in the format that the ending says: binary little-endian PLY in double, or Wavefront OBJ with the
/// shortest decimals that read back as the same doubles. Throws FileError, for any other ending, too.
PLIANT_EXPORT void write_mesh(const std::filesystem::path& path, const SurfaceView& surface,
                              const WriteOptions& options = {});

/// Writes tetrahedra: Gmsh MSH 4.1 text, with the same decimals. Throws FileError, for any other ending, too.
PLIANT_EXPORT void write_mesh(const std::filesystem::path& path, const VolumeView& volume);

/// A body of a frame that is written. Borrowed for the call.
struct FrameBody {
    std::string name;                     ///< of the object, where the format has such
    Points positions;                     ///< of its vertices
    std::span<const Triangle> triangles;  ///< none: points
};

/// Writes frame after frame. What has been written is readable at any time, whatever ends the program.
class PLIANT_EXPORT FrameWriter {
public:
    FrameWriter() = default;
    FrameWriter(const FrameWriter&) = delete;
    FrameWriter& operator=(const FrameWriter&) = delete;
    virtual ~FrameWriter() = default;
    /// The next frame, at this time in seconds. Throws FileError.
    virtual void write(double seconds, std::span<const FrameBody> bodies) = 0;
};

/// By the ending of the path:
///  - none: a folder, made where it is not there, with an OBJ file a frame, "frame_00000.obj", every body an object;
///  - ".pc2": a point cache in floats, and its mesh beside it in ".obj"; every frame has the same vertices;
///  - ".pvd": a collection for ParaView, and a ".vtu" file a frame beside it.
/// Throws FileError for another ending, and where nothing can be written there.
PLIANT_EXPORT std::unique_ptr<FrameWriter> open_frame_writer(const std::filesystem::path& path,
                                                             double frames_per_second);

/// A sphere tree from a file. Throws FileError where it is none, of another version or damaged.
PLIANT_EXPORT SphereHierarchy read_sphere_hierarchy(const std::filesystem::path& path);

/// A sphere tree to a file. Throws FileError.
PLIANT_EXPORT void write_sphere_hierarchy(const std::filesystem::path& path, const SphereHierarchy& hierarchy);

}  // namespace pliant::io
