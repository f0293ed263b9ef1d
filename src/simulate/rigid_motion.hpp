// Motion of a scene file as a map of space.
#pragma once

#include "scene_file/scene_file.hpp"
#include "shapes/deformations.hpp"

namespace pliant::simulate {

class RigidMotion {
public:
    /// Turns about `usual_centre` unless the motion names one.
    RigidMotion(const scene_file::Motion& motion, const Point& usual_centre);

    /// Nothing moves, ever.
    [[nodiscard]] bool is_still() const;
    /// Where a point has come to that is at `start` at time 0.
    class Pose {
    public:
        Pose(const shapes::Placement& spin, const shapes::Placement& key, const Vec3& centre)
            : spin_(spin), key_(key), centre_(centre) {}
        [[nodiscard]] Point operator()(const Point& start) const;

    private:
        shapes::Placement spin_, key_;
        Vec3 centre_;
    };
    [[nodiscard]] Pose at(double time) const;

private:
    scene_file::Motion motion_;
    Vec3 centre_;
};

}  // namespace pliant::simulate
