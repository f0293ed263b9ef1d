// New meshes from old: fewer triangles, tetrahedra, cages, spheres along the medial axis. In the library
// pliant::meshing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/jobs.hpp>
#include <pliant/sphere_hierarchy.hpp>
#include <pliant/views.hpp>

namespace pliant::meshing {

/// Triangles that were made here, with their own vertices.
struct SurfaceMesh {
    std::vector<std::array<double, 3>> positions;  ///< of the vertices
    std::vector<Triangle> triangles;               ///< counter-clockwise seen from outside

    /// Borrowed from this mesh.
    [[nodiscard]] SurfaceView view() const& { return {positions, triangles}; }
};

/// Tetrahedra that were made here, with their own vertices.
struct VolumeMesh {
    std::vector<std::array<double, 3>> positions;  ///< of the vertices
    std::vector<Tetrahedron> tetrahedra;           ///< of positive volume

    /// Borrowed from this mesh.
    [[nodiscard]] VolumeView view() const& { return {positions, tetrahedra}; }
};

/// What cannot be done: Netgen refuses the surface, or this library was built without Netgen or Qhull.
class PLIANT_EXPORT MeshingError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How far `simplify` goes.
struct SimplifyOptions {
    std::size_t triangles = 1000;  ///< about so many are left, more where no edge can be collapsed any further
};

/// Fewer triangles: edges are collapsed where that changes the surface least [Garland1997], and never where it would
/// tear, pinch or fold it. What is closed, manifold and of one orientation stays so; edges at holes and where more than
/// two triangles meet are left as they are. Triangles with vertices that are not there or not finite, or with one named
/// twice, are left out, as are vertices that no triangle uses. The same bytes on every run.
PLIANT_EXPORT SurfaceMesh simplify(const SurfaceView& surface, const SimplifyOptions& options = {});

/// Who makes tetrahedra.
enum class Mesher : std::uint8_t {
    stuffing,  ///< isosurface stuffing [Labelle2007]: takes any surface; new vertices follow it
    netgen,    ///< keeps the triangles of a closed surface that does not cross itself; see has_netgen()
};

/// How `tetrahedralize` fills a surface.
struct TetrahedralizeOptions {
    std::optional<double> cell_size{};  ///< edge of a cell, about that of a tetrahedron; unset: by `resolution`
    unsigned resolution = 20;           ///< cells along the longest side of the surface's box
    Mesher mesher = Mesher::stuffing;   ///< who makes them
    unsigned threads = 0;               ///< 0: as many as the machine has. The mesh does not depend on it
    JobSystem* jobs = nullptr;          ///< borrowed for the call: its threads in place of ours
};

/// Fills a surface. By stuffing it may be dirty: pieces that overlap are united, small holes are closed, triangles may
/// be degenerate or face inwards. The tetrahedra are well shaped; their boundary has its vertices on the surface, and
/// sharp edges are cut off where no vertex happens to lie on them. Empty where nothing is enclosed. The same bytes for
/// any number of threads. Throws std::length_error where the cells would number more than 2^28, std::domain_error where
/// they are so small, or so far from the origin, that their corners would coincide, or where coordinates are so large
/// or small that volumes are no longer numbers, and MeshingError where Netgen cannot do it. Netgen has global state and
/// talks on standard output, which is shut meanwhile: one call at a time.
PLIANT_EXPORT VolumeMesh tetrahedralize(const SurfaceView& surface, const TetrahedralizeOptions& options = {});

/// How coarse a cage is.
struct CageOptions {
    std::size_t triangles = 500;       ///< about so many of the simplified surface, at least 20
    Mesher mesher = Mesher::stuffing;  ///< who fills it; stuffing takes cells as large as the triangles
    unsigned resolution = 20;          ///< of Netgen: cells along the longest side of the surface's box
    unsigned threads = 0;              ///< 0: as many as the machine has. The cage does not depend on it
    JobSystem* jobs = nullptr;         ///< borrowed for the call: its threads in place of ours
};

/// Few tetrahedra around a dense body, for a skin to hang from.
struct Cage {
    SurfaceMesh surface;  ///< simplified; closed
    VolumeMesh mesh;      ///< what it encloses
};

/// A coarse cage from any surface that encloses something [Mendoza2005, 3]. One that is closed and manifold is
/// simplified as it is; of any other the boundary of a filling is, so that the result is closed all the same. The
/// boundary of the tetrahedra has no hole, though it may touch itself along an edge, and their volume is the body's
/// within about a third. Empty where nothing is enclosed, or where so few triangles leave nothing like the body. The
/// same bytes for any number of threads. Throws as `tetrahedralize` does.
PLIANT_EXPORT Cage make_cage(const SurfaceView& surface, const CageOptions& options = {});

/// How well tetrahedra are shaped.
struct Quality {
    double least_mean_ratio = 0;  ///< of the worst tetrahedron; 1: regular, 0: flat or turned over
    double mean_ratio = 0;        ///< in the mean of all
    double least_dihedral = 0;    ///< smallest angle between two faces, degrees
    double volume = 0;            ///< of all together, those that are turned over taken off
};

/// Measures every tetrahedron; those that name vertices that are not there are left out.
PLIANT_EXPORT Quality quality(const VolumeView& mesh);

/// How a hierarchy by the medial axis is made.
struct MedialOptions {
    std::uint32_t branching = 8;  ///< children of a sphere, 2 to 64
    std::uint32_t levels = 3;     ///< below the root that are made so; finer ones are made by splits at medians
};

/// A hierarchy for Scene::use_sphere_hierarchy by adaptive approximation of the medial axis [Bradshaw2004]: each sphere
/// gives way to those that fit the surface in it best, found among Voronoi vertices of samples. Of arms and legs the
/// coarse levels fit better than splits at medians do. The same bytes on every run. MeshingError where there is no
/// Qhull, std::invalid_argument for a branching that is not allowed.
PLIANT_EXPORT SphereHierarchy make_medial_hierarchy(const SurfaceView& surface, const MedialOptions& options = {});

/// Whether this library was built with Netgen.
PLIANT_EXPORT bool has_netgen();

/// Whether this library was built with Qhull, which make_medial_hierarchy needs.
PLIANT_EXPORT bool has_medial_axis();

}  // namespace pliant::meshing
