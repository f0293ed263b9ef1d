// The surface of one body as the measures of volumes see it: its box, its borders, its vertices in local coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "frame/bodies.hpp"
#include "surfaces/local_frame.hpp"
#include "surfaces/polygon.hpp"
#include "surfaces/surface_borders.hpp"

namespace pliant::surfaces {

/// A body in local coordinates.
struct LocalSurface {
    std::span<const Vec3> positions;
    std::span<const std::array<std::uint32_t, 3>> triangles;

    [[nodiscard]] Corners corners(std::uint32_t triangle) const {
        const auto& t = triangles[triangle];
        return {positions[t[0]], positions[t[1]], positions[t[2]]};
    }
};

class SurfaceOfBody {
public:
    /// Reads the box of the vertices that triangles use. `body` is up to date, and lives as long as this is used.
    void read(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);
    /// Tests whether a surface that is not closed by numbers is closed by places; if not, finds its borders.
    void find_borders();
    /// Brings the vertices into a frame.
    void enter(const LocalFrame& frame, parallel::Workers& workers);

    [[nodiscard]] const Box<double>& box() const { return box_; }
    [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
    /// In the frame. Vertices that are not finite have z = NaN there.
    [[nodiscard]] LocalSurface local() const { return {local_, triangles_}; }
    /// Numbered from 0 in this body.
    [[nodiscard]] simd::Vertices vertices() const;
    /// Every directed edge has an opposite one, and nothing is set aside.
    [[nodiscard]] bool closed() const { return closed_; }
    /// The same by the places of vertices instead of their numbers; once `find_borders` was called.
    [[nodiscard]] bool closed_by_place() const { return closed_ || (closed_by_place_ && sound_); }
    /// All coordinates are finite, all vertex numbers within range.
    [[nodiscard]] bool sound() const { return sound_; }
    /// Boxes of the borders of the surface, each of them connected.
    [[nodiscard]] std::span<const Box<double>> borders() const { return borders_.boxes(); }
    /// The same across the columns of the frame.
    [[nodiscard]] std::span<const Extent> holes() const { return holes_; }
    /// Whether a triangle lies in a plane of one coordinate.
    [[nodiscard]] bool has_faces_across(Axis axis) const;
    [[nodiscard]] const frame::Body& body() const { return *body_; }
    /// In world coordinates: the enclosed volume, signed, winding counted.
    [[nodiscard]] double signed_volume() const;

private:
    void copy_sound_triangles(const frame::Body& body);
    void read_topology();
    [[nodiscard]] Box<double> box_of_vertices(std::size_t begin, std::size_t end) const;
    [[nodiscard]] Vec3 at(std::uint32_t vertex) const { return bodies_->position(body_->first_vertex + vertex); }

    const frame::Bodies* bodies_ = nullptr;
    const frame::Body* body_ = nullptr;
    std::uint64_t topology_version_ = 0;
    BodyId id_{};
    bool all_used_ = false;  // every vertex, by some triangle
    bool closed_by_number_ = false, closed_by_place_ = false, closed_ = false;
    bool sound_ = false, finite_ = false;
    std::vector<std::uint8_t> used_;
    std::span<const Triangle> triangles_;  // those of the body, or the copy
    std::vector<Triangle> copied_;         // with zeros for those that name a vertex which is not there
    Box<double> box_ = Box<double>::empty();
    std::vector<Box<double>> box_of_chunk_;
    SurfaceBorders borders_;
    std::vector<Vec3> local_;
    std::vector<Extent> holes_;
};

/// Elements of the bodies of a question that were set aside, sorted.
void collect_set_aside(const frame::Bodies& bodies, std::span<const frame::Body* const> of, std::vector<Flaw>& out);

}  // namespace pliant::surfaces
