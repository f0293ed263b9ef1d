// Stage 3b of [Heidelberger2003]: which points lie inside a body.
//
// Departure: a layer has a thickness, that of all the surface in its column, so that a point between two layers is
// certainly inside or outside; a point within a layer is left uncertain, or settled by exact arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/contains.hpp>
#include <pliant/points.hpp>

#include "bodies/bodies.hpp"
#include "depth_layers/bins.hpp"
#include "depth_layers/grid.hpp"
#include "depth_layers/surface_of_body.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

class PointQuery {
public:
    /// Makes the layers of a body that has moved since. `bodies` are up to date, and stay as they are until `find`.
    void update(const bodies::Bodies& bodies, BodyId body, const ContainsOptions& options, parallel::Workers& workers);
    void find(Points points, const ContainsOptions& options, parallel::Workers& workers, Containment& out);

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
        int after;  // winding behind it; of a fragment, the turn of the line through the column's middle
    };
    struct Column {
        std::uint32_t first = 0, count = 0;  // layers of its chunk
        bool inconsistent = false;
    };
    struct Chunk {
        std::vector<ThickLayer> layers, fragments;
    };
    enum class Status : std::uint8_t { outside, inside, uncertain, on_surface, invalid };

    [[nodiscard]] double distance_to_ring(const Vec3& p, std::int64_t cx, std::int64_t cy, std::int64_t ring) const;
    void make_layers(std::size_t column, Chunk& chunk);
    [[nodiscard]] Status status(const Vec3& world, const ContainsOptions& options) const;
    [[nodiscard]] Status settle(const Vec3& world, std::size_t column, InsideRule rule) const;

    const bodies::Bodies* bodies_ = nullptr;
    const bodies::Body* body_ = nullptr;
    SurfaceOfBody surface_;
    LocalFrame frame_;
    Grid grid_;
    Bins bins_;
    double depth_ = 0;  // along the columns, in local units
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
