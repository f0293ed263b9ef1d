#include "picture/canvas.hpp"

#include <algorithm>
#include <cmath>

#include "picture/font.hpp"
#include "picture/radiance.hpp"

namespace pliant::picture {

namespace {

std::size_t pixel_number(double value, std::size_t size) {
    return static_cast<std::size_t>(std::clamp(value, 0.0, static_cast<double>(size)));
}

/// cover(middle of the pixel) for each pixel of a rectangle.
template <class Cover>
void cover_pixels(Image& image, const Rectangle& box, const Colour& colour, Cover cover) {
    const std::size_t right = pixel_number(std::ceil(box.right), image.width);
    const std::size_t bottom = pixel_number(std::ceil(box.bottom), image.height);
    for (std::size_t y = pixel_number(std::floor(box.top), image.height); y < bottom; ++y)
        for (std::size_t x = pixel_number(std::floor(box.left), image.width); x < right; ++x) {
            const double covered = cover(Point2{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
            if (covered > 0) blend(image.pixels[y * image.width + x], colour, std::min(covered, 1.0));
        }
}

double overlap(double middle, double low, double high) {
    return std::clamp(std::min(middle + 0.5, high) - std::max(middle - 0.5, low), 0.0, 1.0);
}

double distance(const Point2& a, const Point2& b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// All strokes of one glyph at once, so that none shows where they join.
void draw_glyph(Image& image, const Glyph& glyph, const Point2& at, double unit, double radius, const Colour& colour) {
    const auto placed = [&](const GlyphPoint& p) { return Point2{at.x + unit * p.x, at.y - unit * p.y}; };
    const Rectangle box{at.x - 2 * radius, at.y - unit * 11, at.x + unit * glyph.width + 2 * radius, at.y + unit * 4};
    cover_pixels(image, box, colour, [&](const Point2& p) {
        double nearest = 1e9;
        for (const auto& stroke : glyph.strokes)
            for (std::size_t i = 0; i + 1 < stroke.size(); ++i)
                nearest = std::min(nearest, nearest_on_segment(p, placed(stroke[i]), placed(stroke[i + 1])).distance);
        return radius + 0.5 - nearest;
    });
}

}  // namespace

NearestPoint nearest_on_segment(const Point2& p, const Point2& from, const Point2& to) {
    const double x = to.x - from.x, y = to.y - from.y, square = x * x + y * y;
    const double along = square > 0 ? std::clamp(((p.x - from.x) * x + (p.y - from.y) * y) / square, 0.0, 1.0) : 0;
    return {along, distance(p, {from.x + along * x, from.y + along * y})};
}

void blend(Colour& pixel, const Colour& over, double cover) {
    const Radiance behind = radiance(pixel), front = radiance(over);
    const double rest = 1 - cover;
    pixel = colour({cover * front.red + rest * behind.red, cover * front.green + rest * behind.green,
                    cover * front.blue + rest * behind.blue});
}

void fill(Image& image, const Rectangle& r, const Colour& colour, double cover) {
    cover_pixels(image, r, colour, [&](const Point2& p) {
        return cover * overlap(p.x, r.left, r.right) * overlap(p.y, r.top, r.bottom);
    });
}

void frame(Image& image, const Rectangle& r, const Colour& colour, double width) {
    fill(image, {r.left, r.top, r.right, r.top + width}, colour);
    fill(image, {r.left, r.bottom - width, r.right, r.bottom}, colour);
    fill(image, {r.left, r.top + width, r.left + width, r.bottom - width}, colour);
    fill(image, {r.right - width, r.top + width, r.right, r.bottom - width}, colour);
}

void line(Image& image, const Point2& from, const Point2& to, const Colour& colour, double width) {
    const double reach = width / 2 + 1;
    const Rectangle box{std::min(from.x, to.x) - reach, std::min(from.y, to.y) - reach, std::max(from.x, to.x) + reach,
                        std::max(from.y, to.y) + reach};
    cover_pixels(image, box, colour,
                 [&](const Point2& p) { return width / 2 + 0.5 - nearest_on_segment(p, from, to).distance; });
}

void disc(Image& image, const Point2& c, double radius, const Colour& colour) {
    const double reach = radius + 1;
    cover_pixels(image, {c.x - reach, c.y - reach, c.x + reach, c.y + reach}, colour,
                 [&](const Point2& p) { return radius + 0.5 - distance(p, c); });
}

void ring(Image& image, const Point2& c, double radius, const Colour& colour, double width) {
    const double reach = radius + width;
    cover_pixels(image, {c.x - reach, c.y - reach, c.x + reach, c.y + reach}, colour,
                 [&](const Point2& p) { return width / 2 + 0.5 - std::abs(distance(p, c) - radius); });
}

void paste(Image& image, const Image& part, std::size_t left, std::size_t top) {
    for (std::size_t y = 0; y < part.height && top + y < image.height; ++y)
        for (std::size_t x = 0; x < part.width && left + x < image.width; ++x)
            image.pixels[(top + y) * image.width + left + x] = part.pixels[y * part.width + x];
}

void text(Image& image, const Point2& at, std::string_view words, const TextStyle& style) {
    const double unit = style.size / capital_height, radius = unit * (style.bold ? 0.85 : 0.55);
    Point2 pen{at.x + radius, at.y};
    for_each_glyph(words, [&](const Glyph& glyph) {
        draw_glyph(image, glyph, pen, unit, radius, style.colour);
        pen.x += unit * (glyph.width + (style.bold ? bold_gap : glyph_gap));
    });
}

double text_width(std::string_view words, const TextStyle& style) {
    double width = 0;
    for_each_glyph(words, [&](const Glyph& glyph) { width += glyph.width + (style.bold ? bold_gap : glyph_gap); });
    return width * style.size / capital_height;
}

std::string fitted(std::string_view words, double width, const TextStyle& style) {
    std::string result(words);
    for (std::size_t kept = words.size(); kept > 2 && text_width(result, style) > width; --kept) {
        result =
            std::string(words.substr(0, kept - kept / 2)) + "..." + std::string(words.substr(words.size() - kept / 2));
    }
    return result;
}

}  // namespace pliant::picture
