// The question `proximities` of a scene.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/proximities.hpp>

#include "detect/feature_tree/proximity_search.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/proximity_findings.hpp"
#include "parallel/parallel.hpp"
#include "simd/vertices.hpp"

namespace pliant {

class ProximityQuestion {
public:
    const Proximities& answer(frame::Bodies& bodies, const ProximityOptions& options, parallel::Workers& workers);

private:
    void read_thickness(const frame::Bodies& bodies, const ProximityOptions& options);
    void read_rest(const frame::Bodies& bodies, const ProximityOptions& options);

    feature_tree::ProximitySearch search_;
    // By vertex in the common numbering; where options ask for them.
    std::vector<double> thickness_;
    std::vector<simd::DoubleVertex> rest_positions_;
    std::vector<std::uint32_t> rest_bodies_;
    Proximities answer_;
};

}  // namespace pliant
