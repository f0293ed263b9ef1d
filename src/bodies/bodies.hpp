// Bodies laid end to end in one numbering of vertices and triangles, and checked at the border: what is broken is named
// and set aside, everything else goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

#include "geometry/triangle_pair.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"
#include "simd/vertices.hpp"

namespace pliant::bodies {

/// A body and its place in the common numbering.
struct Body {
    BodyId id{};
    Points positions;                 // borrowed
    std::vector<Triangle> triangles;  // as given, in the body's own numbering
    std::uint32_t first_vertex = 0, vertices = 0;
    std::uint32_t first_triangle = 0;
    std::uint32_t unusable = 0;  // triangles with a vertex number out of range
    std::uint64_t topology_hash = 0;
    bool moved = true;              // positions have not been read since
    std::uint64_t version = 0;      // raised whenever positions are read
    bool set_aside = false;         // as a duplicate, in this frame
    std::vector<Flaw> given_flaws;  // of what the triangles were made from
    std::vector<Flaw> flaws;        // of this frame, but for degenerate triangles
};

class Bodies {
public:
    /// `given` are flaws found before: of the elements that the triangles were made from.
    BodyId add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given = {});
    void move(BodyId id, Points positions);
    void remove(BodyId id);
    /// Other triangles, and flaws of what they were made from, for the same body.
    void replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given);
    [[nodiscard]] const Body& at(BodyId id) const;  // throws std::out_of_range

    /// Reads the positions of every body that has moved since the last call. Allocates nothing once warm.
    void update(parallel::Workers& workers);

    /// In ascending order of id, so that triangle numbers sort like (body, triangle).
    [[nodiscard]] std::span<const Body> all() const { return bodies_; }
    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] Vec3 position(std::uint32_t vertex) const;
    /// Floats unless some body has doubles.
    [[nodiscard]] simd::Vertices vertices() const;
    [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
    /// Raised whenever bodies come or go: what was built on the numbering is void.
    [[nodiscard]] std::uint64_t topology_version() const { return topology_version_; }

    /// Whether the vertex numbers of a triangle are within its body. Others take no part in anything.
    [[nodiscard]] bool usable(std::uint32_t triangle) const { return usable_[triangle] != 0; }
    [[nodiscard]] TriangleRef reference(std::uint32_t triangle) const;
    [[nodiscard]] std::uint32_t body_index(std::uint32_t triangle) const { return body_of_triangle_[triangle]; }
    [[nodiscard]] geometry::TriangleCorners corners(std::uint32_t triangle) const;

    enum class Soundness { sound, not_finite, degenerate };
    /// Exact. Vector kernels ask for triangles whose area they could not show to be positive.
    [[nodiscard]] Soundness soundness(std::uint32_t triangle) const;

private:
    void lay_end_to_end();
    void choose_precision();
    void read_positions(Body& body, parallel::Workers& workers);
    [[nodiscard]] std::uint64_t duplicate_key(const Body& body) const;
    void find_duplicates();
    [[nodiscard]] bool equal(const Body& a, const Body& b) const;

    std::vector<Body> bodies_;
    std::size_t vertex_count_ = 0;
    bool doubles_ = false;  // which of the two arrays is in use
    std::vector<simd::FloatVertex> float_vertices_;
    std::vector<simd::DoubleVertex> double_vertices_;
    std::vector<Triangle> triangles_;              // in the common numbering
    std::vector<std::uint32_t> body_of_triangle_;  // index into bodies_
    std::vector<std::uint8_t> usable_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;  // duplicate key and index of each body
    std::uint32_t next_id_ = 0;
    std::uint64_t topology_version_ = 0;
    bool laid_ = false;
};

/// Every flaw of the frame, in order. `unsound` holds the usable triangles that a detector set aside because of their
/// corners, in any order; it is sorted.
void collect_flaws(const Bodies& bodies, std::vector<std::uint32_t>& unsound, std::vector<Flaw>& out);

/// Two triangles with the vertices that they share in front, in the same order.
struct SharedCorners {
    Triangle a, b;
    int count;
};
SharedCorners shared_corners(Triangle a, Triangle b);

/// How two triangles meet beyond the vertices they share by number.
std::optional<PairKind> meet(const Bodies& bodies, std::uint32_t a, std::uint32_t b);

}  // namespace pliant::bodies
