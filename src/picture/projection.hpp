// From space to the picture and back.
#pragma once

#include "picture/raster.hpp"

namespace pliant::picture {

/// A viewer far enough away that perspective is mild. Lengths are those of Surfaces.
class Projection {
public:
    /// Looks at the whole scene and lets it fill the picture but for a margin. `others`, as placed, have to fit, too.
    Projection(const Surfaces& surfaces, std::span<const Vec3> others, const Camera& camera, std::size_t width,
               std::size_t height);

    [[nodiscard]] ScreenPoint project(const Vec3& p) const;
    [[nodiscard]] Vec3 unproject(const ScreenPoint& screen) const;
    [[nodiscard]] std::vector<ScreenPoint> project_all(std::span<const Vec3> points, parallel::Workers& workers) const;

    [[nodiscard]] Vec3 eye() const { return distance * towards_; }
    [[nodiscard]] const Vec3& towards_viewer() const { return towards_; }
    /// How a direction runs on the picture: to the right, upwards, towards the viewer.
    [[nodiscard]] Vec3 seen(const Vec3& d) const { return {dot(d, right_), dot(d, up_), dot(d, towards_)}; }
    /// Samples that a unit of length takes at a nearness.
    [[nodiscard]] double samples_per_unit(double nearness) const { return scale_ * nearness; }

    static constexpr double distance = 6;  // of the eye from the middle; beyond the radius of any Surfaces

private:
    void fit(const Surfaces& surfaces, std::span<const Vec3> others, const Camera& camera, double width, double height);

    Vec3 right_, up_, towards_;  // towards the viewer
    double scale_ = 1, shift_x_ = 0, shift_y_ = 0;
};

}  // namespace pliant::picture
