// A model starts from sound positions or not at all.
#pragma once

#include <pliant/points.hpp>

#include <cstddef>
#include <stdexcept>

#include "numeric/vec.hpp"

namespace pliant {

inline void require_finite(Points points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!finite(points[i])) throw std::invalid_argument("pliant: a coordinate is not finite");
    }
}

}  // namespace pliant
