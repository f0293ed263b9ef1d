// The questions `distance` and `distances` of a scene.
#pragma once

#include <vector>

#include <pliant/proximities.hpp>

#include "detect/feature_tree/surface_distance.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

class DistanceQuestion {
public:
    BodyDistance distance(frame::Bodies& bodies, BodyId a, BodyId b, parallel::Workers& workers);
    std::vector<BodyDistance> distances(frame::Bodies& bodies, double most, parallel::Workers& workers);

private:
    void update(frame::Bodies& bodies, parallel::Workers& workers);

    feature_tree::SurfaceDistance surfaces_;
};

}  // namespace pliant
