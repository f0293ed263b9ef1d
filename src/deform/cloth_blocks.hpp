// Constraints of cloth, eight side by side: each moves its vertices at once, by what its stiffness asks for within one
// substep [Macklin2016].
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "deform/block_schedule.hpp"
#include "deform/cloth_elements.hpp"
#include "simd/vertices.hpp"

namespace pliant::deform {

/// A vertex as constraints move it, with its inverse mass in the fourth place: zero of held ones.
using ClothVertex = simd::DoubleVertex;

inline double inverse_mass(const ClothVertex& v) { return v.unused; }
inline Vec3 place(const ClothVertex& v) { return {v.x, v.y, v.z}; }
inline void put(ClothVertex& v, const Vec3& to) { v.x = to.x, v.y = to.y, v.z = to.z; }

using Lanes8 = std::array<double, block_lanes>;
using Numbers8 = std::array<std::uint32_t, block_lanes>;

/// Membranes in lanes. Empty lanes name a vertex behind all others, without mass.
struct MembraneBlock {
    std::array<Lanes8, 4> inverse;
    Lanes8 stretch_gives, shear_gives;  // 1 / stiffness; infinite where there is none
    std::array<Numbers8, 3> vertices;
};

/// Hinges in lanes.
struct HingeBlock {
    std::array<Lanes8, 4> weights;
    Lanes8 gives, rest;
    std::array<Numbers8, 4> vertices;
};

void pack(std::span<const Block> blocks, std::span<const Membrane> from, std::uint32_t nobody,
          std::vector<MembraneBlock>& out);
void pack(std::span<const Block> blocks, std::span<const Hinge> from, std::uint32_t nobody,
          std::vector<HingeBlock>& out);

/// Moves the vertices until springs are in balance with inertia over a substep of so many seconds, block by block.
void solve(std::span<const MembraneBlock> blocks, ClothVertex* vertices, double seconds);
void solve(std::span<const HingeBlock> blocks, ClothVertex* vertices, double seconds);

}  // namespace pliant::deform
