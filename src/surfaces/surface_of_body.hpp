// The surface of one body for volume measurement: bounding box, borders, vertices in local coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "frame/bodies.hpp"
#include "surfaces/local_frame.hpp"
#include "surfaces/polygon.hpp"
#include "surfaces/surface_borders.hpp"
#include "surfaces/surface_topology.hpp"

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
    /// Computes the box of the vertices that triangles use. `body` is up to date and outlives this object's use.
    void read(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);
    /// Tests whether a surface that is not closed by vertex numbers is closed by position; if not, finds its borders.
    void find_borders();
    /// Transforms the vertices into a frame.
    void enter(const LocalFrame& frame, parallel::Workers& workers);

    [[nodiscard]] const Box<double>& box() const { return box_; }
    [[nodiscard]] std::span<const Triangle> triangles() const { return topology_.triangles(); }
    /// Vertices in the frame. Non-finite ones have z = NaN.
    [[nodiscard]] LocalSurface local() const { return {local_, triangles()}; }
    /// Triangles, with vertices numbered from 0 in this body.
    [[nodiscard]] simd::Vertices vertices() const;
    /// Every directed edge has an opposite one, and nothing is set aside.
    [[nodiscard]] bool closed() const { return closed_; }
    /// The same by position instead of vertex number; valid once `find_borders` was called.
    [[nodiscard]] bool closed_by_place() const { return closed_ || (closed_by_place_ && sound_); }
    /// All coordinates are finite, all vertex numbers within range.
    [[nodiscard]] bool sound() const { return sound_; }
    /// The box of each connected border of the surface.
    [[nodiscard]] std::span<const Box<double>> borders() const { return borders_.boxes(); }
    /// The same across the columns of the frame.
    [[nodiscard]] std::span<const Extent> holes() const { return holes_; }
    /// Whether a triangle lies in an axis-aligned plane.
    [[nodiscard]] bool has_faces_across(Axis axis) const;
    [[nodiscard]] const frame::Body& body() const { return *body_; }
    /// Signed enclosed volume in world coordinates, counted with winding.
    [[nodiscard]] double signed_volume() const;

private:
    [[nodiscard]] Box<double> box_of_vertices(std::size_t begin, std::size_t end) const;
    [[nodiscard]] Vec3 at(std::uint32_t vertex) const { return bodies_->position(body_->first_vertex + vertex); }

    const frame::Bodies* bodies_ = nullptr;
    const frame::Body* body_ = nullptr;
    SurfaceTopology topology_;
    bool closed_by_place_ = false, closed_ = false;
    bool sound_ = false, finite_ = false;
    Box<double> box_ = Box<double>::empty();
    std::vector<Box<double>> box_of_chunk_;
    SurfaceBorders borders_;
    std::vector<Vec3> local_;
    std::vector<Extent> holes_;
};

/// Flaws of the bodies of a question, sorted.
void collect_set_aside(const frame::Bodies& bodies, std::span<const frame::Body* const> of, std::vector<Flaw>& out);

}  // namespace pliant::surfaces
