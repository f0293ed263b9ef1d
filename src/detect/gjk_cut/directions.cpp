#include "detect/gjk_cut/directions.hpp"

#include <cmath>
#include <cstddef>

namespace pliant::gjk_cut {

namespace {

float dot(const Direction& a, const Direction& b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }

/// False for a vector too short to have a direction.
bool normalise(Direction& v) {
    const float length = std::sqrt(dot(v, v));
    if (!(length > 1e-18f)) return false;
    for (float& component : v) component /= length;
    return true;
}

}  // namespace

Direction between_middles(const Box<float>& a, const Box<float>& b) {
    Direction line;
    for (std::size_t k = 0; k < 3; ++k) line[k] = (b.lo[k] + b.hi[k]) - (a.lo[k] + a.hi[k]);
    return normalise(line) ? line : Direction{1, 0, 0};
}

Direction reflected(const Direction& direction, const Direction& support_a, const Direction& support_b) {
    Direction line;
    for (std::size_t k = 0; k < 3; ++k) line[k] = support_a[k] - support_b[k];
    if (!normalise(line)) return direction;
    const float twice = 2 * dot(line, direction);
    Direction next;
    for (std::size_t k = 0; k < 3; ++k) next[k] = direction[k] - twice * line[k];
    return normalise(next) ? next : direction;
}

Direction widest_across(const Direction& direction, const Box<float>& box) {
    std::size_t best = 0;
    float width = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const float seen = (box.hi[k] - box.lo[k]) * (1 - direction[k] * direction[k]);
        if (seen > width) best = k, width = seen;
    }
    Direction across;
    for (std::size_t k = 0; k < 3; ++k) across[k] = (k == best ? 1.0f : 0.0f) - direction[best] * direction[k];
    return normalise(across) ? across : widest_axis(box);
}

Direction widest_axis(const Box<float>& box) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (box.hi[k] - box.lo[k] > box.hi[best] - box.lo[best]) best = k;
    }
    Direction axis{};
    axis[best] = 1;
    return axis;
}

}  // namespace pliant::gjk_cut
