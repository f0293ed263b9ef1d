#include "picture/lights.hpp"

namespace pliant::picture {

namespace {

constexpr std::size_t map_size = 1024;

struct Offset {
    double x, y;
};

// A sunflower: points on a disc of radius 1, each turned from the last by the golden angle.
template <std::size_t count>
std::array<Offset, count> sunflower() {
    constexpr double cos_golden = -0.73736887807831985, sin_golden = 0.67549029426152362;
    std::array<Offset, count> points{};
    Offset turn{1, 0};
    for (std::size_t i = 0; i < count; ++i) {
        const double radius = std::sqrt((static_cast<double>(i) + 0.5) / count);
        points[i] = {radius * turn.x, radius * turn.y};
        turn = {turn.x * cos_golden - turn.y * sin_golden, turn.x * sin_golden + turn.y * cos_golden};
    }
    return points;
}

const std::array<Offset, 12> shadow_taps = sunflower<12>();
const std::array<Offset, 20> sky_taps = sunflower<20>();

// One pass of a running mean over lines of map_size numbers that lie `step` apart.
void smooth_lines(std::vector<float>& values, std::size_t step, std::size_t line_step, std::size_t half_width) {
    std::vector<float> line(map_size);
    const float share = 1.0f / static_cast<float>(2 * half_width + 1);
    for (std::size_t l = 0; l < map_size; ++l) {
        float* first = values.data() + l * line_step;
        for (std::size_t i = 0; i < map_size; ++i) line[i] = first[i * step];
        float sum = 0;
        for (std::size_t i = 0; i < half_width; ++i) sum += line[i];
        for (std::size_t i = 0; i < map_size; ++i) {
            if (i + half_width < map_size) sum += line[i + half_width];
            if (i > half_width) sum -= line[i - half_width - 1];
            first[i * step] = sum * share;
        }
    }
}

}  // namespace

LightDirections::LightDirections(const Vec3& towards_viewer) {
    const bool from_below = towards_viewer.z<-0.3, steep = std::abs(towards_viewer.z)> 0.999;
    sky = {0, 0, from_below ? -1.0 : 1.0};
    const Vec3 level = steep ? Vec3{0, -1, 0} : direction_of({towards_viewer.x, towards_viewer.y, 0});
    const Vec3 right{-level.y, level.x, 0};
    key = direction_of(-0.35 * right + 0.62 * level + sky);
    fill = direction_of(0.9 * right + 0.5 * level + 0.25 * sky);
}

KeyLight::KeyLight(const Surfaces& surfaces, const Vec3& towards_viewer, bool ground_shadow, parallel::Workers& workers)
    : directions_(towards_viewer), texel_(2 * 1.04 * surfaces.radius() / map_size), map_(map_size, map_size) {
    right_ = direction_of(cross(Vec3{0, 0, 1}, directions_.key));
    up_ = cross(directions_.key, right_);
    std::vector<ScreenPoint> points;
    points.reserve(surfaces.positions.size());
    for (const Vec3& p : surfaces.positions) points.push_back(project(p));
    rasterise(points, surfaces.opaque.triangles, map_, workers);
    rasterise(points, surfaces.hits.triangles, map_, workers);
    if (ground_shadow) blur_ground();
}

ScreenPoint KeyLight::project(const Vec3& p) const {
    constexpr double middle = map_size / 2.0, beyond = 5;  // of the middle: every nearness is positive
    return {middle + dot(p, right_) / texel_, middle + dot(p, up_) / texel_, dot(p, directions_.key) + beyond};
}

void KeyLight::blur_ground() {
    ground_.resize(map_.nearness.size());
    for (std::size_t i = 0; i < ground_.size(); ++i) ground_[i] = map_.nearness[i] > 0 ? 1.0f : 0.0f;
    for (int pass = 0; pass < 3; ++pass) {
        smooth_lines(ground_, 1, map_size, 22);
        smooth_lines(ground_, map_size, 1, 22);
    }
}

double KeyLight::reaching(const Vec3& point, const Vec3& normal) const {
    constexpr double softness = 3.5;
    const double lift = 2.5 * texel_;
    const ScreenPoint at = project(point + lift * normal);
    double lit = 0;
    for (const Offset& tap : shadow_taps) {
        const double x = at.x + softness * tap.x, y = at.y + softness * tap.y;
        if (!(x >= 0 && y >= 0 && x < map_size && y < map_size)) return 1;
        const double blocker = map_.nearness[static_cast<std::size_t>(y) * map_size + static_cast<std::size_t>(x)];
        // Percentage-closer filtering over a span of depths: the penumbra has no steps.
        lit += std::clamp(1 - (blocker - at.nearness - texel_) / (4 * texel_), 0.0, 1.0);
    }
    return lit / shadow_taps.size();
}

double KeyLight::ground_darkness(const Vec3& point) const {
    if (ground_.empty()) return 0;
    const ScreenPoint at = project(point);
    const double x = at.x - 0.5, y = at.y - 0.5;
    if (!(x >= 0 && y >= 0 && x < map_size - 1 && y < map_size - 1)) return 0;
    const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(y);
    const double u = x - static_cast<double>(column), v = y - static_cast<double>(row);
    const float* g = ground_.data() + row * map_size + column;
    return (1 - v) * ((1 - u) * g[0] + u * g[1]) + v * ((1 - u) * g[map_size] + u * g[map_size + 1]);
}

double sky_seen(const DepthBuffer& buffer, const Projection& view, const ScreenPoint& at, const Vec3& point,
                const Vec3& normal) {
    constexpr double reach = 0.16, steepest_ignored = 0.12;
    const double radius = reach * view.samples_per_unit(at.nearness);
    double hidden = 0;
    for (const Offset& tap : sky_taps) {
        const double x = at.x + radius * tap.x, y = at.y + radius * tap.y;
        if (!(x >= 0 && y >= 0 && x < static_cast<double>(buffer.width) && y < static_cast<double>(buffer.height)))
            continue;
        const std::size_t sample = static_cast<std::size_t>(y) * buffer.width + static_cast<std::size_t>(x);
        const double nearness = buffer.nearness[sample];
        if (nearness == 0) continue;
        const Vec3 away = view.unproject({x, y, nearness}) - point;
        const double square = dot(away, away);
        if (square > reach * reach * 4 || square == 0) continue;
        const double rise = dot(away, normal) / std::sqrt(square) - steepest_ignored;
        const double fade = 1 - square / (reach * reach * 4);
        if (rise > 0) hidden += rise * fade;
    }
    return std::max(0.0, 1 - 1.7 * hidden / sky_taps.size());
}

}  // namespace pliant::picture
