#include "picture/projection.hpp"

namespace pliant::picture {

namespace {

Vec3 direction_towards_viewer(const Camera& camera) {
    const Vec3 given(camera.from);
    const double largest = std::max({std::abs(given.x), std::abs(given.y), std::abs(given.z)});
    if (!(largest > 0) || !std::isfinite(largest)) return direction_of(Vec3(Camera{}.from));
    return direction_of({given.x / largest, given.y / largest, given.z / largest});
}

struct Window {
    double left = 1e300, right = -1e300, low = 1e300, high = -1e300;
    void include(const ScreenPoint& p) {
        left = std::min(left, p.x), right = std::max(right, p.x);
        low = std::min(low, p.y), high = std::max(high, p.y);
    }
};

}  // namespace

Projection::Projection(const Surfaces& surfaces, std::span<const Vec3> others, const Camera& camera, std::size_t width,
                       std::size_t height)
    : towards_(direction_towards_viewer(camera)) {
    const Vec3 sky = std::abs(towards_.z) > 0.999 ? Vec3{0, towards_.z > 0 ? 1.0 : -1.0, 0} : Vec3{0, 0, 1};
    right_ = direction_of(cross(sky, towards_));
    up_ = cross(towards_, right_);
    const double across = static_cast<double>(width), down = static_cast<double>(height);
    if (!surfaces.close_up) {
        fit(surfaces, others, camera, across, down);
        return;
    }
    scale_ = std::min(across, down) / 2 * distance;  // the ball of radius 1 touches the nearer sides
    shift_x_ = across / 2;
    shift_y_ = down / 2;
}

void Projection::fit(const Surfaces& surfaces, std::span<const Vec3> others, const Camera& camera, double across,
                     double down) {
    Window seen;
    for (const auto* list : {&surfaces.opaque, &surfaces.translucent, &surfaces.hits})
        for (const Triangle& t : list->triangles)
            for (const std::uint32_t vertex : t) seen.include(project(surfaces.positions[vertex]));
    for (const Vec3& p : others) seen.include(project(p));

    constexpr double margin = 0.9;
    const double least = 1e-9;  // a scene of one point is still drawn
    scale_ = margin *
             std::min(across / std::max(seen.right - seen.left, least), down / std::max(seen.high - seen.low, least));
    if (camera.zoom > 0 && std::isfinite(camera.zoom)) scale_ *= camera.zoom;
    ScreenPoint middle{(seen.left + seen.right) / 2, (seen.low + seen.high) / 2, 0};
    if (camera.look_at) {
        Projection plain = *this;
        plain.scale_ = 1;
        const ScreenPoint wanted = plain.project(surfaces.placement.placed(*camera.look_at));
        if (std::isfinite(wanted.x) && std::isfinite(wanted.y)) middle = wanted;
    }
    shift_x_ = across / 2 - scale_ * middle.x;
    shift_y_ = down / 2 - scale_ * middle.y;
}

ScreenPoint Projection::project(const Vec3& p) const {
    const double nearness = 1 / (distance - dot(p, towards_));
    return {shift_x_ + scale_ * dot(p, right_) * nearness, shift_y_ - scale_ * dot(p, up_) * nearness, nearness};
}

Vec3 Projection::unproject(const ScreenPoint& screen) const {
    const double depth = 1 / screen.nearness;
    const double x = (screen.x - shift_x_) / scale_ * depth, y = (shift_y_ - screen.y) / scale_ * depth;
    return x * right_ + y * up_ + (distance - depth) * towards_;
}

std::vector<ScreenPoint> Projection::project_all(std::span<const Vec3> points, parallel::Workers& workers) const {
    std::vector<ScreenPoint> projected(points.size());
    const parallel::Chunks chunks{points.size(), 16384};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) projected[i] = project(points[i]);
    });
    return projected;
}

}  // namespace pliant::picture
