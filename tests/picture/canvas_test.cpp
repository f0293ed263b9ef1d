#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "picture/canvas.hpp"
#include "picture/font.hpp"

namespace pliant::picture {
namespace {

Image blank(std::size_t width, std::size_t height) {
    return {width, height, std::vector<Colour>(width * height, Colour{255, 255, 255})};
}

std::vector<Colour> written(const std::string& words, double size = 14) {
    Image image = blank(60, 40);
    text(image, {10, 28}, words, {size});
    return image.pixels;
}

TEST(Text, EveryLetterLooksOtherThanTheRest) {
    std::set<std::vector<Colour>> seen;
    for (char c = 33; c < 127; ++c) EXPECT_TRUE(seen.insert(written(std::string(1, c))).second) << c;
    EXPECT_EQ(seen.count(written(" ")), 0u);
}

TEST(Text, LettersStayWithinTheirLine) {
    for (unsigned char c = 32; c < 127; ++c) {
        for (const auto& stroke : glyph(c).strokes) {
            EXPECT_FALSE(stroke.empty()) << c;
            for (const GlyphPoint& p : stroke) {
                EXPECT_TRUE(p.x >= 0 && p.x <= glyph(c).width) << c;
                EXPECT_TRUE(p.y >= -3 && p.y <= 10) << c;
            }
        }
        EXPECT_LE(glyph(c).width, 8) << c;
    }
}

TEST(Text, OtherAlphabetsShowAsBoxes) {
    EXPECT_EQ(written("\xc3\xa9"), written("\xff"));  // one box a character
    EXPECT_NE(written("\xc3\xa9"), written(" "));
    EXPECT_EQ(text_width("\xe6\xbc\xa2\xe5\xad\x97"), text_width("\xff\xff"));
}

TEST(Text, IsCutInTheMiddleToFit) {
    const std::string name = "a_very_long_name_of_a_file_0042.ply";
    EXPECT_EQ(fitted(name, 1e9), name);
    const std::string cut = fitted(name, 120);
    EXPECT_LE(text_width(cut), 120);
    EXPECT_TRUE(cut.starts_with("a_v") && cut.ends_with("ply")) << cut;
    EXPECT_NE(cut.find("..."), std::string::npos);
    EXPECT_EQ(fitted("", 10), "");
}

TEST(Canvas, ShapesCoverWhatTheySay) {
    Image image = blank(40, 40);
    const Colour black{0, 0, 0};
    fill(image, {10, 10, 20, 15}, black);
    EXPECT_EQ(std::count(image.pixels.begin(), image.pixels.end(), black), 50);
    Image round = blank(40, 40);
    disc(round, {20, 20}, 10, black);
    EXPECT_NEAR(double(std::count(round.pixels.begin(), round.pixels.end(), black)), 3.14 * 9.5 * 9.5, 25);
    ring(round, {1e9, 1e9}, 5, black, 2);
    line(round, {-50, -50}, {-10, 90}, black, 2);
    paste(round, image, 35, 35);  // cut off
    EXPECT_EQ(round.pixels.size(), 1600u);
}

}  // namespace
}  // namespace pliant::picture
