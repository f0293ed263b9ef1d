// The colours of pictures. What stands for something is told apart by colour-blind people, too: a test says so.
#pragma once

#include <pliant/pairs.hpp>

#include "picture/picture.hpp"

namespace pliant::picture {

/// Pale, so that hits stand out.
inline constexpr std::array<Colour, 6> body_colours{
    {{184, 194, 207}, {216, 205, 182}, {188, 207, 191}, {206, 192, 204}, {186, 207, 208}, {210, 210, 184}}};
/// Stronger, for bodies that are seen through.
inline constexpr std::array<Colour, 6> tints{
    {{96, 136, 190}, {205, 165, 85}, {110, 170, 120}, {170, 120, 165}, {90, 165, 170}, {170, 170, 90}}};
/// Of pairs, by PairKind: crossing, touching, coplanar, fold.
inline constexpr std::array<Colour, 4> kind_colours{{{222, 60, 20}, {250, 188, 10}, {20, 90, 225}, {92, 18, 112}}};
/// A body inside another.
inline constexpr Colour inside_colour{20, 160, 100};
/// What two bodies share, by its surfaces: of the first, and of the second.
inline constexpr std::array<Colour, 2> shared_colours{{{222, 60, 20}, {250, 160, 60}}};

constexpr const Colour& body_colour(std::size_t body) { return body_colours[body % body_colours.size()]; }
constexpr const Colour& tint(std::size_t body) { return tints[body % tints.size()]; }
constexpr const Colour& colour_of(PairKind kind) { return kind_colours[static_cast<std::size_t>(kind)]; }

/// From 0, light, to 1, dark: in order also in grey.
Colour ramp_colour(double share);

}  // namespace pliant::picture
