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
    double opacity = 1;               // below 1: blended over what is behind, back to front, denser at silhouettes
    bool edges = false;               // thin darker lines along the triangles' edges
    /// One per triangle, or a single one for all. Nonzero: a hit, which nothing hides. Where another triangle is in
    /// front, the hit is seen through it: dimmer, with an outline. Hits smaller than a pixel are still drawn, over
    /// others of a smaller value.
    std::span<const std::uint8_t> hits{};
};

/// Segments in a row, for instance a curve along which surfaces meet. Hidden parts are dimmer.
struct Polyline {
    std::vector<Position> points;
    Colour colour{};
    bool closed = false;
    double width = 2.5;  // pixels
};

/// A point, with a segment or an arrow to another where there is one: contacts, ways out, witnesses of a distance.
struct Marker {
    Position at{};
    std::optional<Position> to{};
    Colour colour{};
    bool arrow = false;  // a head at `to`; arrows that would crowd earlier ones are drawn as points
    double size = 3.5;   // radius of the point in pixels
};

/// Everything that is in a picture.
struct Subject {
    std::span<const Drawable> drawables;
    std::span<const Polyline> lines{};
    std::span<const Marker> markers{};
};

/// The axis of the meshes that points up in the picture.
enum class Up : std::uint8_t { x, y, z, minus_x, minus_y, minus_z };

/// A part of the scene. What is nearer to the viewer than about twice the radius is cut away.
struct CloseUp {
    Position centre{};
    double radius = 1;
};

struct Camera {
    /// Where the viewer stands, as a direction from the middle of the scene: x to the right, -y to the front, z up,
    /// whatever axis of the meshes is up. See upright().
    Position from{0.6, -1.0, 0.55};
    std::optional<Position> look_at{};  // unset: middle of the bounding box
    double zoom = 1;                    // 2: half the extent fills the picture
    Up up = Up::z;
    std::optional<CloseUp> close_up{};  // unset: everything drawn fits; else look_at and zoom are ignored
};

/// A direction of the meshes as Camera::from has it.
Position upright(const Position& direction, Up up);

struct PictureOptions {
    std::size_t width = 1200, height = 900;  // pixels
    unsigned supersampling = 3;              // per axis
    Colour background{255, 255, 255};
    bool ground_shadow = true;  // a soft one on the background, as if the scene stood on a floor
    Camera camera{};
    bool outlines = false;  // darker lines where the surface ends or another begins behind it
    unsigned threads = 0;   // 0: as many as the machine has; the pixels do not depend on it
};

/// The same pixels everywhere: no function of the C library is used whose last bit could differ.
Image draw(const Subject& subject, const PictureOptions& options = {});
Image draw(std::span<const Drawable> drawables, const PictureOptions& options = {});

/// Compressed 8-bit RGB. Throws std::runtime_error naming the file when it cannot be written.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace pliant::picture
