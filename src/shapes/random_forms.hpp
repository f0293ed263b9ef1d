// The shapes at rest that random scenes are made of.
#pragma once

#include <cstddef>
#include <string_view>

#include "shapes/meshes.hpp"

namespace pliant::shapes {

struct RandomForm {
    std::string_view name;
    bool sheet;  // open and thin along z: waves run in its plane
    Mesh mesh;   // around the origin, its largest half extent 1
};

constexpr std::size_t random_families = 10;

/// A form of one family with about this many triangles, its proportions drawn.
RandomForm random_form(std::size_t family, std::size_t triangles, Random& random);

}  // namespace pliant::shapes
