#include "picture/shading.hpp"

namespace pliant::picture {

namespace {

constexpr double sharp_edge = 0.75;  // cosine between a triangle and its vertex beyond which the vertex is not heeded

Vec3 corner_normal(const Vec3& vertex, const Vec3& face) {
    const double agreement = dot(vertex, face);
    if (agreement > sharp_edge) return vertex;
    return agreement < -sharp_edge ? -1.0 * vertex : face;
}

double distance_to_line(const ScreenPoint& from, const ScreenPoint& to, double twice_area, double weight) {
    const double x = to.x - from.x, y = to.y - from.y;
    return weight * twice_area / std::sqrt(x * x + y * y);
}

}  // namespace

Radiance radiance(const Colour& colour) {
    const auto amount = [](std::uint8_t value) { return value * value / (255.0 * 255.0); };
    return {amount(colour[0]), amount(colour[1]), amount(colour[2])};
}

Colour colour(const Radiance& light) {
    const auto value = [](double amount) {
        return static_cast<std::uint8_t>(255 * std::sqrt(std::clamp(amount, 0.0, 1.0)) + 0.5);
    };
    return {value(light.red), value(light.green), value(light.blue)};
}

Vec3 shading_normal(const Surfaces& s, const Triangle& t, const Barycentric& w, const Vec3& eye) {
    const Vec3 &a = s.positions[t[0]], &b = s.positions[t[1]], &c = s.positions[t[2]];
    const Vec3 face = direction_of(cross(b - a, c - a));
    const Vec3 mixed = w.a * corner_normal(s.normals[t[0]], face) + w.b * corner_normal(s.normals[t[1]], face) +
                       w.c * corner_normal(s.normals[t[2]], face);
    const Vec3 normal = direction_of(mixed);
    return dot(face, eye - a) < 0 ? -1.0 * normal : normal;
}

Radiance lit(const Colour& surface, const Vec3& point, const Vec3& normal, const Vec3& eye, const KeyLight& key,
             const Visibility& visibility) {
    const Vec3 to_eye = direction_of(eye - point), halfway = direction_of(to_eye + key.directions().key);
    const double main = std::max(0.0, dot(normal, key.directions().key)) * visibility.key;
    const double fill = std::max(0.0, dot(normal, key.directions().fill)) * (0.4 + 0.6 * visibility.sky);
    const double sky = (0.65 + 0.35 * dot(normal, key.directions().sky)) * visibility.sky;
    const double facing = std::max(0.0, dot(normal, to_eye));
    double gloss = std::max(0.0, dot(normal, halfway));
    for (int squaring = 0; squaring < 5; ++squaring) gloss *= gloss;  // power 32
    const double shine = 0.07 * gloss * visibility.key, rim = 0.05 * (1 - facing) * (1 - facing) * visibility.sky;

    const Radiance own = radiance(surface);
    // Warm from the main light, cool from the sky.
    const double red = 0.82 * main + 0.20 * fill + 0.36 * sky, green = 0.79 * main + 0.21 * fill + 0.38 * sky,
                 blue = 0.74 * main + 0.23 * fill + 0.41 * sky;
    return {own.red * red + shine + rim, own.green * green + shine + rim, own.blue * blue + shine + rim};
}

double edge_shade(const std::array<ScreenPoint, 3>& p, const Barycentric& w, double pixel) {
    const double twice_area = std::abs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y));
    const double nearest =
        std::min({distance_to_line(p[1], p[2], twice_area, w.a), distance_to_line(p[2], p[0], twice_area, w.b),
                  distance_to_line(p[0], p[1], twice_area, w.c)});
    const double on_line = std::clamp(1.1 - nearest / (0.6 * pixel), 0.0, 1.0);
    // Where triangles are as small as the lines, the lines would cover everything.
    const double room = std::clamp(std::sqrt(twice_area) / (8 * pixel), 0.0, 1.0);
    return 1 - 0.42 * on_line * room * room;
}

}  // namespace pliant::picture
