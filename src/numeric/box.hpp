// Axis-aligned bounding boxes (AABB).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace pliant {

/// A closed box. It may be unbounded, or empty (lo > hi): an empty box meets nothing and adds nothing to a union.
template <class Number>
struct Box {
    std::array<Number, 3> lo, hi;

    static constexpr Box empty() {
        constexpr Number infinity = std::numeric_limits<Number>::infinity();
        return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    }
    static constexpr Box everything() {
        constexpr Number infinity = std::numeric_limits<Number>::infinity();
        return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
    }
};

template <class Number>
constexpr Box<Number> united(const Box<Number>& a, const Box<Number>& b) {
    Box<Number> out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.lo[k] = std::min(a.lo[k], b.lo[k]);
        out.hi[k] = std::max(a.hi[k], b.hi[k]);
    }
    return out;
}

/// What two boxes have in common.
template <class Number>
constexpr Box<Number> intersection(const Box<Number>& a, const Box<Number>& b) {
    Box<Number> out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.lo[k] = std::max(a.lo[k], b.lo[k]);
        out.hi[k] = std::min(a.hi[k], b.hi[k]);
    }
    return out;
}

template <class Number>
constexpr bool overlap(const Box<Number>& a, const Box<Number>& b) {
    return a.lo[0] <= b.hi[0] && b.lo[0] <= a.hi[0] && a.lo[1] <= b.hi[1] && b.lo[1] <= a.hi[1] && a.lo[2] <= b.hi[2] &&
           b.lo[2] <= a.hi[2];
}

/// Conservative conversion to float, rounded outwards by at least an ulp, so that it holds under flush-to-zero, too.
/// Numbers beyond the largest float are clamped to it; order is kept.
inline float lower_float(float value) { return value; }
inline float upper_float(float value) { return value; }
inline float lower_float(double value) {
    constexpr float largest = std::numeric_limits<float>::max();
    const auto near = static_cast<float>(std::clamp(value, -double(largest), double(largest)));
    return std::max(near - (std::abs(near) * 0x1p-23f + 0x1p-126f), -largest);
}
inline float upper_float(double value) { return -lower_float(-value); }

}  // namespace pliant
