#include "picture/projection.hpp"

namespace pliant::picture {

namespace {

Vec3 towards_viewer(const Camera& camera) {
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

Projection::Projection(const Surfaces& surfaces, const Camera& camera, std::size_t width, std::size_t height) {
    towards_ = towards_viewer(camera);
    const Vec3 sky = std::abs(towards_.z) > 0.999 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    right_ = direction_of(cross(sky, towards_));
    up_ = cross(towards_, right_);
    Window seen;
    for (const auto* triangles : {&surfaces.opaque, &surfaces.translucent})
        for (const Triangle& t : *triangles)
            for (const std::uint32_t vertex : t) seen.include(project(surfaces.positions[vertex]));

    constexpr double margin = 0.9;
    const double across = static_cast<double>(width), down = static_cast<double>(height);
    const double least = 1e-9;  // a scene of one point is still drawn
    scale_ = margin *
             std::min(across / std::max(seen.right - seen.left, least), down / std::max(seen.high - seen.low, least));
    if (camera.zoom > 0 && std::isfinite(camera.zoom)) scale_ *= camera.zoom;
    ScreenPoint middle{(seen.left + seen.right) / 2, (seen.low + seen.high) / 2, 0};
    if (camera.look_at) {
        Projection plain = *this;
        plain.scale_ = 1;
        const ScreenPoint wanted = plain.project(surfaces.placed(*camera.look_at));
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

std::vector<ScreenPoint> Projection::project_all(std::span<const Vec3> points) const {
    std::vector<ScreenPoint> projected;
    projected.reserve(points.size());
    for (const Vec3& p : points) projected.push_back(project(p));
    return projected;
}

}  // namespace pliant::picture
