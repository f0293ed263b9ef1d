// Border control of the models: materials that no body can have are refused.
#pragma once

#include <cmath>
#include <stdexcept>

#include <pliant/elastic_body.hpp>

namespace pliant::deform {

inline void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

inline void require_sound(const Material& m) {
    require(m.stiffness > 0 && m.poisson_ratio > -1 && m.poisson_ratio < 0.5 && m.density > 0 && m.damping >= 0 &&
                std::isfinite(m.stiffness) && std::isfinite(m.density) && std::isfinite(m.damping),
            "pliant: a material has positive, finite stiffness and density, and a Poisson ratio between -1 and 0.5");
}

}  // namespace pliant::deform
