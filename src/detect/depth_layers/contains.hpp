// Stage 3b of [Heidelberger2003]: which points lie inside a body.
//
// Departure: a layer has a thickness, that of all the surface in its column, so that a point between two layers is
// certainly inside or outside; a point within a layer is left uncertain, or settled by exact arithmetic.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/contains.hpp>
#include <pliant/points.hpp>

#include "detect/depth_layers/cell_image.hpp"
#include "detect/depth_layers/surface_of_body.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

class PointQuery {
public:
    using Clock = std::chrono::steady_clock;

    /// Makes the layers of a body that has moved since. `bodies` are up to date, and stay as they are until `find`.
    /// Columns run along `axis`, or along the longest side.
    void update(const frame::Bodies& bodies, BodyId body, const ContainsOptions& options, parallel::Workers& workers,
                std::optional<Axis> axis = {});
    /// Whether the surface has borders: what one direction says about it need not be true.
    [[nodiscard]] bool is_open() const { return !empty_ && !closed_; }
    [[nodiscard]] Axis axis() const { return image_.box().axis; }
    /// Of the same points, once `find` was called on all: what some say and none contradicts.
    void agree_with(std::span<const PointQuery> others, Containment& out);
    /// `started`: where the time of the budget began.
    void find(Points points, const ContainsOptions& options, Clock::time_point started, parallel::Workers& workers,
              Containment& out);

    /// The same of a surface within a box, for `look_up`: what is outside the box is outside the body.
    void update(const ImageSource& source, const TurnedBox& box, std::uint32_t resolution, InsideRule rule,
                parallel::Workers& workers);
    /// The first three and the last as in states_of_points.
    enum class Status : std::uint8_t { outside, inside, uncertain, on_surface, invalid };
    /// Of so many points, to be written there by who knows it; valid until the next question.
    std::span<Status> start(std::size_t points, Status status);
    /// What the cell of a point tells.
    [[nodiscard]] Status look_up(const Vec3& point) const;
    /// Settles the points that are uncertain.
    void settle_rest(Points points, parallel::Workers& workers);
    [[nodiscard]] const CellImage& image() const { return image_; }
    [[nodiscard]] CellImage& image() { return image_; }

private:
    /// Ways to a point: up to it from below its layer, down to it from above everything, or where the surface is not
    /// closed from below everything and from above.
    enum class Way : std::uint8_t { up, down, both };
    /// A point within a layer, and what its own line crosses on the way.
    struct Unsettled {
        Vec3 turned;
        std::uint32_t point, square;
        Way way;
        bool on_surface;
        int from_below, from_above;
    };
    /// The same point, as most triangles see it: where it is across, and the slabs that matter to it.
    struct Glimpse {
        std::array<std::uint16_t, 2> place;
        std::uint16_t first_slab, last_slab;
    };
    /// What a triangle does to a point.
    struct Crossing {
        std::uint32_t unsettled;
        std::int8_t from_below, from_above;
        bool on_surface;
    };
    /// Unsettled points by squares of 2^8 places, row by row.
    static constexpr unsigned square_shift = 8;
    static constexpr std::uint32_t squares = 256;  // to a row

    [[nodiscard]] ImageSource source_of_body() const;
    Limit look_at(Points points, const ContainsOptions& options, Clock::time_point started, parallel::Workers& workers);
    [[nodiscard]] bool through_a_hole(const Vec3& turned, double margin) const;
    void doubt_points_at_holes(Points points, std::size_t asked);
    void settle(Points points, std::size_t asked, InsideRule rule, parallel::Workers& workers);
    void collect_unsettled(Points points, std::size_t asked);
    Glimpse start(Unsettled& u) const;
    void list_two(Status one, Status other, std::vector<std::uint32_t>& ones, std::vector<std::uint32_t>& others) const;
    void list_by_status(Containment& out) const;
    void cross_triangles(std::size_t part);
    template <class Slab>
    void cross_points(std::uint32_t triangle, const CellRange& range, const Slab& first_slab,
                      std::vector<Crossing>& out) const;
    void cross(std::uint32_t triangle, std::uint32_t unsettled, std::vector<Crossing>& out) const;

    const frame::Bodies* bodies_ = nullptr;
    const frame::Body* body_ = nullptr;
    SurfaceOfBody surface_;
    CellImage image_;
    std::vector<Status> status_;
    std::vector<Unsettled> unsettled_, unsorted_;   // by square; as they come
    std::vector<Glimpse> glimpses_;                 // by square
    std::vector<std::uint32_t> first_;              // unsettled point of each square; one more at the end
    std::vector<std::uint64_t> taken_;              // a bit a square: whether there is one
    std::vector<std::vector<Crossing>> crossings_;  // by part of the triangles
    // What the layers were made from.
    BodyId id_{};
    std::uint64_t version_ = 0, topology_version_ = 0;
    std::uint32_t asked_resolution_ = 0;
    InsideRule rule_ = InsideRule::winding;
    std::optional<Axis> asked_axis_;
    bool made_ = false, empty_ = true;
    bool closed_ = true;
    bool coarser_than_asked_ = false;  // for want of time
};

}  // namespace pliant::depth_layers
