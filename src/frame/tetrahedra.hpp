// The tetrahedra of all bodies in one numbering, beside the triangles of Bodies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>
#include <pliant/views.hpp>

#include "frame/bodies.hpp"
#include "frame/volume.hpp"
#include "geometry/point_tetrahedron.hpp"

namespace pliant::frame {

class Tetrahedra {
public:
    /// Follows bodies that come, go or change their number of vertices. True where anything is new.
    bool update(const Bodies& bodies, const Volumes& volumes);

    /// In the common numbering of vertices, sorted like (body, tetrahedron).
    [[nodiscard]] std::span<const Tetrahedron> all() const { return tetrahedra_; }
    /// Whether it is there, its vertex numbers are within its body, four different ones, and not those of an
    /// earlier one.
    [[nodiscard]] bool usable(std::uint32_t tetrahedron) const { return usable_[tetrahedron] != 0; }
    [[nodiscard]] std::uint32_t body_index(std::uint32_t tetrahedron) const { return body_of_[tetrahedron]; }
    /// Of the body with this index; one more entry than bodies.
    [[nodiscard]] std::uint32_t first(std::size_t body) const { return first_[body]; }
    [[nodiscard]] TetrahedronRef reference(std::uint32_t tetrahedron) const {
        const std::uint32_t body = body_of_[tetrahedron];
        return {ids_[body], tetrahedron - first_[body]};
    }
    [[nodiscard]] geometry::TetrahedronCorners corners(const Bodies& bodies, std::uint32_t tetrahedron) const;

    /// Vertices that belong to some tetrahedron or triangle, ascending.
    [[nodiscard]] std::span<const std::uint32_t> used_vertices() const { return used_vertices_; }

private:
    void lay_end_to_end(const Bodies& bodies, const Volumes& volumes);
    void find_used_vertices(const Bodies& bodies);

    std::vector<Tetrahedron> tetrahedra_;
    std::vector<std::uint8_t> usable_;
    std::vector<std::uint32_t> body_of_, first_;
    std::vector<BodyId> ids_;  // of bodies, by index
    std::vector<std::uint32_t> used_vertices_;
    std::uint64_t topology_version_ = 0;
};

/// Index of the body that a vertex belongs to.
std::uint32_t body_of_vertex(const Bodies& bodies, std::uint32_t vertex);
VertexRef vertex_reference(const Bodies& bodies, std::uint32_t vertex);

/// Every flaw of the frame that matters to volumes, in order: `flat` are tetrahedra without volume, in any order.
void collect_volume_flaws(const Bodies& bodies, const Tetrahedra& tetrahedra, std::span<const std::uint32_t> flat,
                          std::vector<Flaw>& out);

}  // namespace pliant::frame
