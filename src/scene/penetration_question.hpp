// The question `penetrations` of a scene.
#pragma once

#include <chrono>

#include <pliant/penetrations.hpp>

#include "bodies/bodies.hpp"
#include "bodies/tetrahedra.hpp"
#include "brute_force/penetrations.hpp"
#include "parallel/parallel.hpp"
#include "spatial_hash/depth.hpp"
#include "spatial_hash/spatial_hash.hpp"

namespace pliant {

class PenetrationQuestion {
public:
    const Penetrations& answer(bodies::Bodies& bodies, const bodies::Volumes& volumes, parallel::Workers& workers,
                               const PenetrationOptions& options);

private:
    void measure_depth(const bodies::Bodies& bodies, parallel::Workers& workers, const PenetrationOptions& options,
                       std::chrono::steady_clock::time_point started);

    bodies::Tetrahedra tetrahedra_;
    spatial_hash::SpatialHash spatial_hash_;
    brute_force::BruteForcePenetrations brute_force_;
    spatial_hash::Depth depth_;
    Penetrations answer_;
};

}  // namespace pliant
