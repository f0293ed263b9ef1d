// How deep penetrating vertices are, and which way is out [Heidelberger2004]: where edges of a body leave the
// penetrated one, they cross its surface; vertices at such edges take depth and direction from there, and hand them on
// to those further in, spread evenly. A deep vertex is sent back the way it came, then, and not to the nearest surface,
// which may be the far side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "bodies/bodies.hpp"
#include "bodies/tetrahedra.hpp"
#include "mesh/volume_neighbours.hpp"
#include "numeric/vec.hpp"
#include "spatial_hash/box_grid.hpp"

namespace pliant::spatial_hash {

class Depth {
public:
    /// Fills in depth, direction and source of all penetrations, which are sorted.
    void measure(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra, std::span<Penetration> found);

private:
    /// A vertex in a body: its first tetrahedron there, and what is known about its way out.
    struct Colliding {
        std::uint32_t body, vertex, tetrahedron;  // index of the penetrated body; common numbers
        DepthSource source = DepthSource::none;
        double depth = 0;
        Vec3 direction;
        double weight = 0;  // while it is summed up
    };
    struct Exit {
        Vec3 point, normal;
    };

    void build(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra);
    void list(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra, std::span<const Penetration> found);
    void list_neighbours();
    void find_normals(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra);
    void start_at_crossings(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra);
    void hand_on(const bodies::Bodies& bodies);
    void smooth(const bodies::Bodies& bodies);
    void measure_ways_out(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra);
    void ask_nearest(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra);
    void write(const bodies::Bodies& bodies, std::span<Penetration> found);

    [[nodiscard]] std::span<const std::uint32_t> neighbours(std::size_t i) const;
    [[nodiscard]] Colliding* find(std::uint32_t body, std::uint32_t vertex);
    [[nodiscard]] bool walk_out(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra,
                                std::uint32_t tetrahedron, const Vec3& from, const Vec3& way, double limit,
                                Exit& exit) const;
    [[nodiscard]] Vec3 normal_at(const bodies::Bodies& bodies, const Triangle& face, const Vec3& point) const;
    void finish(Colliding& c, DepthSource source) const;

    std::uint64_t topology_version_ = 0;
    std::vector<std::uint32_t> across_;  // faces
    std::vector<std::uint8_t> usable_;   // tetrahedra
    mesh::VertexLists along_;            // edges
    struct BoundaryFace {
        std::uint32_t body, tetrahedron, face;
    };
    std::vector<BoundaryFace> boundary_;

    std::vector<Colliding> colliding_;          // sorted by body, then vertex
    std::vector<Vec3> normals_;                 // of boundary vertices
    std::vector<std::uint32_t> neighbours_;     // of each of them, numbers of others
    std::vector<std::size_t> first_neighbour_;  // one more
    std::vector<std::uint32_t> front_, next_;
    std::vector<std::uint32_t> handed_on_;  // those not at crossings, ring by ring
    int rings_ = 0;
    std::vector<Vec3> flow_;  // directions while they are smoothed
    std::vector<FloatBox> face_boxes_;
    BoxGrid faces_;
};

}  // namespace pliant::spatial_hash
