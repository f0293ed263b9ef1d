// Every detector that answers `intersections`: a new one adds its row here and meets the oracle on every scene.
#pragma once

#include <array>

#include <pliant/report.hpp>

namespace pliant::agreement {

inline constexpr std::array detectors{Method::box_tree, Method::regularity, Method::gjk_cut, Method::spatial_hash};

}  // namespace pliant::agreement
