#include "picture/overlay.hpp"

#include "picture/canvas.hpp"

namespace pliant::picture {

namespace {

constexpr double hidden_cover = 0.42;
constexpr double lift = 1.004;  // marks lie on surfaces: nearer by this factor they are not hidden by their own

bool drawable(const ScreenPoint& p) {
    constexpr double far = 1e6;  // pixels
    return std::abs(p.x) < far && std::abs(p.y) < far && p.nearness > 0;
}

}  // namespace

Overlay::Overlay(Image& image, std::vector<float> front)
    : image_(image), front_(std::move(front)), ink_(image.pixels.size()) {}

void Overlay::line(const ScreenPoint& from, const ScreenPoint& to, const Colour& colour, double width) {
    cover(from, to, colour, width / 2, width / 2);
}

void Overlay::dot(const ScreenPoint& at, const Colour& colour, double radius, double halo) {
    if (halo > 0) cover(at, at, {255, 255, 255}, radius + halo, radius + halo);
    cover(at, at, colour, radius, radius);
}

void Overlay::arrow(const ScreenPoint& from, const ScreenPoint& to, const Colour& colour, double width) {
    const double x = to.x - from.x, y = to.y - from.y, length = std::sqrt(x * x + y * y);
    const double head = std::min(5 * width, 0.6 * length);
    if (!(head > 0)) return;
    const double share = 1 - head / length;
    const ScreenPoint neck{from.x + share * x, from.y + share * y,
                           from.nearness + share * (to.nearness - from.nearness)};
    cover(from, neck, colour, width / 2, width / 2);
    cover(neck, to, colour, 0.42 * head, 0.3);
}

// A capsule whose radius changes from end to end.
void Overlay::cover(const ScreenPoint& from, const ScreenPoint& to, const Colour& colour, double radius_from,
                    double radius_to) {
    if (!drawable(from) || !drawable(to)) return;
    const double reach = std::max(radius_from, radius_to) + 1;
    const auto pixel = [](double value, std::size_t size) {
        return static_cast<std::size_t>(std::clamp(value, 0.0, static_cast<double>(size)));
    };
    const std::size_t left = pixel(std::floor(std::min(from.x, to.x) - reach), image_.width);
    const std::size_t right = pixel(std::ceil(std::max(from.x, to.x) + reach), image_.width);
    const std::size_t top = pixel(std::floor(std::min(from.y, to.y) - reach), image_.height);
    const std::size_t bottom = pixel(std::ceil(std::max(from.y, to.y) + reach), image_.height);
    for (std::size_t y = top; y < bottom; ++y)
        for (std::size_t x = left; x < right; ++x) {
            const NearestPoint near = nearest_on_segment({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5},
                                                         {from.x, from.y}, {to.x, to.y});
            const double radius = radius_from + near.along * (radius_to - radius_from);
            double covered = std::clamp(radius + 0.5 - near.distance, 0.0, 1.0);
            if (covered <= 0) continue;
            const std::size_t i = y * image_.width + x;
            const double nearness = from.nearness + near.along * (to.nearness - from.nearness);
            if (lift * nearness < front_[i]) covered *= hidden_cover;
            if (covered >= ink_[i].cover) ink_[i] = {colour, static_cast<float>(covered)};
        }
}

void Overlay::settle() {
    for (std::size_t i = 0; i < ink_.size(); ++i) {
        if (ink_[i].cover <= 0) continue;
        blend(image_.pixels[i], ink_[i].colour, ink_[i].cover);
        ink_[i] = {};
    }
}

}  // namespace pliant::picture
