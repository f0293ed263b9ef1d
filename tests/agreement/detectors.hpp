// Every detector that answers `intersections`: a new one adds its row here and meets the oracle on every scene.
#pragma once

#include <array>

#include <pliant/scene.hpp>

namespace pliant::agreement {

inline constexpr std::array detectors{IntersectionMethod::box_tree, IntersectionMethod::regularity,
                                      IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash};

}  // namespace pliant::agreement
