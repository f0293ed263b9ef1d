// Flat drawing on an image: shapes and text, with smooth outlines.
#pragma once

#include <string_view>

#include "picture/picture.hpp"

namespace pliant::picture {

/// In pixels from the upper left corner.
struct Point2 {
    double x = 0, y = 0;
};

struct Rectangle {
    double left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
};

struct NearestPoint {
    double along = 0;  // 0 at the first end of the segment, 1 at the second
    double distance = 0;
};
NearestPoint nearest_on_segment(const Point2& p, const Point2& from, const Point2& to);

/// Blends a colour over a pixel with coverage `cover`, in linear light.
void blend(Colour& pixel, const Colour& colour, double cover);

void fill(Image& image, const Rectangle& rectangle, const Colour& colour, double cover = 1);
void frame(Image& image, const Rectangle& rectangle, const Colour& colour, double width);
void line(Image& image, const Point2& from, const Point2& to, const Colour& colour, double width);
void disc(Image& image, const Point2& centre, double radius, const Colour& colour);
void ring(Image& image, const Point2& centre, double radius, const Colour& colour, double width);
/// Copies all of it; what does not fit is cut off.
void paste(Image& image, const Image& part, std::size_t left, std::size_t top);

struct TextStyle {
    double size = 10;  // height of a capital letter in pixels
    Colour colour{40, 44, 52};
    bool bold = false;
};
/// `at`: left end of the baseline. ASCII; other characters show as a small box.
void text(Image& image, const Point2& at, std::string_view words, const TextStyle& style = {});
double text_width(std::string_view words, const TextStyle& style = {});
/// Shortened with dots in the middle until it is no wider.
std::string fitted(std::string_view words, double width, const TextStyle& style = {});

}  // namespace pliant::picture
