// Stage 2 of [Heidelberger2003, 3.2]: a layered depth image, by a rasteriser of our own on the processor.
//
// Departure: no passes and no depth buffer. Triangles that no line crosses, nearly all of a fine mesh, are passed over
// by a vector kernel; of the rest every crossing is found once, by exact signs where rounding leaves a doubt, and the
// crossings are put in order pixel by pixel.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include <pliant/layers.hpp>

#include "detect/depth_layers/line_crossings.hpp"
#include "detect/depth_layers/surface_of_body.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

class LayerImage {
public:
    /// `bodies` are up to date. Allocates nothing once warm.
    void make(const frame::Bodies& bodies, const frame::Body& body, const LayersOptions& options,
              parallel::Workers& workers, Layers& out);

private:
    struct Chunk {
        std::vector<std::uint32_t> triangles;
        std::vector<LineCrossing> crossings;
    };

    using Clock = std::chrono::steady_clock;

    void place_lines(const LayersOptions& options, Layers& out);
    void find_crossings(const frame::Bodies& bodies, const frame::Body& body, std::size_t begin, std::size_t end,
                        Chunk& chunk) const;
    void cross(const geometry::TriangleCorners& corners, std::uint32_t triangle, Chunk& chunk) const;
    std::size_t find_all(const frame::Bodies& bodies, const frame::Body& body, const Budget& budget,
                         Clock::time_point started, parallel::Workers& workers, Limit& stopped_by);
    void sort_into_pixels(std::size_t chunks, Layers& out);

    SurfaceOfBody surface_;
    int axis_ = 2;
    std::uint32_t resolution_ = 0;
    // Along the two axes behind the one of the lines: where the first line is, how many there are to a unit.
    std::array<double, 2> start_{}, per_unit_{};
    double margin_ = 0;                         // in pixels: more than rounding does to a place
    std::array<std::vector<double>, 2> lines_;  // their places
    LinePlaces places_;
    std::vector<Chunk> chunks_;
};

/// Sorts the points of each pixel by depth, and counts what Layers says of them.
void put_in_order(Layers& layers);

}  // namespace pliant::depth_layers
