// Stage 2 of [Heidelberger2003, 3.2]: a layered depth image, by a rasteriser of our own on the processor.
//
// Departure: no passes and no depth buffer. A vector kernel skips triangles that no line crosses, nearly all of a fine
// mesh; of the rest every crossing is found once, by exact signs where rounding leaves a doubt, and sorted by pixel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <pliant/layers.hpp>

#include "frame/query.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/line_crossings.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant::depth_layers {

struct LayersQuery : frame::Query<LayersOptions> {
    const frame::Body& body;
};

class LayerImage {
public:
    /// Allocates nothing once warm.
    void make(const LayersQuery& query, Layers& out);

private:
    struct Chunk {
        std::vector<std::uint32_t> triangles;
        std::vector<surfaces::LineCrossing> crossings;
    };

    void place_lines(const LayersOptions& options, Layers& out);
    void find_crossings(const LayersQuery& query, std::size_t begin, std::size_t end, Chunk& chunk) const;
    void cross(const geometry::TriangleCorners& corners, std::uint32_t triangle, Chunk& chunk) const;
    /// With a view of a part of the body, crossings beyond it go.
    void keep_in_view(const Layers& out, Chunk& chunk) const;
    /// Returns the number of chunks.
    std::size_t find_all(const LayersQuery& query, const Layers& out);
    void sort_into_pixels(std::size_t chunks, Layers& out);

    surfaces::SurfaceOfBody surface_;
    Axis axis_ = Axis::z;
    std::uint32_t resolution_ = 0;
    // Along the two axes behind the one of the lines: where the first line is, how many there are to a unit.
    std::array<double, 2> start_{}, per_unit_{};
    double margin_ = 0;                         // in pixels: more than rounding does to a place
    std::array<std::vector<double>, 2> lines_;  // their places
    surfaces::LinePlaces places_;
    std::vector<Chunk> chunks_;
};

/// Sorts the points of each pixel by depth, and counts what Layers says of them.
void put_in_order(Layers& layers);

/// Where the line begins, at the low end of what was kept: how often the body winds around it there.
std::int32_t winding_at_start(const Layers& layers, std::size_t pixel);

/// Whether a line tells inside from outside: the body is left as often as it is entered. Where a part of it was seen
/// nobody knows; that is asked for of closed surfaces.
bool is_consistent(const Layers& layers, std::size_t pixel);

}  // namespace pliant::depth_layers
