// Pictures of the regions that a search visited [Volino1994, figures 8 to 10].
#pragma once

#include <filesystem>

#include "picture/picture.hpp"
#include "stage.hpp"

namespace pliant::bench {

/// What to ask, and how to look at it.
struct View {
    IntersectionOptions options{};
    std::size_t frame = 0;
    picture::Camera camera{};
    std::size_t width = 520, height = 455;
};

struct Visited {
    std::uint64_t calls = 0;    // visits, of regions and of pairs
    std::size_t regions = 0;    // different ones that are the smallest visited of some triangle
    std::size_t triangles = 0;  // of all bodies
};

/// Draws each triangle in the colour of the smallest region that was looked at: the smaller a part of the surface the
/// region is, the warmer; neighbouring regions differ in shade. Triangles that intersect are red.
Visited draw_visited(Stage& stage, const View& view, const std::filesystem::path& file);

}  // namespace pliant::bench
