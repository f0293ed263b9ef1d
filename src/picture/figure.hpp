// A picture that explains itself: a view of everything, close-ups of the places that matter, a legend, scale bars.
#pragma once

#include <string>

#include "picture/picture.hpp"

namespace pliant::picture {

enum class Symbol : std::uint8_t { none, square, line, dot, arrow };

struct LegendEntry {
    Symbol symbol = Symbol::none;
    Colour colour{};
    std::string words;
};

/// What the colours of ramp_colour() stand for.
struct Ramp {
    std::string words, low, high;
};

struct FigureText {
    std::string title;
    std::vector<LegendEntry> legend{};
    std::optional<Ramp> ramp{};
};

/// A box that is worth a close-up. Of a large one the part with most hits is shown.
struct Spot {
    Position low{}, high{};
    std::string caption;
};

enum class Background : std::uint8_t { light, dark };

struct FigureOptions {
    std::size_t width = 1200, height = 900;
    /// As Camera::from. Unset: of the four views from a corner above, the one with most hits in front.
    std::optional<Position> from{};
    Up up = Up::z;
    Background background = Background::light;
    bool edges_in_close_ups = true;  // of what is not translucent
    unsigned threads = 0;            // as PictureOptions::threads
};

/// At most three spots are shown. In small pictures text and close-ups are left out.
Image draw_figure(const Subject& subject, const FigureText& text, std::span<const Spot> spots,
                  const FigureOptions& options = {});

/// y or z: the axis along which more of the vertices lie at the very bottom, as soles and pedestals do; a flat scene
/// lies. `convention`, y or z, unless much speaks against it.
Up guessed_up(std::span<const Drawable> drawables, Up convention);

}  // namespace pliant::picture
