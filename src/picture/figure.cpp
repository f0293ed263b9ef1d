#include "picture/figure.hpp"

#include <cstdio>
#include <numeric>

#include "picture/canvas.hpp"
#include "picture/palette.hpp"
#include "picture/view_choice.hpp"

namespace pliant::picture {

namespace {

constexpr std::size_t most_spots = 3;

struct Theme {
    Colour background, ink, faint;
};
constexpr Theme light_theme{{255, 255, 255}, {38, 42, 50}, {150, 156, 166}};
constexpr Theme dark_theme{{27, 30, 36}, {232, 235, 240}, {128, 134, 146}};

/// 1, 2 or 5 times a power of ten, not above `most`.
double round_length(double most) {
    double power = 1;
    while (power * 10 <= most) power *= 10;
    while (power > most) power /= 10;
    const double share = most / power;
    return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}

std::string short_number(double value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3g", value);
    return buffer.data();
}

class FigureDrawing {
public:
    FigureDrawing(const Subject& subject, const FigureText& words, std::span<const Spot> spots,
                  const FigureOptions& options)
        : subject_(subject),
          words_(words),
          spots_(spots.first(std::min(spots.size(), most_spots))),
          options_(options),
          theme_(options.background == Background::dark ? dark_theme : light_theme),
          workers_(options.threads),
          image_{options.width, options.height,
                 std::vector<Colour>(options.width * options.height, theme_.background)} {
        const double across = static_cast<double>(options.width), down = static_cast<double>(options.height);
        unit_ = std::clamp(std::min(across / 1200, down / 900), 0.6, 4.0);
        explained_ = across >= 360 && down >= 270;
        if (!explained_) spots_ = {};
    }

    Image draw() {
        const double text_bottom = explained_ ? draw_text() : 0;
        const double right = static_cast<double>(image_.width) - (spots_.empty() ? 0 : column_width() + margin());
        const double bottom = static_cast<double>(image_.height) - (explained_ ? 34 * unit_ : 0);
        const Rectangle area{0, std::floor(text_bottom), std::floor(right), std::floor(bottom)};
        const Painting painting = draw_main(area);
        if (explained_) {
            draw_scale_bar(painting, middle_of(painting), {margin(), bottom + 20 * unit_}, 0.2 * area.width());
            draw_axes(painting, {right - 40 * unit_, bottom + 4 * unit_});
        }
        arrange_slots(painting);
        for (std::size_t i = 0; i < spots_.size(); ++i) draw_leader(i, painting, area);
        for (std::size_t i = 0; i < spots_.size(); ++i) draw_spot(i);
        for (std::size_t i = 0; i < spots_.size(); ++i) mark_spot(i, painting, area);
        return std::move(image_);
    }

private:
    [[nodiscard]] double margin() const { return 16 * unit_; }
    [[nodiscard]] double column_width() const { return std::floor(0.27 * static_cast<double>(image_.width)); }
    [[nodiscard]] TextStyle style(double size, bool bold = false) const { return {size * unit_, theme_.ink, bold}; }

    /// Where it ends below.
    double draw_text() {
        const double right =
            static_cast<double>(image_.width) - (spots_.empty() ? 0 : column_width() + margin()) - margin();
        double baseline = margin() + 13 * unit_;
        const TextStyle title = style(12.5, true);
        text(image_, {margin(), baseline}, fitted(words_.title, right - margin(), title), title);
        baseline += 25 * unit_;
        Point2 pen{margin(), baseline};
        for (const LegendEntry& entry : words_.legend) draw_entry(entry, pen, right);
        if (words_.ramp) draw_ramp(*words_.ramp, pen, right);
        return pen.x > margin() ? pen.y + 10 * unit_ : pen.y - 12 * unit_;
    }

    void break_line(Point2& pen, double needed, double right) const {
        if (pen.x + needed <= right || pen.x <= margin()) return;
        pen = {margin(), pen.y + 21 * unit_};
    }

    void draw_entry(const LegendEntry& entry, Point2& pen, double right) {
        const double symbol = entry.symbol == Symbol::none ? 0 : 20 * unit_;
        const std::string shown = fitted(entry.words, right - margin() - symbol, style(9.5));
        const double width = symbol + text_width(shown, style(9.5)) + 16 * unit_;
        break_line(pen, width, right);
        draw_symbol(entry, pen);
        text(image_, {pen.x + symbol, pen.y}, shown, style(9.5));
        pen.x += width;
    }

    void draw_symbol(const LegendEntry& entry, const Point2& pen) {
        const double u = unit_, middle = pen.y - 4.75 * u;
        switch (entry.symbol) {
            case Symbol::none: break;
            case Symbol::square:
                fill(image_, {pen.x, middle - 6.5 * u, pen.x + 13 * u, middle + 6.5 * u}, entry.colour);
                break;
            case Symbol::line: line(image_, {pen.x, middle}, {pen.x + 13 * u, middle}, entry.colour, 3 * u); break;
            case Symbol::dot: disc(image_, {pen.x + 6.5 * u, middle}, 4.5 * u, entry.colour); break;
            case Symbol::arrow:
                line(image_, {pen.x, middle}, {pen.x + 13 * u, middle}, entry.colour, 2 * u);
                line(image_, {pen.x + 8 * u, middle - 4 * u}, {pen.x + 13 * u, middle}, entry.colour, 2 * u);
                line(image_, {pen.x + 8 * u, middle + 4 * u}, {pen.x + 13 * u, middle}, entry.colour, 2 * u);
                break;
        }
    }

    void draw_ramp(const Ramp& ramp, Point2& pen, double right) {
        const double bar = std::ceil(110 * unit_), gap = 7 * unit_;
        const double width = text_width(ramp.words + ramp.low + ramp.high, style(9.5)) + bar + 4 * gap;
        break_line(pen, width, right);
        const auto write = [&](const std::string& words) {
            text(image_, pen, words, style(9.5));
            pen.x += text_width(words, style(9.5)) + gap;
        };
        write(ramp.words);
        write(ramp.low);
        pen.x = std::ceil(pen.x);  // a bar of whole pixels shows no seams
        for (double x = 0; x < bar; x += 1)
            fill(image_, {pen.x + x, pen.y - 11 * unit_, pen.x + std::min(x + 1, bar), pen.y + 1.5 * unit_},
                 ramp_colour(x / bar));
        pen.x += bar + gap;
        write(ramp.high);
    }

    [[nodiscard]] PictureOptions picture_options(const Rectangle& area) const {
        PictureOptions result;
        result.width = static_cast<std::size_t>(std::max(1.0, area.width()));
        result.height = static_cast<std::size_t>(std::max(1.0, area.height()));
        result.background = theme_.background;
        result.outlines = true;
        result.camera.up = options_.up;
        return result;
    }

    Painting draw_main(const Rectangle& area) {
        PictureOptions options = picture_options(area);
        const Surfaces surfaces = gather(subject_, options.camera);
        options.camera.from = options_.from ? *options_.from : best_corner(surfaces, options.camera, workers_);
        from_ = options.camera.from;
        Painting painting = paint(subject_, surfaces, options, workers_);
        paste(image_, painting.image, static_cast<std::size_t>(area.left), static_cast<std::size_t>(area.top));
        if (spots_.empty()) return painting;
        const HitPlaces places(subject_, painting.placement.scale);
        for (const Spot& spot : spots_) balls_.push_back(places.ball(spot.low, spot.high));
        return painting;
    }

    [[nodiscard]] static Position middle_of(const Painting& painting) {
        const Vec3& c = painting.placement.centre;
        return {c.x, c.y, c.z};
    }

    /// From `at` to the right; its words beside it.
    void draw_scale_bar(const Painting& painting, const Position& where, const Point2& at, double longest) {
        const double per_unit = painting.pixels_per_unit(where);
        if (!(per_unit > 0) || !std::isfinite(per_unit) || !std::isnormal(longest / per_unit)) return;
        const double length = round_length(longest / per_unit), pixels = length * per_unit;
        line(image_, at, {at.x + pixels, at.y}, theme_.ink, 2 * unit_);
        for (const double x : {at.x, at.x + pixels})
            line(image_, {x, at.y - 4 * unit_}, {x, at.y + 4 * unit_}, theme_.ink, 2 * unit_);
        text(image_, {at.x + pixels + 7 * unit_, at.y + 4 * unit_}, short_number(length), style(8.5));
    }

    /// x, y and z of the meshes as they run in the main view.
    void draw_axes(const Painting& painting, const Point2& at) {
        constexpr std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 seen = painting.view.seen(turned(axes[k], options_.up));
            const double length = 22 * unit_;
            const Point2 end{at.x + length * seen.x, at.y - length * seen.y};
            line(image_, at, end, theme_.faint, 1.6 * unit_);
            const double clear = 9 * unit_;
            text(image_, {end.x + clear * seen.x - 3 * unit_, end.y - clear * seen.y + 3.5 * unit_},
                 std::string(1, "xyz"[k]), style(7.5));
        }
    }

    /// From top to bottom as the places in the main view are, so that lines to them seldom cross.
    void arrange_slots(const Painting& main) {
        std::vector<std::size_t> order(spots_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<double> height;
        for (const CloseUp& ball : balls_) height.push_back(main.pixel(ball.centre).y);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return height[a] < height[b]; });
        slots_.resize(order.size());
        for (std::size_t place = 0; place < order.size(); ++place) slots_[order[place]] = place;
    }

    [[nodiscard]] Rectangle slot(std::size_t spot) const {
        const std::size_t i = slots_[spot];
        const double height = (static_cast<double>(image_.height) - (most_spots + 1) * margin()) / most_spots;
        const double top = std::floor(margin() + static_cast<double>(i) * (height + margin()));
        const double right = std::floor(static_cast<double>(image_.width) - margin());
        return {right - column_width(), top, right, std::floor(top + height)};
    }

    void draw_spot(std::size_t i) {
        const Rectangle box = slot(i);
        const double strip = 24 * unit_;
        const Rectangle picture{box.left, box.top, box.right, std::floor(box.bottom - strip)};
        PictureOptions options = picture_options(picture);
        options.camera.close_up = balls_[i];
        options.camera.from = from_;
        std::vector<Drawable> drawables(subject_.drawables.begin(), subject_.drawables.end());
        for (Drawable& drawable : drawables) drawable.edges = options_.edges_in_close_ups && drawable.opacity >= 1;
        const Subject near{drawables, subject_.lines, subject_.markers};
        const Surfaces surfaces = gather(near, options.camera);
        options.camera.from = best_direction(surfaces, options.camera, workers_);
        const Painting painting = paint(near, surfaces, options, workers_);
        paste(image_, painting.image, static_cast<std::size_t>(picture.left), static_cast<std::size_t>(picture.top));
        fill(image_, {box.left, picture.bottom, box.right, box.bottom}, theme_.background);
        frame(image_, box, theme_.faint, std::max(1.0, unit_));
        const double bar = 0.2 * box.width(), bar_room = 2 * bar;
        text(image_, {box.left + 8 * unit_, box.bottom - 8 * unit_},
             fitted(spots_[i].caption, box.width() - bar_room - 16 * unit_, style(8.5)), style(8.5));
        draw_scale_bar(painting, balls_[i].centre, {box.right - bar_room, box.bottom - 12 * unit_}, bar);
        draw_number(i, {box.left + 15 * unit_, box.top + 15 * unit_});
    }

    struct Ring {
        Point2 centre;
        double radius;
    };
    [[nodiscard]] Ring ring_of(std::size_t i, const Painting& main, const Rectangle& area) const {
        const ScreenPoint at = main.pixel(balls_[i].centre);
        const double radius = balls_[i].radius * main.pixels_per_unit(balls_[i].centre);
        return {{area.left + at.x, area.top + at.y}, std::clamp(radius, 11 * unit_, 0.5 * area.height())};
    }

    void draw_leader(std::size_t i, const Painting& main, const Rectangle& area) {
        const Ring around = ring_of(i, main, area);
        const Rectangle box = slot(i);
        const Point2 end{box.left, (box.top + box.bottom) / 2};
        const double x = end.x - around.centre.x, y = end.y - around.centre.y, length = std::sqrt(x * x + y * y);
        if (!(length > around.radius)) return;
        const double share = around.radius / length;
        const Point2 start{around.centre.x + share * x, around.centre.y + share * y};
        line(image_, start, end, theme_.faint, 1.2 * unit_);
    }

    void mark_spot(std::size_t i, const Painting& main, const Rectangle& area) {
        const Ring around = ring_of(i, main, area);
        ring(image_, around.centre, around.radius, theme_.background, 4 * unit_);
        ring(image_, around.centre, around.radius, theme_.ink, 2 * unit_);
        constexpr double diagonal = 0.7072;
        draw_number(i, {around.centre.x - diagonal * around.radius - 6 * unit_,
                        around.centre.y - diagonal * around.radius - 6 * unit_});
    }

    void draw_number(std::size_t i, const Point2& at) {
        disc(image_, at, 10.5 * unit_, theme_.background);
        disc(image_, at, 9 * unit_, theme_.ink);
        const TextStyle numeral{9 * unit_, theme_.background, true};
        const std::string words = std::to_string(i + 1);
        text(image_, {at.x - text_width(words, numeral) / 2 + 0.5 * unit_, at.y + 4.5 * unit_}, words, numeral);
    }

    const Subject& subject_;
    const FigureText& words_;
    std::span<const Spot> spots_;
    const FigureOptions& options_;
    Theme theme_;
    parallel::Workers workers_;
    Image image_;
    double unit_ = 1;  // of text and lines, in pixels; 1 in a picture of the usual size
    bool explained_ = true;
    Position from_{};
    std::vector<CloseUp> balls_;      // of the spots
    std::vector<std::size_t> slots_;  // where each is shown
};

}  // namespace

Colour ramp_colour(double share) {
    constexpr std::array<std::array<double, 3>, 4> stops{
        {{253, 224, 110}, {240, 130, 40}, {178, 34, 80}, {60, 10, 80}}};
    const double place = 3 * std::clamp(share, 0.0, 1.0);
    const auto first = std::min(static_cast<std::size_t>(place), std::size_t{2});
    const double rest = place - static_cast<double>(first);
    Colour result{};
    for (std::size_t k = 0; k < 3; ++k)
        result[k] = static_cast<std::uint8_t>(stops[first][k] + rest * (stops[first + 1][k] - stops[first][k]) + 0.5);
    return result;
}

Image draw_figure(const Subject& subject, const FigureText& text, std::span<const Spot> spots,
                  const FigureOptions& options) {
    if (options.width == 0 || options.height == 0) return {options.width, options.height, {}};
    return FigureDrawing(subject, text, spots, options).draw();
}

}  // namespace pliant::picture
