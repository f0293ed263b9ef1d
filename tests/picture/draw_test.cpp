#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "picture/picture.hpp"

namespace pliant::picture {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Colour red{220, 30, 30}, blue{30, 30, 220}, white{255, 255, 255};

// Seen from straight in front: x to the right, z up.
PictureOptions front_view() {
    PictureOptions options;
    options.width = 60;
    options.height = 40;
    options.ground_shadow = false;
    options.camera.from = {0, -1, 0};
    return options;
}

const Colour& pixel(const Image& image, std::size_t x, std::size_t y) { return image.pixels[y * image.width + x]; }

bool all_background(const Image& image, const Colour& background = white) {
    return std::all_of(image.pixels.begin(), image.pixels.end(), [&](const Colour& c) { return c == background; });
}

bool mostly(const Colour& colour, std::size_t channel) {
    for (std::size_t other = 0; other < 3; ++other)
        if (other != channel && colour[channel] < colour[other] + 40) return false;
    return true;
}

struct Sheet {
    std::vector<Position> positions{{-3, 0, -2}, {3, 0, -2}, {3, 0, 2}, {-3, 0, 2}};
    std::vector<Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
    std::vector<Colour> colours{red};
    explicit Sheet(const Colour& colour, double y = 0, double size = 1) : colours{colour} {
        for (Position& p : positions) p = {size * p[0], y, size * p[2]};
    }
    [[nodiscard]] Drawable drawable(double opacity = 1, bool edges = false) const {
        return {positions, triangles, colours, opacity, edges};
    }
};

TEST(Draw, AnEmptySceneIsBackground) {
    PictureOptions options = front_view();
    options.background = {10, 20, 30};
    const Image image = draw(Subject{}, options);
    EXPECT_EQ(image.width, 60u);
    EXPECT_EQ(image.height, 40u);
    EXPECT_EQ(image.pixels.size(), 60u * 40u);
    EXPECT_TRUE(all_background(image, {10, 20, 30}));
    const Drawable nothing{};
    EXPECT_TRUE(all_background(draw({&nothing, 1}, options), {10, 20, 30}));
}

TEST(Draw, OneTriangleHasItsColourAndItsPlace) {
    const std::vector<Position> positions{{-1, 0, -1}, {1, 0, -1}, {-1, 0, 1}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const std::vector<Colour> colours{red};
    const Drawable drawable{positions, triangles, colours};
    const Image image = draw({&drawable, 1}, front_view());
    EXPECT_TRUE(mostly(pixel(image, 20, 30), 0));                      // lower left half
    EXPECT_EQ(pixel(image, 40, 8), white);                             // upper right half
    EXPECT_EQ(pixel(image, 1, 1), white);                              // margin
    EXPECT_NEAR(pixel(image, 20, 30)[0], pixel(image, 16, 20)[0], 1);  // one plane: one shade
}

TEST(Draw, KnownShadeOfAGreyWallSeenFromTheFront) {
    const Sheet wall({200, 200, 200});
    const Drawable drawable = wall.drawable();
    const Colour found = pixel(draw({&drawable, 1}, front_view()), 30, 20);
    // By hand: main light 0.505, fill light 0.472, sky 0.65 of the colour's (200 / 255)^2, then the square root.
    EXPECT_EQ(found, (Colour{172, 173, 173}));
}

TEST(Draw, BothSidesOfATriangleAreLit) {
    Sheet front(red), back(red);
    for (Triangle& t : back.triangles) std::swap(t[0], t[1]);
    const Drawable one = front.drawable(), other = back.drawable();
    EXPECT_EQ(draw({&one, 1}, front_view()).pixels, draw({&other, 1}, front_view()).pixels);
}

TEST(Draw, TheNearerSheetHidesTheOtherInAnyOrder) {
    const Sheet near(red, -0.5, 0.5), far(blue, 0.5);
    const Drawable orders[2][2] = {{near.drawable(), far.drawable()}, {far.drawable(), near.drawable()}};
    for (const auto& order : orders) {
        const Image image = draw(order, front_view());
        EXPECT_TRUE(mostly(pixel(image, 30, 20), 0));
        EXPECT_TRUE(mostly(pixel(image, 10, 20), 2));
    }
}

TEST(Draw, TranslucentSheetsShowWhatIsBehind) {
    const Sheet near(red, -0.5, 0.5), far(blue, 0.5);
    const Drawable drawables[] = {near.drawable(0.4), far.drawable()};
    const Image image = draw(drawables, front_view());
    const Colour through = pixel(image, 30, 20), behind = pixel(image, 10, 20);
    EXPECT_GT(through[0], behind[0] + 40);
    EXPECT_LT(through[2], behind[2]);
    EXPECT_GT(through[2], 60);
    const Drawable unseen[] = {near.drawable(0), far.drawable()};
    EXPECT_TRUE(mostly(pixel(draw(unseen, front_view()), 30, 20), 2));
}

TEST(Draw, EdgesAreDarkerLines) {
    const Sheet sheet({200, 200, 200});
    const Drawable plain = sheet.drawable(), lined = sheet.drawable(1, true);
    const Image without = draw({&plain, 1}, front_view()), with = draw({&lined, 1}, front_view());
    EXPECT_LT(pixel(with, 29, 20)[0] + 20, pixel(without, 29, 20)[0]);  // on the diagonal
    EXPECT_EQ(pixel(with, 38, 31), pixel(without, 38, 31));             // inside a triangle
}

TEST(Draw, OutlinesAreSmooth) {
    const std::vector<Position> positions{{-1, 0, -1}, {1, 0, -1}, {-1, 0, 1}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const std::vector<Colour> colours{{0, 0, 0}};
    const Drawable drawable{positions, triangles, colours};
    const Image image = draw({&drawable, 1}, front_view());
    std::size_t between = 0;
    for (const Colour& c : image.pixels) between += c[0] > 90 && c[0] < 240;
    EXPECT_GT(between, 15u);
}

TEST(Draw, BadIndicesAndBadNumbersAreLeftOut) {
    Sheet sheet(red);
    const Image good = [&] {
        const Drawable drawable = sheet.drawable();
        return draw({&drawable, 1}, front_view());
    }();
    sheet.positions.push_back({nan, 0, 0});
    sheet.positions.push_back({0, infinity, 0});
    sheet.triangles.push_back({0, 1, 4});
    sheet.triangles.push_back({0, 5, 2});
    sheet.triangles.push_back({0, 1, 99});
    sheet.triangles.push_back({0xffffffff, 1, 2});
    sheet.triangles.push_back({1, 1, 1});
    const Drawable drawable = sheet.drawable();
    EXPECT_EQ(draw({&drawable, 1}, front_view()).pixels, good.pixels);
}

TEST(Draw, HugeAndTinyScenesLookLikeTheirModel) {
    const Sheet model(red), huge(red, 0, 0x1p1000), tiny(red, 0, 0x1p-1000);
    const Drawable a = model.drawable(), b = huge.drawable(), c = tiny.drawable();
    const Image expected = draw({&a, 1}, front_view());
    EXPECT_EQ(draw({&b, 1}, front_view()).pixels, expected.pixels);
    EXPECT_EQ(draw({&c, 1}, front_view()).pixels, expected.pixels);
    Sheet extreme(red);
    for (Position& p : extreme.positions) p = {p[0] < 0 ? -1.7e308 : 1.7e308, 0, p[2] < 0 ? -1.7e308 : 1.7e308};
    const Drawable d = extreme.drawable();
    EXPECT_TRUE(mostly(pixel(draw({&d, 1}, front_view()), 30, 20), 0));
}

TEST(Draw, OddCamerasAndSizesDoNoHarm) {
    const Sheet sheet(red);
    const Drawable drawable = sheet.drawable();
    for (const Position& from :
         {Position{0, 0, 0}, {nan, 0, 1}, {0, 0, 1}, {0, 0, -1}, {infinity, 0, 0}, {1e300, 1e300, 0}}) {
        PictureOptions options = front_view();
        options.camera.from = from;
        options.camera.zoom = from[2] < 0 ? nan : 3;
        options.camera.look_at = from;
        options.ground_shadow = true;
        EXPECT_EQ(draw({&drawable, 1}, options).pixels.size(), 60u * 40u);
    }
    PictureOptions empty = front_view();
    empty.width = 0;
    EXPECT_TRUE(draw({&drawable, 1}, empty).pixels.empty());
    PictureOptions plain = front_view();
    plain.supersampling = 0;
    EXPECT_TRUE(mostly(pixel(draw({&drawable, 1}, plain), 30, 20), 0));
}

TEST(Draw, ZoomAndLookAtFillThePicture) {
    const Sheet sheet(red);
    const Drawable drawable = sheet.drawable();
    PictureOptions options = front_view();
    options.camera.zoom = 2;
    const Image middle = draw({&drawable, 1}, options);
    EXPECT_TRUE(mostly(pixel(middle, 0, 0), 0));
    options.camera.look_at = Position{3, 0, 2};
    const Image corner = draw({&drawable, 1}, options);
    EXPECT_TRUE(mostly(pixel(corner, 20, 30), 0));
    EXPECT_EQ(pixel(corner, 40, 10), white);
}

TEST(Draw, ASceneThatStandsOnTheFloorCastsAShadowOnIt) {
    const Sheet sheet(red);
    const Drawable drawable = sheet.drawable();
    PictureOptions options = front_view();
    options.camera.from = {0.3, -1, 0.8};
    const Image without = draw({&drawable, 1}, options);
    options.ground_shadow = true;
    const Image with = draw({&drawable, 1}, options);
    std::size_t darker = 0, brighter = 0;
    for (std::size_t i = 0; i < with.pixels.size(); ++i) {
        darker += with.pixels[i][1] < without.pixels[i][1];
        brighter += with.pixels[i][1] > without.pixels[i][1];
    }
    EXPECT_GT(darker, 50u);
    EXPECT_EQ(brighter, 0u);
}

}  // namespace
}  // namespace pliant::picture
