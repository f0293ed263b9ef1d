// Bodies as pictures and coloured meshes show them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <pliant/views.hpp>

#include "source.hpp"

namespace pliant::cli {

/// Its BodyId is its place among the others.
struct Shown {
    std::span<const Position> positions;
    std::span<const Triangle> triangles;
    std::string name;
};

/// The bodies of a stage, as the frame has them that is shown. Valid until another is.
std::vector<Shown> shown_bodies(const Stage& stage);

}  // namespace pliant::cli
