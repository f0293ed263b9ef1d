#include "picture/surfaces.hpp"

#include <algorithm>

namespace pliant::picture {

namespace {

bool finite(const Position& p) { return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]); }

bool usable(const Drawable& drawable, const Triangle& triangle) {
    return std::all_of(triangle.begin(), triangle.end(), [&](std::uint32_t vertex) {
        return vertex < drawable.positions.size() && finite(drawable.positions[vertex]);
    });
}

Colour colour_of(const Drawable& drawable, std::size_t triangle) {
    constexpr Colour calm{176, 190, 206};
    if (drawable.colours.empty()) return calm;
    return drawable.colours[triangle < drawable.colours.size() ? triangle : 0];
}

void add_triangles(Surfaces& all, const Drawable& drawable, std::uint32_t source) {
    const bool solid = drawable.opacity >= 1;
    if (!(drawable.opacity > 0)) return;
    const auto first = static_cast<std::uint32_t>(all.positions.size());
    for (std::size_t i = 0; i < drawable.triangles.size(); ++i) {
        const Triangle& t = drawable.triangles[i];
        if (!usable(drawable, t)) continue;
        (solid ? all.opaque : all.translucent).push_back({t[0] + first, t[1] + first, t[2] + first});
        (solid ? all.opaque_source : all.translucent_source).push_back(source);
        (solid ? all.opaque_colours : all.translucent_colours).push_back(colour_of(drawable, i));
    }
    for (const Position& p : drawable.positions) all.positions.push_back(finite(p) ? Vec3(p) : Vec3{});
}

struct Bounds {
    Vec3 low{1e308, 1e308, 1e308}, high{-1e308, -1e308, -1e308};
    void include(const Vec3& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
};

// Halves are taken before they are added, so that coordinates near the largest double do not overflow.
void bring_to_common_size(Surfaces& all) {
    Bounds bounds;
    for (const auto* triangles : {&all.opaque, &all.translucent})
        for (const Triangle& t : *triangles)
            for (const std::uint32_t vertex : t) bounds.include(all.positions[vertex]);
    const Vec3 half = 0.5 * bounds.high - 0.5 * bounds.low;
    all.centre = 0.5 * bounds.low + 0.5 * bounds.high;
    all.scale = std::max({half.x, half.y, half.z});
    if (!(all.scale > 0)) all.scale = 1;
    for (Vec3& p : all.positions) p = all.placed({p.x, p.y, p.z});
}

void add_normals(Surfaces& all) {
    all.normals.assign(all.positions.size(), Vec3{});
    for (const auto* triangles : {&all.opaque, &all.translucent})
        for (const Triangle& t : *triangles) {
            const Vec3& a = all.positions[t[0]];
            const Vec3 area = cross(all.positions[t[1]] - a, all.positions[t[2]] - a);
            for (const std::uint32_t vertex : t) all.normals[vertex] = all.normals[vertex] + area;
        }
    for (Vec3& normal : all.normals) normal = direction_of(normal);
}

}  // namespace

Surfaces gather(std::span<const Drawable> drawables) {
    Surfaces all;
    for (std::size_t i = 0; i < drawables.size(); ++i) add_triangles(all, drawables[i], static_cast<std::uint32_t>(i));
    if (all.empty()) return all;
    bring_to_common_size(all);
    add_normals(all);
    return all;
}

}  // namespace pliant::picture
