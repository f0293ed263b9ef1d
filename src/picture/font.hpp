// A stroke font of our own: letters as lines of any thickness.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace pliant::picture {

/// From the left end of the baseline, y upwards, in ninths of the height of a capital letter.
struct GlyphPoint {
    double x = 0, y = 0;
};

struct Glyph {
    std::vector<std::vector<GlyphPoint>> strokes;
    double width = 0;
};

constexpr double capital_height = 9, glyph_gap = 2.6, bold_gap = 3.2;

/// A small box for what the font does not have.
const Glyph& glyph(unsigned char character);

/// Bytes beyond ASCII belong together, UTF-8 or not: one box for each first byte.
template <class Visit>
void for_each_glyph(std::string_view words, Visit visit) {
    for (const char c : words) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0) != 0x80) visit(glyph(byte));
    }
}

}  // namespace pliant::picture
