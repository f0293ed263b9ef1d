// Hits are seen whatever hides them, and how a scene is lit, cut and shared out to threads does not change that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "picture/figure.hpp"
#include "picture/palette.hpp"

namespace pliant::picture {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr Colour grey{190, 195, 205}, vermilion{222, 60, 20};

std::size_t count_red(const Image& image) {
    return static_cast<std::size_t>(std::count_if(image.pixels.begin(), image.pixels.end(), [](const Colour& c) {
        return c[0] > c[1] + 40 && c[0] > c[2] + 40;
    }));
}

struct Box {
    std::vector<Position> positions;
    std::vector<Triangle> triangles{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    explicit Box(double half, double scale = 1, const Position& at = {}) {
        for (unsigned corner = 0; corner < 8; ++corner) {
            Position p{};
            for (std::size_t k = 0; k < 3; ++k) p[k] = scale * (at[k] + ((corner >> k & 1) != 0 ? half : -half));
            positions.push_back(p);
        }
    }
    [[nodiscard]] Drawable drawable(const Colour& colour) const { return {positions, triangles, {&colour, 1}}; }
};

Drawable hit(const Box& box, const Colour& colour = vermilion) {
    static constexpr std::uint8_t yes = 1;
    Drawable drawable = box.drawable(colour);
    drawable.hits = {&yes, 1};
    return drawable;
}

PictureOptions small() {
    PictureOptions options;
    options.width = 160;
    options.height = 120;
    return options;
}

TEST(Hits, AreSeenThroughWhatHidesThem) {
    const Box shell(1), core(0.4);
    const Drawable plain[] = {shell.drawable(grey), core.drawable(vermilion)};
    const Drawable marked[] = {shell.drawable(grey), hit(core)};
    EXPECT_EQ(count_red(draw(plain, small())), 0u);
    EXPECT_GT(count_red(draw(marked, small())), 500u);
}

TEST(Hits, InFrontLookOtherThanHiddenOnes) {
    const Box shell(1), core(0.4), front(0.4, 1, {0.9, -1.5, 0.8});
    const Drawable hidden[] = {shell.drawable(grey), hit(core)};
    const Drawable open[] = {shell.drawable(grey), hit(front)};
    const auto reddest = [](const Image& image) {
        int most = 0;
        for (const Colour& c : image.pixels) most = std::max(most, c[0] - c[2]);
        return most;
    };
    const auto deep = [](const Image& image) {
        return std::count_if(image.pixels.begin(), image.pixels.end(),
                             [](const Colour& c) { return c[0] - c[2] > 150; });
    };
    const Image through = draw(hidden, small()), seen = draw(open, small());
    EXPECT_GT(deep(seen), 400);
    EXPECT_GT(reddest(through), 140) << "an outline in full colour";
    EXPECT_LT(deep(through), deep(seen) / 2) << "paler inside";
}

TEST(Hits, SmallerThanAPixelAreStillDrawn) {
    const Box shell(1), speck(1e-7), thin(0.3);
    const Drawable marked[] = {shell.drawable(grey), hit(speck)};
    EXPECT_GE(count_red(draw(marked, small())), 1u);
    // A sliver between the samples.
    const std::vector<Position> positions{{-0.5, -1.1, 0.1}, {0.5, -1.1, 0.1}, {0.5, -1.1, 0.1 + 1e-9}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const std::uint8_t yes = 1;
    const Drawable sliver[] = {shell.drawable(grey), {positions, triangles, {&vermilion, 1}, 1, false, {&yes, 1}}};
    EXPECT_GE(count_red(draw(sliver, small())), 1u);
}

TEST(Hits, OfHigherRankAreOnTopWhereAllAreSmall) {
    constexpr Colour yellow{250, 188, 10};
    const Box shell(1), a(1e-7, 1, {0, -1.2, 0}), b(1e-7, 1, {0, -1.1, 0});
    const std::uint8_t low = 1, high = 4;
    Drawable minor = a.drawable(yellow), major = b.drawable(vermilion);
    minor.hits = {&low, 1};
    major.hits = {&high, 1};
    PictureOptions options = small();
    options.camera.from = {0, -1, 0};
    const Drawable marked[] = {shell.drawable(grey), major, minor};
    const Image image = draw(marked, options);
    EXPECT_TRUE(std::any_of(image.pixels.begin(), image.pixels.end(),
                            [](const Colour& c) { return c[0] > 150 && c[1] < 130 && c[2] < 120; }));
}

TEST(CloseUps, ShowAPartAndCutAwayWhatIsInFront) {
    const Box shell(1), core(0.01);
    const Drawable drawables[] = {shell.drawable(grey), core.drawable(vermilion)};
    PictureOptions options = small();
    options.camera.close_up = CloseUp{{0, 0, 0}, 0.015};
    EXPECT_GT(count_red(draw(drawables, options)), 2000u);
}

TEST(CloseUps, KeepTheirPlaceInHugeTriangles) {
    const std::vector<Position> positions{{-1e20, 0, -1e20}, {1e20, 0, -1e20}, {0, 0, 1e20}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const Box speck(1e-3, 1, {0, -0.002, 0});
    const Drawable drawables[] = {{positions, triangles, {&grey, 1}}, speck.drawable(vermilion)};
    PictureOptions options = small();
    options.camera.from = {0, -1, 0};
    options.camera.close_up = CloseUp{{0, 0, 0}, 0.004};
    const Image image = draw(drawables, options);
    EXPECT_GT(count_red(image), 300u);
    EXPECT_NE(image.pixels.front(), (Colour{255, 255, 255})) << "the large triangle fills the rest";
}

TEST(Marks, LinesAndArrowsAreDrawnAndHiddenOnesArePaler) {
    const Box shell(1);
    const Drawable drawable = shell.drawable(grey);
    const auto darkest = [&](double y) {
        const Polyline line{{{-0.5, y, 0}, {0.5, y, 0}}, {0, 0, 0}};
        PictureOptions options = small();
        options.camera.from = {0, -1, 0};
        const Image image = draw(Subject{{&drawable, 1}, {&line, 1}}, options);
        int least = 255;
        for (const Colour& c : image.pixels) least = std::min<int>(least, c[0]);
        return least;
    };
    EXPECT_LT(darkest(-1.2), 40);
    EXPECT_GT(darkest(0.5), 80);
    EXPECT_LT(darkest(0.5), 160);
    const Marker arrow{{-0.5, -1.2, 0}, Position{0.5, -1.2, 0.2}, vermilion, true};
    EXPECT_GT(count_red(draw(Subject{{&drawable, 1}, {}, {&arrow, 1}}, small())), 60u);
}

TEST(Marks, NeedNoSurface) {
    const Polyline line{{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}}, vermilion, true};
    EXPECT_GT(count_red(draw(Subject{{}, {&line, 1}}, small())), 100u);
    const Marker nowhere{{not_a_number, 0, 0}, Position{0, not_a_number, 0}, vermilion, true};
    const Polyline broken{{{0, 0, 0}, {not_a_number, 0, 0}, {1, 0, 0}}, vermilion, true};
    EXPECT_EQ(draw(Subject{{}, {&broken, 1}, {&nowhere, 1}}, small()).pixels.size(), 160u * 120u);
}

TEST(Draw, UpAxisTurnsThePicture) {
    // A post on one end of a bar, upright along each axis in turn.
    const auto scene = [](Up up) {
        std::vector<Position> positions;
        for (const Position& p : {Position{-1, 0, 0}, {1, 0, 0}, {1, 0, 0.1}, {0.8, 0, 0}, {1, 0, 0}, {0.9, 0, 2}}) {
            switch (up) {
                case Up::x: positions.push_back({p[2], p[0], p[1]}); break;
                case Up::y: positions.push_back({p[0], p[2], -p[1]}); break;
                case Up::z: positions.push_back(p); break;
                case Up::minus_x: positions.push_back({-p[2], p[1], p[0]}); break;
                case Up::minus_y: positions.push_back({p[0], -p[2], p[1]}); break;
                case Up::minus_z: positions.push_back({p[0], -p[1], -p[2]}); break;
            }
        }
        return positions;
    };
    const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
    const auto picture = [&](Up up) {
        const auto positions = scene(up);
        const Drawable drawable{positions, triangles, {&vermilion, 1}};
        PictureOptions options = small();
        options.camera.up = up;
        return draw({&drawable, 1}, options).pixels;
    };
    const auto expected = picture(Up::z);
    for (const Up up : {Up::x, Up::y, Up::minus_x, Up::minus_y, Up::minus_z})
        EXPECT_EQ(picture(up), expected) << static_cast<int>(up);
}

TEST(UpAxis, IsWhereThingsStand) {
    // A cone on its base of many vertices.
    const auto cone = [](std::size_t axis) {
        std::vector<Position> positions;
        for (int i = -10; i <= 10; ++i)
            for (int j = -10; j <= 10; ++j) {
                Position p{};
                p[(axis + 1) % 3] = i;
                p[(axis + 2) % 3] = j;
                positions.push_back(p);
            }
        Position tip{};
        tip[axis] = 30;
        positions.push_back(tip);
        return positions;
    };
    for (const std::size_t axis : {1, 2})
        for (const Up convention : {Up::y, Up::z}) {
            const auto positions = cone(axis);
            const Drawable drawable{positions, {}, {}};
            EXPECT_EQ(guessed_up({&drawable, 1}, convention), axis == 1 ? Up::y : Up::z);
        }
    const Box cube(1);
    const Drawable same = cube.drawable(grey);
    EXPECT_EQ(guessed_up({&same, 1}, Up::y), Up::y);
    EXPECT_EQ(guessed_up({&same, 1}, Up::z), Up::z);
    const std::vector<Position> sheet{{0, 0, 0}, {4, 0.01, 0}, {4, 0, 3}, {0, 0, 3}};
    const Drawable flat{sheet, {}, {}};
    EXPECT_EQ(guessed_up({&flat, 1}, Up::z), Up::y) << "a sheet lies";
    EXPECT_EQ(guessed_up({}, Up::z), Up::z);
}

// Everything at once: surfaces, hits in front and behind, what is translucent, lines, arrows, close-ups, text.
Image busy_figure(unsigned threads, double scale = 1, Background background = Background::light) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> between(-1, 1);
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::vector<std::uint8_t> hits;
    for (std::uint32_t i = 0; i < 15000; ++i) {
        const Position middle{between(random), between(random), between(random)};
        for (int corner = 0; corner < 3; ++corner) {
            Position p = middle;
            for (double& c : p) c = scale * (c + 0.03 * between(random));
            positions.push_back(p);
        }
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        hits.push_back(static_cast<std::uint8_t>(i % 50 == 0 ? 1 + i % 3 : 0));
    }
    const Box box(1.2, scale);
    std::vector<Drawable> drawables{{positions, triangles, {&grey, 1}, 1, false, hits}, box.drawable(vermilion)};
    drawables[1].opacity = 0.2;
    std::vector<Marker> markers;
    for (int i = 0; i < 50; ++i)
        markers.push_back(
            {positions[static_cast<std::size_t>(i) * 300], Position{}, ramp_colour(i / 50.0), i % 2 == 0});
    const Polyline line{{positions[0], positions[400], positions[900]}, vermilion};
    FigureOptions options;
    options.width = 400;
    options.height = 300;
    options.threads = threads;
    options.background = background;
    const std::vector<Spot> spots{{positions[0], positions[0], "here"},
                                  {{-scale, -scale, -scale}, {scale, scale, scale}, "everywhere"}};
    const FigureText text{
        "a title", {{Symbol::square, vermilion, "hits"}, {Symbol::arrow, vermilion, "ways"}}, Ramp{"depth", "0", "1"}};
    return draw_figure({drawables, {&line, 1}, markers}, text, spots, options);
}

TEST(Figure, IsTheSameForAnyNumberOfThreads) {
    const Image expected = busy_figure(1);
    EXPECT_GT(count_red(expected), 1000u);
    for (const unsigned threads : {2u, 8u}) EXPECT_EQ(busy_figure(threads).pixels, expected.pixels) << threads;
}

TEST(Figure, OfHugeAndTinyScenesHasTheSameViews) {
    // All but the numbers beside the scale bars.
    const Image expected = busy_figure(1, 1);
    for (const double scale : {1e-20, 1e20}) {
        const Image image = busy_figure(1, scale);
        std::size_t different = 0;
        for (std::size_t i = 0; i < image.pixels.size(); ++i) different += image.pixels[i] != expected.pixels[i];
        EXPECT_LT(different, image.pixels.size() / 8) << scale;
        EXPECT_NEAR(double(count_red(image)), double(count_red(expected)), 0.02 * double(count_red(expected))) << scale;
    }
}

TEST(Figure, OnDarkHasLightText) {
    const Image dark = busy_figure(1, 1, Background::dark);
    const auto brightness = [](const Image& image) {
        double sum = 0;
        for (const Colour& c : image.pixels) sum += c[0] + c[1] + c[2];
        return sum / (3.0 * double(image.pixels.size()));
    };
    EXPECT_LT(brightness(dark), brightness(busy_figure(1)) - 50);
}

TEST(Figure, OfNothingOfOneTriangleAndOfBadNumbersIsDrawn) {
    FigureOptions options;
    options.width = 400;
    options.height = 300;
    const FigureText text{"nothing"};
    EXPECT_EQ(draw_figure({}, text, {}, options).pixels.size(), 400u * 300u);
    const Drawable empty{};
    EXPECT_EQ(draw_figure({{&empty, 1}}, text, {}, options).pixels.size(), 400u * 300u);

    const std::uint8_t yes = 1;
    const std::vector<Position> positions{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {not_a_number, 0, 0}};
    const std::vector<Triangle> one{{0, 1, 2}}, bad{{0, 1, 3}, {0, 1, 9}};
    const Spot spot{positions[0], positions[2], "all"}, nowhere{positions[3], positions[3], "no place"};
    const Drawable triangle{positions, one, {&vermilion, 1}, 1, false, {&yes, 1}};
    EXPECT_GT(count_red(draw_figure({{&triangle, 1}}, text, {&spot, 1}, options)), 1000u);
    const Drawable broken{positions, bad, {&vermilion, 1}, 1, false, {&yes, 1}};
    EXPECT_EQ(draw_figure({{&broken, 1}}, text, {&nowhere, 1}, options).pixels.size(), 400u * 300u);
    for (const std::size_t side : {1u, 20u, 200u}) {
        options.width = options.height = side;
        EXPECT_EQ(draw_figure({{&triangle, 1}}, text, {&spot, 1}, options).pixels.size(), side * side);
    }
}

TEST(Figure, ShowsHitsFromTheSideWhereTheyAre) {
    // A wall with hits behind it, seen from behind unless a view is asked for.
    const std::vector<Position> positions{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    const std::vector<Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
    const Drawable wall{positions, triangles, {&grey, 1}};
    const Box back(0.3, 1, {0, 0.6, 0});
    const Drawable drawables[] = {wall, hit(back)};
    FigureOptions options;
    options.width = 400;
    options.height = 300;
    const auto strong = [&](const FigureOptions& how) {
        const Image image = draw_figure({drawables}, {"wall"}, {}, how);
        return std::count_if(image.pixels.begin(), image.pixels.end(),
                             [](const Colour& c) { return c[0] - c[2] > 120; });
    };
    const auto chosen = strong(options);
    options.from = Position{0.6, -1, 0.55};
    EXPECT_GT(chosen, 3 * strong(options));
}

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009.
using Matrix = std::array<std::array<double, 3>, 3>;
constexpr Matrix normal_sight{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritanopia{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

std::array<double, 3> lab(const Colour& colour, const Matrix& sight) {
    std::array<double, 3> linear{}, seen{};
    for (std::size_t k = 0; k < 3; ++k) linear[k] = std::pow(colour[k] / 255.0, 2.2);
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t j = 0; j < 3; ++j) seen[k] += sight[k][j] * linear[j];
        seen[k] = std::clamp(seen[k], 0.0, 1.0);
    }
    const double x = (0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505;
    const double y = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
    const double z = (0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

double difference(const Colour& a, const Colour& b, const Matrix& sight) {
    const auto p = lab(a, sight), q = lab(b, sight);
    return std::sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
}

TEST(Palette, IsToldApartByColourBlindPeople) {
    std::vector<Colour> telling(kind_colours.begin(), kind_colours.end());
    telling.push_back(inside_colour);
    constexpr double clear = 20;  // of CIE 1976; 2 is just seen
    for (const Matrix& sight : {normal_sight, protanopia, deuteranopia, tritanopia})
        for (std::size_t i = 0; i < telling.size(); ++i) {
            for (std::size_t j = i + 1; j < telling.size(); ++j)
                EXPECT_GT(difference(telling[i], telling[j], sight), clear) << i << " and " << j;
            for (const Colour& body : body_colours) EXPECT_GT(difference(telling[i], body, sight), clear) << i;
        }
}

TEST(Palette, RampGrowsDarkerAllTheWay) {
    for (int i = 0; i < 100; ++i)
        EXPECT_GT(lab(ramp_colour(i / 100.0), normal_sight)[0], lab(ramp_colour((i + 1) / 100.0), normal_sight)[0]);
}

}  // namespace
}  // namespace pliant::picture
