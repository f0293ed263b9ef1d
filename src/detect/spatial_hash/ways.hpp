// Straight ways through the tetrahedra of bodies, and the surface that they lead out of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "mesh/volume_neighbours.hpp"
#include "numeric/vec.hpp"

namespace pliant::spatial_hash {

/// Of any length that is a number; of none, none.
Vec3 unit(const Vec3& v);
double length(const Vec3& v);

class Ways {
public:
    enum class End : std::uint8_t { out, reached, lost };
    /// How a way ended: after which length, in which tetrahedron, through which of its faces.
    struct Walk {
        End end = End::lost;
        double way = 0;
        std::uint32_t tetrahedron = 0;
        std::uint32_t face = 0;
    };
    struct BoundaryFace {
        std::uint32_t tetrahedron, face;
    };

    /// Once per topology.
    void build(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    /// Follows positions, which are read until the next call. `penetrated`: by index, the bodies that will be asked
    /// for.
    void update(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra,
                std::span<const std::uint8_t> penetrated);

    /// Tetrahedra that hang together by faces have the same number, ascending with the first of them.
    [[nodiscard]] std::uint32_t part(std::uint32_t tetrahedron) const { return part_[tetrahedron]; }
    [[nodiscard]] std::size_t parts() const { return parts_; }
    [[nodiscard]] std::uint32_t across(std::uint32_t tetrahedron, std::uint32_t face) const {
        return across_[4 * std::size_t{tetrahedron} + face];
    }
    [[nodiscard]] std::span<const BoundaryFace> boundary() const { return boundary_; }

    /// All lengths here are times this power of two, so that no body is too small or too large for its squares and
    /// cubes.
    [[nodiscard]] double scale(std::uint32_t body) const { return scale_[body]; }
    [[nodiscard]] Vec3 position(std::uint32_t body, std::uint32_t vertex) const {
        return scale_[body] * bodies_->position(vertex);
    }
    [[nodiscard]] geometry::TetrahedronCorners corners(std::uint32_t tetrahedron) const;
    [[nodiscard]] Triangle vertices(const BoundaryFace& face) const;

    /// From tetrahedron to tetrahedron along a unit vector, until it leads out or is longer than `limit`.
    [[nodiscard]] Walk walk(std::uint32_t tetrahedron, const Vec3& from, const Vec3& direction, double limit) const;

    /// Of the surface, smooth but for its creases: between the normals at the corners of the face.
    [[nodiscard]] Vec3 normal_at(const BoundaryFace& face, const Vec3& point) const;

private:
    struct Step {
        std::uint32_t face = 4;
        double way = 0;
    };

    void find_parts();
    void list_boundary(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);
    [[nodiscard]] Step way_on(std::uint32_t tetrahedron, std::uint32_t came_from, const Vec3& from,
                              const Vec3& direction) const;
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
