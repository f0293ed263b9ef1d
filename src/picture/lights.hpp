// Where light comes from and where it does not reach.
#pragma once

#include "picture/projection.hpp"

namespace pliant::picture {

/// Where light comes from; all of it turns with the viewer, so that no side of a scene is a dark one.
struct LightDirections {
    explicit LightDirections(const Vec3& towards_viewer);

    Vec3 key, fill, sky;
};

/// The main light: a far one, and the shadows that it casts.
class KeyLight {
public:
    KeyLight(const Surfaces& surfaces, const Vec3& towards_viewer, bool ground_shadow, parallel::Workers& workers);

    [[nodiscard]] const LightDirections& directions() const { return directions_; }
    /// Part of the light that reaches a point of a surface with this normal; soft at the rims of shadows.
    [[nodiscard]] double reaching(const Vec3& point, const Vec3& normal) const;
    /// How dark the ground is at a point of it, 0 to 1.
    [[nodiscard]] double ground_darkness(const Vec3& point) const;

private:
    [[nodiscard]] ScreenPoint project(const Vec3& p) const;
    void blur_ground();

    LightDirections directions_;
    Vec3 right_, up_;
    double texel_;  // its side
    DepthBuffer map_;
    std::vector<float> ground_;  // coverage of the map, smoothed; empty: no shadow on the ground
};

/// Ambient occlusion, 0 to 1, from the depths of samples around [McGuire2011]. Translucent surfaces and hits occlude
/// nothing.
double sky_seen(const DepthBuffer& buffer, const Projection& view, const ScreenPoint& at, const Vec3& point,
                const Vec3& normal);

}  // namespace pliant::picture
