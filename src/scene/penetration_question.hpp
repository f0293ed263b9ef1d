// The question `penetrations` of a scene.
#pragma once

#include <pliant/penetrations.hpp>

#include "detect/brute_force/penetrations.hpp"
#include "detect/spatial_hash/depth.hpp"
#include "detect/spatial_hash/spatial_hash.hpp"
#include "frame/bodies.hpp"
#include "frame/penetration_query.hpp"
#include "frame/tetrahedra.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

class PenetrationQuestion {
public:
    const Penetrations& answer(frame::Bodies& bodies, const frame::Volumes& volumes, parallel::Workers& workers,
                               const PenetrationOptions& options);

private:
    void update(const frame::PenetrationQuery& query);
    void find(const frame::PenetrationQuery& query);

    frame::Tetrahedra tetrahedra_;
    spatial_hash::SpatialHash spatial_hash_;
    brute_force::BruteForcePenetrations brute_force_;
    spatial_hash::Depth depth_;
    Penetrations answer_;
};

}  // namespace pliant
