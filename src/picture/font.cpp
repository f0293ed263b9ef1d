#include "picture/font.hpp"

#include <algorithm>

namespace pliant::picture {

namespace {

// A stroke is a row of points, each a digit for x and a letter for y: d is the baseline, j the height of an x, m that
// of a capital, a the lowest. A stroke that begins with ~ is rounded off: a quadratic B-spline of its points.
constexpr std::array<const char*, 95> strokes_of{
    "",                                    // space
    "0m0g 0d0d",                           // !
    "0m0k 2m2k",                           // "
    "1d2m 4d5m 0g6g 0j6j",                 // #
    "~6l5m3m0m0i3i6i6d3d1d0e 3n3c",        // $
    "0d6m ~1m0m0k2k2m1m ~5f4f4d6d6f5f",    // %
    "6d1j ~1j0k1m3m4m4k3j0h0d3d5d6h",      // &
    "0m0k",                                // '
    "~2n0l0e2c",                           // (
    "~0n2l2e0c",                           // )
    "0g4k 4g0k 0i4i",                      // *
    "0h6h 3e3k",                           // +
    "1d0b",                                // ,
    "0h4h",                                // -
    "0d0d",                                // .
    "0c4n",                                // /
    "~2m0m0d5d5m2m",                       // 0
    "0k2m2d 0d4d",                         // 1
    "~0k0m3m6m6j5h3g 3g0d6d",              // 2
    "~0l1m3m6m6i2i ~2i6i6d3d1d0e",         // 3
    "4d4m0f6f",                            // 4
    "6m1m1i ~1i2j6j6d3d1d0e",              // 5
    "~5m0m0d3d6d6i3i0i0f",                 // 6
    "0m6m2d",                              // 7
    "~3i0i0m6m6i3i ~3i0i0d6d6i3i",         // 8
    "~1d6d6m3m0m0h3h6h6k",                 // 9
    "0d0d 0i0i",                           // :
    "1d0b 1i1i",                           // ;
    "5k0h5e",                              // <
    "0f6f 0j6j",                           // =
    "0k5h0e",                              // >
    "~0k0m5m5i2h2g 2d2d",                  // ?
    "~5h5j2j2f4f5h ~5h5f7f7m0m0d6d",       // @
    "0d3m6d 1g5g",                         // A
    "0d0m ~0m3m5m5i3i0i ~0i3i6i6d3d0d",    // B
    "~6l5m0m0d5d6e",                       // C
    "0d0m ~0m2m6m6d2d0d",                  // D
    "5m0m0d5d 0i4i",                       // E
    "5m0m0d 0i4i",                         // F
    "~6l5m0m0d6d6g 6g6h3h",                // G
    "0m0d 6m6d 0i6i",                      // H
    "0d0m",                                // I
    "4m4f ~4f4d2d0d0f",                    // J
    "0d0m 5m0g 2i6d",                      // K
    "0m0d5d",                              // L
    "0d0m3g6m6d",                          // M
    "0d0m6d6m",                            // N
    "~3m0m0d6d6m3m",                       // O
    "0d0m ~0m3m6m6h3h0h",                  // P
    "~3m0m0d6d6m3m 4g6d",                  // Q
    "0d0m ~0m3m6m6h3h0h 3h6d",             // R
    "~6l5m3m0m0i3i6i6d3d1d0e",             // S
    "0m6m 3m3d",                           // T
    "0m0g ~0g0d3d6d6g 6g6m",               // U
    "0m3d6m",                              // V
    "0m2d4k6d8m",                          // W
    "0m6d 6m0d",                           // X
    "0m3h6m 3h3d",                         // Y
    "0m6m0d6d",                            // Z
    "2n0n0c2c",                            // [
    "0n4c",                                // backslash
    "0n2n2c0c",                            // ]
    "0j3m6j",                              // ^
    "0c6c",                                // _
    "0m1k",                                // `
    "5j5d ~5h5j0j0d5d5f",                  // a
    "0m0d ~0h0j5j5d0d0f",                  // b
    "~5i4j0j0d4d5e",                       // c
    "5m5d ~5h5j0j0d5d5f",                  // d
    "0g5g ~5g5j0j0d4d5e",                  // e
    "~4m1m1k 1k1d 0j3j",                   // f
    "5j5c ~5c5a3a0a0b ~5h5j0j0d5d5f",      // g
    "0m0d ~0h0j5j5h 5h5d",                 // h
    "0d0j 0m0m",                           // i
    "2j2b ~2b2a0a 2m2m",                   // j
    "0m0d 4j0f 2h5d",                      // k
    "0m0f ~0f0d2d",                        // l
    "0j0d ~0h0j4j4h 4h4d ~4h4j8j8h 8h8d",  // m
    "0j0d ~0h0j5j5h 5h5d",                 // n
    "~2j0j0d5d5j2j",                       // o
    "0j0a ~0h0j5j5d0d0f",                  // p
    "5j5a ~5h5j0j0d5d5f",                  // q
    "0j0d ~0h0j3j",                        // r
    "~4i4j2j0j0h2g4g4d2d0d0e",             // s
    "1l1f ~1f1d3d 0j3j",                   // t
    "5j5d 0j0g ~0g0d5d5g",                 // u
    "0j2d4j",                              // v
    "0j2d4j6d8j",                          // w
    "0j4d 4j0d",                           // x
    "0j3d 5j2a",                           // y
    "0j4j0d4d",                            // z
    "~3n1n2i0h ~0h2g1c3c",                 // {
    "0n0b",                                // |
    "~0n2n1i3h ~3h1g2c0c",                 // }
    "~0h1j3h5f6h",                         // ~
};
constexpr const char* missing = "0d0l4l4d0d";

using Stroke = std::vector<GlyphPoint>;

GlyphPoint between(const GlyphPoint& a, const GlyphPoint& b, double share) {
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

// Corners are cut three times [Chaikin1974]; the ends stay.
Stroke rounded(Stroke stroke) {
    for (int cut = 0; cut < 3; ++cut) {
        Stroke next{stroke.front()};
        for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
            if (i > 0) next.push_back(between(stroke[i], stroke[i + 1], cut == 0 ? 0.22 : 0.25));
            if (i + 2 < stroke.size()) next.push_back(between(stroke[i], stroke[i + 1], cut == 0 ? 0.78 : 0.75));
        }
        next.push_back(stroke.back());
        stroke = std::move(next);
    }
    return stroke;
}

Stroke stroke_of(std::string_view code) {
    const bool round = code.starts_with('~');
    if (round) code.remove_prefix(1);
    Stroke stroke;
    for (std::size_t i = 0; i + 1 < code.size(); i += 2)
        stroke.push_back({double(code[i] - '0'), double(code[i + 1] - 'd')});
    return round ? rounded(std::move(stroke)) : stroke;
}

Glyph glyph_of(std::string_view code) {
    Glyph glyph;
    while (!code.empty()) {
        const std::size_t end = std::min(code.find(' '), code.size());
        glyph.strokes.push_back(stroke_of(code.substr(0, end)));
        for (const GlyphPoint& p : glyph.strokes.back()) glyph.width = std::max(glyph.width, p.x);
        code.remove_prefix(std::min(end + 1, code.size()));
    }
    if (glyph.strokes.empty()) glyph.width = 2;  // a blank
    return glyph;
}

}  // namespace

const Glyph& glyph(unsigned char character) {
    static const auto all = [] {
        std::array<Glyph, strokes_of.size() + 1> glyphs;
        for (std::size_t i = 0; i < strokes_of.size(); ++i) glyphs[i] = glyph_of(strokes_of[i]);
        glyphs.back() = glyph_of(missing);
        return glyphs;
    }();
    return all[character < 32 || character > 126 ? strokes_of.size() : character - 32u];
}

}  // namespace pliant::picture
