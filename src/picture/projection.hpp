// From space to the picture and back.
#pragma once

#include "picture/raster.hpp"

namespace pliant::picture {

/// A viewer far enough away that perspective is mild. Lengths are those of Surfaces.
class Projection {
public:
    /// Looks at the whole scene and lets it fill the picture but for a margin.
    Projection(const Surfaces& surfaces, const Camera& camera, std::size_t width, std::size_t height);

    [[nodiscard]] ScreenPoint project(const Vec3& p) const;
    [[nodiscard]] Vec3 unproject(const ScreenPoint& screen) const;
    [[nodiscard]] std::vector<ScreenPoint> project_all(std::span<const Vec3> points) const;

    [[nodiscard]] Vec3 eye() const { return distance * towards_; }
    /// Samples that a unit of length takes at a nearness.
    [[nodiscard]] double samples_per_unit(double nearness) const { return scale_ * nearness; }

    static constexpr double distance = 6;  // of the eye from the middle; nothing is further out than sqrt(3)

private:
    Vec3 right_, up_, towards_;  // towards the viewer
    double scale_ = 1, shift_x_ = 0, shift_y_ = 0;
};

}  // namespace pliant::picture
