// A ray walk through the tetrahedra of a body, and the surface where it leaves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "mesh/volume_neighbours.hpp"
#include "numeric/vec.hpp"

namespace pliant::spatial_hash {

/// v normalised, without overflow or underflow; zero where v is zero, infinite or NaN.
Vec3 unit(const Vec3& v);
/// Its length, without overflow or underflow.
double length(const Vec3& v);

class TetrahedronWalk {
public:
    enum class End : std::uint8_t {
        out,      // through a boundary face, or past a fold
        reached,  // the limit, within a tetrahedron
        lost,     // by rounding
    };
    /// How a walk ended: after which length, in which tetrahedron, through which of its faces.
    struct Path {
        End end = End::lost;
        double length = 0;
        std::uint32_t tetrahedron = 0;
        std::uint32_t face = 0;
    };
    struct BoundaryFace {
        std::uint32_t tetrahedron, face;
    };

    /// Once per topology.
    void build(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    /// Follows positions; `bodies` and `tetrahedra` are read until the next call. `penetrated`: by index, the bodies
    /// that will be asked about.
    void update(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra,
                std::span<const std::uint8_t> penetrated);

    /// The connected component, by faces, that a tetrahedron belongs to.
    [[nodiscard]] std::uint32_t part(std::uint32_t tetrahedron) const { return part_[tetrahedron]; }
    [[nodiscard]] std::size_t parts() const { return parts_; }
    [[nodiscard]] std::uint32_t across(std::uint32_t tetrahedron, std::uint32_t face) const {
        return across_[4 * std::size_t{tetrahedron} + face];
    }
    [[nodiscard]] std::span<const BoundaryFace> boundary() const { return boundary_; }

    /// All lengths here are times this power of two, so that squares and cubes neither overflow nor underflow.
    [[nodiscard]] double scale(std::uint32_t body) const { return scale_[body]; }
    [[nodiscard]] Vec3 position(std::uint32_t body, std::uint32_t vertex) const {
        return scale_[body] * bodies_->position(vertex);
    }
    [[nodiscard]] geometry::TetrahedronCorners corners(std::uint32_t tetrahedron) const;
    [[nodiscard]] Triangle vertices(const BoundaryFace& face) const;

    /// Walks from tetrahedron to tetrahedron along a unit vector, until it leaves the body or is longer than `limit`.
    [[nodiscard]] Path follow(std::uint32_t tetrahedron, const Vec3& from, const Vec3& direction, double limit) const;

    /// The normal of the surface, interpolated between the corners of the face; smooth except at creases.
    [[nodiscard]] Vec3 normal_at(const BoundaryFace& face, const Vec3& point) const;

private:
    struct Step {
        std::uint32_t face = 4;
        double length = 0;  // as the walk heads
    };
    /// Of a walk. Heading: 1 along the direction, -1 against it.
    struct Place {
        std::uint32_t tetrahedron, came_from;
        double heading;
        bool operator==(const Place&) const = default;
    };

    void find_parts();
    void list_boundary(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);
    [[nodiscard]] Step next_face(const Place& at, const geometry::TetrahedronCorners& c, const Vec3& from,
                                 const Vec3& direction) const;
    [[nodiscard]] std::uint32_t entry(std::uint32_t tetrahedron, std::uint32_t other) const;
    [[nodiscard]] Vec3 corner_normal(std::uint32_t vertex, const Vec3& face_normal) const;

    const frame::Bodies* bodies_ = nullptr;
    const frame::Tetrahedra* tetrahedra_ = nullptr;
    std::vector<std::uint8_t> usable_;   // tetrahedra
    std::vector<std::uint32_t> across_;  // faces
    std::vector<std::uint32_t> part_;
    std::size_t parts_ = 0;
    std::vector<BoundaryFace> boundary_;   // sorted
    mesh::VertexLists faces_around_;       // numbers in `boundary_`
    std::vector<Vec3> face_normals_;       // of these, twice their area long
    std::vector<double> scale_;            // of bodies
    std::vector<std::uint32_t> to_visit_;  // scratch
};

}  // namespace pliant::spatial_hash
