// Shaded pictures of meshes by a small software renderer: no display, no graphics driver.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::picture {

using Position = std::array<double, 3>;
using Colour = std::array<std::uint8_t, 3>;

struct Image {
    std::size_t width = 0, height = 0;
    std::vector<Colour> pixels;  // row by row from the top
};

/// A mesh to draw. Triangles with a bad index or a non-finite vertex are left out.
struct Drawable {
    std::span<const Position> positions;
    std::span<const Triangle> triangles;
    std::span<const Colour> colours;  // one per triangle, or a single one for all
    double opacity = 1;               // below 1: blended over what is behind, back to front
    bool edges = false;               // thin darker lines along the triangles' edges
};

struct Camera {
    // Where the viewer stands, as a direction from the middle of the scene; z is up. Fits everything drawn.
    Position from{0.6, -1.0, 0.55};
    std::optional<Position> look_at;  // unset: middle of the bounding box
    double zoom = 1;                  // 2: half the extent fills the picture
};

struct PictureOptions {
    std::size_t width = 1200, height = 900;  // pixels
    unsigned supersampling = 3;              // per axis
    Colour background{255, 255, 255};
    bool ground_shadow = true;  // a soft one on the background, as if the scene stood on a floor
    Camera camera{};
};

/// The same pixels everywhere: no function of the C library is used whose last bit could differ.
Image draw(std::span<const Drawable> drawables, const PictureOptions& options = {});

/// Compressed 8-bit RGB. Throws std::runtime_error naming the file when it cannot be written.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace pliant::picture
