// Stage 3b of [Heidelberger2003]: which points lie inside a body.
//
// Departure: a layer has a thickness, that of all the surface in its column, so that a point between two layers is
// certainly inside or outside; a point within a layer is left uncertain, or settled by exact arithmetic.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/contains.hpp>
#include <pliant/points.hpp>

#include "bodies/bodies.hpp"
#include "depth_layers/column.hpp"
#include "depth_layers/grid.hpp"
#include "depth_layers/surface_of_body.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

class PointQuery {
public:
    using Clock = std::chrono::steady_clock;

    /// Makes the layers of a body that has moved since. `bodies` are up to date, and stay as they are until `find`.
    void update(const bodies::Bodies& bodies, BodyId body, const ContainsOptions& options, parallel::Workers& workers);
    /// `started`: where the time of the budget began.
    void find(Points points, const ContainsOptions& options, Clock::time_point started, parallel::Workers& workers,
              Containment& out);

    /// Of the body that was updated last.
    struct Closest {
        Vec3 point;
        double distance;
        std::uint32_t triangle;
    };
    [[nodiscard]] Closest closest(const Vec3& world) const;

private:
    struct ThickLayer {
        double lo, hi;
        int before, after;          // windings in front of and behind it
        std::uint32_t first, last;  // fragments
    };
    struct Column {
        std::uint32_t first = 0, count = 0;  // layers of its chunk
        std::uint16_t chunk = 0;
        bool inconsistent = false;
    };
    /// A triangle within a column.
    struct Fragment {
        double lo, hi;
        std::uint32_t triangle;
        int turn;  // of the line through the middle of the column
    };
    struct Placed {
        Fragment fragment;
        std::uint32_t column;
    };
    /// Columns that one thread looks at.
    struct Chunk {
        std::vector<ThickLayer> layers;
    };
    enum class Status : std::uint8_t { outside, inside, uncertain, on_surface, invalid };

    Limit look_at(Points points, const ContainsOptions& options, Clock::time_point started, parallel::Workers& workers);
    [[nodiscard]] double distance_to_ring(const Vec3& p, std::int64_t cx, std::int64_t cy, std::int64_t ring) const;
    void find_fragments(std::size_t begin, std::size_t end, std::vector<Placed>& out) const;
    void sort_into_columns(parallel::Workers& workers);
    [[nodiscard]] std::span<const Fragment> fragments_of(std::size_t column) const {
        return {fragments_.data() + first_[column], first_[column + 1] - first_[column]};
    }
    void make_layers(std::size_t column, Chunk& chunk);
    [[nodiscard]] Status status(const Vec3& world, const ContainsOptions& options) const;
    [[nodiscard]] Status settle(const Vec3& world, const Vec3& local, const ThickLayer& layer, InsideRule rule) const;
    [[nodiscard]] Status settle_by_column(const Vec3& world, std::size_t column, InsideRule rule) const;

    const bodies::Bodies* bodies_ = nullptr;
    const bodies::Body* body_ = nullptr;
    SurfaceOfBody surface_;
    LocalFrame frame_;
    Grid grid_;
    std::vector<std::vector<Placed>> placed_;  // by chunk of triangles
    std::vector<Fragment> fragments_;          // by column, then by depth
    std::vector<std::uint32_t> first_;         // of each column; one more at the end
    Vec3 side_;                                // of the body's box, in local units
    std::vector<Column> columns_;
    std::vector<Chunk> chunks_;
    std::size_t chunk_size_ = 1;
    std::vector<Status> status_;
    // What the layers were made from.
    BodyId id_{};
    std::uint64_t version_ = 0, topology_version_ = 0;
    std::uint32_t resolution_ = 0;
    bool made_ = false;
};

}  // namespace pliant::depth_layers
