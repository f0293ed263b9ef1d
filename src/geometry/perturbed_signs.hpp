// Signs of orientation determinants that are never zero: as if the corners were moved by something infinitely small, so
// that every pair of triangles is in general position. What two perturbed triangles share tends to something that the
// given ones share, and pairs that are apart stay apart.
#pragma once

#include <array>
#include <cstdint>

#include <pliant/views.hpp>

#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {

struct NumberedPoint {
    Vec3 at;
    std::uint32_t number;  // of the vertex; vertices with different numbers are moved differently
};

/// Sign of orient3d of four different vertices. Every coordinate of every vertex is moved by a different power of an
/// infinitely small number, the smaller the later the vertex and the coordinate [EdelsbrunnerMucke1990].
int perturbed_orient3d(const std::array<NumberedPoint, 4>& p);

/// How corners are moved.
enum class Perturbation : unsigned char {
    /// The second body as a whole, by (e, e^2, e^3) for an infinitely small e: for triangles of two bodies. Faces that
    /// lie on one another come apart, or pass into one another, as a whole.
    second_body,
    each_vertex,  ///< for triangles of one body
};

/// Signs of one pair of triangles without area zero.
class PairSigns {
public:
    /// Corners are those of `a_numbers` and `b_numbers`.
    PairSigns(const TriangleCorners& a, const Triangle& a_numbers, const TriangleCorners& b, const Triangle& b_numbers,
              Perturbation perturbation)
        : a_(a), b_(b), a_numbers_(a_numbers), b_numbers_(b_numbers), perturbation_(perturbation) {}

    /// On which side of the plane of b corner i of a lies. Not one that they share.
    [[nodiscard]] int a_corner(std::size_t i) const;
    [[nodiscard]] int b_corner(std::size_t i) const;
    /// orient3d(a[i], a[k], b[m], b[n]) of four vertices. Where the second body moves, the edges are not parallel.
    [[nodiscard]] int edges(std::size_t i, std::size_t k, std::size_t m, std::size_t n) const;

private:
    const TriangleCorners &a_, &b_;
    const Triangle &a_numbers_, &b_numbers_;
    Perturbation perturbation_;
};

/// An end of the segment that two triangles share: an edge of one meets the other.
struct SegmentEnd {
    enum class Owner : unsigned char {
        a,
        b,
        both,  ///< a vertex that both have: corner `from` of a, corner `to` of b
    };
    Owner owner = Owner::both;
    std::uint8_t from = 0, to = 0;  // corners of the triangle that has the edge
};

/// What two triangles in general position share, if anything; its ends in the direction of normal(a) x normal(b).
struct PairSegment {
    bool any = false;
    std::array<SegmentEnd, 2> ends{};
};

/// Of triangles that share no vertex.
PairSegment segment_of(const PairSigns& signs);

/// Of triangles that share a vertex, corner `a_shared` of one and `b_shared` of the other: beyond that vertex, from
/// which the segment starts.
PairSegment segment_beyond_vertex(const PairSigns& signs, std::size_t a_shared, std::size_t b_shared);

/// The segment by the lone corners of both triangles: the ones whose two edges reach through the other's plane.
struct LoneCorners {
    std::uint8_t a = 0, b = 0;
    bool a_above = true, b_above = true;        ///< on which side of the other's plane
    bool starts_in_b = true, ends_in_b = true;  ///< whether an edge of b is nearer to the middle; else one of a
};
PairSegment segment_of(const LoneCorners& lone);

}  // namespace pliant::geometry
