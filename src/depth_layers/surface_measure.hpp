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

#include "bodies/bodies.hpp"
#include "depth_layers/column.hpp"
#include "depth_layers/contains.hpp"
#include "depth_layers/local_frame.hpp"
#include "depth_layers/surface_of_body.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

class SurfaceMeasure {
public:
    /// In coordinates of `frame`, whose rounding is at most `slack`. False where it cannot be said: a surface is not
    /// closed or winds around something twice, or a vertex or an edge of one body touches the other's surface exactly.
    /// `bodies` are up to date. Allocates nothing once warm.
    bool find(const bodies::Bodies& bodies, const std::array<const bodies::Body*, 2>& of, const Box& common,
              const LocalFrame& frame, double slack, InsideRule rule, parallel::Workers& workers, Measure& out);

    /// Columns along each side of the boxes in which the bodies were looked at.
    [[nodiscard]] std::uint32_t resolution() const;
    [[nodiscard]] std::uint64_t columns() const;

private:
    /// A triangle that may meet the other surface.
    struct Candidate {
        std::uint32_t triangle;
        Vec3 lo, hi;
        std::array<std::uint32_t, 2> first, last;  // columns of the grid in which pairs are looked for
    };
    struct Sum {
        Moments moments;
        double error = 0;
        bool known = true;
    };
    struct Chunk {
        std::vector<std::uint16_t> places;
        std::vector<std::uint32_t> unused;
        std::vector<Candidate> candidates;
        Sum sum;
    };
    using Corners2 = std::array<Corners, 2>;

    bool look_at_bodies(const bodies::Bodies& bodies, parallel::Workers& workers);
    void find_candidates(std::size_t body, const Box& common, parallel::Workers& workers);
    void look_at_triangles(std::size_t body, const Box& common, std::size_t begin, std::size_t end, Chunk& chunk) const;
    void sort_into_columns();
    void add_pairs_of(const Candidate& a, Sum& sum) const;
    void add_pair(const Candidate& a, const Candidate& b, Sum& sum) const;
    [[nodiscard]] Corners corners(std::size_t body, std::uint32_t triangle) const;
    [[nodiscard]] Corners in_frame(const Corners& t) const;

    const bodies::Bodies* bodies_ = nullptr;
    std::array<const bodies::Body*, 2> of_{};
    LocalFrame frame_;
    double slack_ = 0;
    InsideRule rule_ = InsideRule::winding;
    std::array<PointQuery, 2> queries_;                         // of vertices of the other body in this one
    std::array<std::span<const PointQuery::Status>, 2> sides_;  // by vertex: in the other body
    std::array<int, 2> facing_{};                               // winding inside: +1 or -1
    std::vector<Chunk> chunks_;
    std::array<std::vector<Candidate>, 2> candidates_;
    std::vector<std::uint32_t> first_, in_column_;  // of the second body
};

}  // namespace pliant::depth_layers
