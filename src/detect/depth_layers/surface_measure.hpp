// The volume that two closed bodies share, from their surfaces.
//
// By the divergence theorem the volume is the integral of depth over its border: the parts of each surface that lie in
// the other body. Of a triangle that the other surface does not cross this is all or nothing. Of one that it crosses,
// the part is bounded by pieces of the triangle's edges and by segments in which it meets triangles of the other body;
// with a corner of the triangle every piece makes a triangle of its own, and their integrals, signed, add up to that of
// the part. No polygon is ever put together, so that none can come out wrong: which edge crosses which triangle is
// decided by exact signs, and places that are rounded move the sum by little.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/contains.hpp"
#include "detect/depth_layers/edge_crossings.hpp"
#include "detect/depth_layers/local_frame.hpp"
#include "detect/depth_layers/winding_proof.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

class SurfaceMeasure {
public:
    /// Looks at two closed bodies that are up to date: `boxes` are theirs, `common` is where they meet. False where it
    /// is not proven that neither surface winds around anything twice, where the other body is. Allocates nothing once
    /// warm.
    bool look(const frame::Bodies& bodies, const std::array<const frame::Body*, 2>& of, const VolumeBox& common,
              const std::array<VolumeBox, 2>& boxes, InsideRule rule, parallel::Workers& workers);
    /// What the bodies share that were looked at, in coordinates of `frame`, whose rounding is at most `slack`. False
    /// where it cannot be said: a vertex or an edge of one body touches the other's surface exactly.
    bool find(const LocalFrame& frame, double slack, parallel::Workers& workers, Measure& out);

    /// Columns along each side of the boxes in which the bodies were looked at.
    [[nodiscard]] std::uint32_t resolution() const;
    [[nodiscard]] std::uint64_t columns() const;

private:
    /// First and last places, in 15 bits of 16 each, so that two boxes are compared in two subtractions. In the last
    /// ones the sixteenth bits are set, to be borrowed from.
    struct PackedBox {
        static constexpr std::uint64_t borrow = 0x8000'8000'8000u;
        std::uint64_t first = 0, last = borrow;

        [[nodiscard]] std::uint32_t first_along(unsigned k) const { return first >> 16 * k & 0x7fff; }
        [[nodiscard]] std::uint32_t last_along(unsigned k) const { return last >> 16 * k & 0x7fff; }
        [[nodiscard]] bool meets(const PackedBox& o) const {
            return ((last - o.first) & (o.last - first) & borrow) == borrow;
        }
    };
    /// A triangle that may meet the other surface.
    struct Candidate {
        Corners corners;
        Triangle triangle;
        PackedBox box;                       // in places of the common box
        std::array<std::int8_t, 3> turns{};  // by edge: the winding at its end less that at its start
    };
    /// One of the second body, as those of the first see it.
    struct Seen {
        PackedBox box;
        std::uint32_t candidate;
    };
    /// An edge of the second body goes through a triangle of the first.
    struct EdgeTurn {
        std::uint32_t candidate;
        std::uint8_t edge;
        std::int8_t turn;
    };
    struct Sum {
        Moments moments;
        double error = 0;
        bool known = true;
    };
    struct Chunk {
        std::vector<Triangle> kept;
        std::vector<EdgeTurn> turns;
        Sum sum;
    };
    using Corners2 = std::array<Corners, 2>;

    void choose_axis(const std::array<VolumeBox, 2>& boxes);
    void keep_triangles(std::size_t body, parallel::Workers& workers);
    bool make_image(std::size_t body, parallel::Workers& workers);
    void sort_triangles(std::size_t body);
    void look_up_sides(std::size_t body);
    [[nodiscard]] PackedBox places_of(const Corners& t) const;
    [[nodiscard]] static std::uint64_t depths_of(const PackedBox& box);
    void find_squares(const VolumeBox& common);
    void sort_into_squares();
    Sum add_pairs(parallel::Workers& workers);
    [[nodiscard]] Sum sum_of_chunks(std::size_t number) const;
    void add_pairs_of(Candidate& a, Chunk& chunk) const;
    void add_pair(Candidate& a, const Plane& plane_of_a, std::uint32_t b, Chunk& chunk) const;
    void add_crossing_pair(Candidate& a, std::uint32_t b, const std::array<EdgeCrossings, 2>& found,
                           Chunk& chunk) const;
    bool spread_sides(std::size_t body, parallel::Workers& workers);
    Sum add_wholes(std::size_t body, parallel::Workers& workers);
    void add_whole(std::size_t body, const Corners& t, Sum& sum) const;
    [[nodiscard]] Corners corners(std::size_t body, const Triangle& t) const;
    [[nodiscard]] Corners in_frame(const Corners& t) const;

    std::array<const frame::Body*, 2> of_{};
    LocalFrame frame_;
    double slack_ = 0;
    InsideRule rule_ = InsideRule::winding;
    std::array<simd::Vertices, 2> vertices_;
    std::vector<std::uint8_t> sides_of_box_;     // by vertex: beyond which it lies
    std::vector<Triangle> there_;                // of a body that has lost some
    std::array<std::vector<Triangle>, 2> kept_;  // triangles that matter
    Axis axis_{};                                // of columns in the bodies
    std::array<KeptTriangles, 2> kept_where_{};
    VolumeBox common_, around_;  // where both boxes are, and with a margin
    std::array<WindingProof, 2> proofs_;
    std::array<std::vector<CellImage::Depths::Reach>, 2> rows_;
    std::array<PointQuery, 2> queries_;                   // of vertices of the other body in this one
    std::array<std::span<PointQuery::Status>, 2> sides_;  // by vertex: in the other body
    std::array<int, 2> facing_{};                         // winding inside: +1 or -1
    std::vector<Chunk> chunks_;
    std::array<std::vector<std::uint32_t>, 2> wholes_;  // triangles that lie in the other body as a whole
    std::array<std::vector<Candidate>, 2> candidates_;
    CellGrid squares_;                               // across the two longer sides of the common box
    std::array<std::size_t, 3> order_of_squares_{};  // of coordinates, the shortest side last
    std::vector<std::uint32_t> first_;               // of each square; one more at the end
    std::vector<Seen> in_square_;
    std::vector<std::uint64_t> depths_;  // by square: those that something in it reaches into
};

}  // namespace pliant::depth_layers
