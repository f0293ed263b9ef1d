// Which edges of crossing triangles bound the segment that they share, by signs that rounding cannot change.
#pragma once

#include <cstdint>
#include <span>

#include "broad_phase/blocks.hpp"
#include "geometry/perturbed_signs.hpp"
#include "simd/vertices.hpp"

namespace pliant::curves {

/// geometry::LoneCorners in eight bits; `open` where some sign is not certain.
struct LoneCode {
    static constexpr std::uint8_t open = 3;  // no corner has this number

    std::uint8_t bits = open;

    [[nodiscard]] bool certain() const { return (bits & 3) != open; }
    [[nodiscard]] geometry::LoneCorners corners() const {
        geometry::LoneCorners lone;
        lone.a = bits & 3;
        lone.b = bits >> 2 & 3;
        lone.a_above = (bits & 0x10) != 0;
        lone.b_above = (bits & 0x20) != 0;
        lone.starts_in_b = (bits & 0x40) != 0;
        lone.ends_in_b = (bits & 0x80) != 0;
        return lone;
    }
};

/// Of pairs of kind crossing; `corners` are three vertex numbers a triangle. Every certain code is a proof; which are
/// certain may depend on the vector target.
void find_lone_corners(const simd::Vertices& vertices, const std::uint32_t* corners,
                       std::span<const broad_phase::Pair> pairs, LoneCode* out);

}  // namespace pliant::curves
