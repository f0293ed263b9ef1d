// Border control of the models: NaN and infinity are refused.
#pragma once

#include <pliant/points.hpp>

#include <cstddef>
#include <stdexcept>

#include "numeric/vec.hpp"

namespace pliant::deform {

inline void require_finite(Points points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!finite(points[i])) throw std::invalid_argument("pliant: a coordinate is not finite");
    }
}

}  // namespace pliant::deform
