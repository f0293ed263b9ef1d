// The last stage of the narrow phase: how two triangles of a frame meet, exactly.
#pragma once

#include <cstdint>
#include <optional>

#include <pliant/pairs.hpp>
#include <pliant/views.hpp>

#include "frame/bodies.hpp"

namespace pliant::narrow_phase {

/// Two triangles with the vertices that they share in front, in the same order.
struct SharedCorners {
    Triangle a, b;
    int count;
};
SharedCorners shared_corners(Triangle a, Triangle b);

/// How two sound triangles meet beyond the vertices they share by number.
std::optional<PairKind> meet(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b);

}  // namespace pliant::narrow_phase
