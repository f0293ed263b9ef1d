// A body as the columns see it: its box, and its vertices in local coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/local_frame.hpp"
#include "detect/depth_layers/volume_of_interest.hpp"
#include "frame/bodies.hpp"

namespace pliant::depth_layers {

class SurfaceOfBody {
public:
    /// Reads the box of the vertices that triangles use. `body` must be up to date, and live as long as this is used.
    void read(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);
    /// Finds out whether a surface that is not closed by numbers is so by places, and if not, where its borders are.
    void find_borders();
    /// Brings the vertices into a frame.
    void enter(const LocalFrame& frame, parallel::Workers& workers);

    [[nodiscard]] const VolumeBox& box() const { return box_; }
    [[nodiscard]] std::size_t triangles() const { return triangles_.size(); }
    /// In the frame. Vertices that are not finite have no z there.
    [[nodiscard]] LocalSurface local() const { return {local_, triangles_}; }
    /// Every edge is run along as often in one direction as in the other, and nothing is set aside.
    [[nodiscard]] bool closed() const { return closed_; }
    /// The same by the places of vertices in place of their numbers; once `find_borders` was called.
    [[nodiscard]] bool closed_by_place() const { return closed_ || (closed_by_place_ && sound_); }
    /// All coordinates are finite, all vertex numbers within range.
    [[nodiscard]] bool sound() const { return sound_; }
    /// Boxes of the borders that the surface has, each of them in one piece.
    [[nodiscard]] std::span<const VolumeBox> borders() const { return borders_; }
    /// The same across the columns of the frame.
    [[nodiscard]] std::span<const Extent> holes() const { return holes_; }
    /// Whether a triangle lies in a plane of one coordinate.
    [[nodiscard]] bool has_faces_across(Axis axis) const;
    [[nodiscard]] const frame::Body& body() const { return *body_; }
    /// The largest coordinate in the frame.
    [[nodiscard]] double reach() const { return reach_; }
    /// In world coordinates: the volume that the surface encloses, signed, winding counted.
    [[nodiscard]] double signed_volume() const;

private:
    void copy_sound_triangles(const frame::Body& body);
    [[nodiscard]] bool edges_cancel_by_place();
    void number_by_place();
    void collect_open_edges();
    void join_borders();
    [[nodiscard]] bool usable(const Triangle& t) const;

    const frame::Bodies* bodies_ = nullptr;
    const frame::Body* body_ = nullptr;
    std::uint64_t topology_version_ = 0;
    BodyId id_{};
    VolumeBox box_;
    double reach_ = 0;
    bool all_used_ = false;  // every vertex, by some triangle
    bool closed_ = false, closed_by_number_ = false;
    std::vector<std::uint8_t> used_;
    std::span<const Triangle> triangles_;  // those of the body, or the copy
    std::vector<Triangle> copied_;         // with zeros for those that name a vertex which is not there
    std::vector<VolumeBox> box_of_chunk_;
    std::vector<Vec3> local_;
    bool closed_by_place_ = false, sound_ = false;
    // Of a surface that is not closed by numbers.
    struct Edge {
        std::uint32_t from, to;  // the smaller number first
        int turns;               // +1 where it is run along that way
    };
    std::vector<std::uint64_t> hash_of_place_;
    std::vector<std::uint32_t> order_, first_at_place_, piece_;
    std::vector<Edge> edges_;
    std::vector<VolumeBox> borders_;
    std::vector<Extent> holes_;
};

/// What the two or one bodies of a question have that is not looked at.
void collect_set_aside(const frame::Bodies& bodies, std::span<const frame::Body* const> of, std::vector<Flaw>& out);

}  // namespace pliant::depth_layers
