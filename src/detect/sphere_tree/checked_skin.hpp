// Border control for skins: a skin is checked and made consistent, or refused.
#pragma once

#include <pliant/skin.hpp>

namespace pliant::sphere_tree {

/// How far positions by the given skin may differ from those by the checked one.
struct SkinOff {
    double part = 0;    // of the cage's largest coordinate, along each axis
    double length = 0;  // metres
};

struct CheckedSkin {
    Skin skin;  // weights add up to 1, vertices at rest are where their links have them: up to rounding of doubles
    SkinOff off;
};

/// Errors of rounding to float are corrected, and bounded in `off`. Throws std::invalid_argument for any other, and
/// names the element.
CheckedSkin check(const Skin& given);

}  // namespace pliant::sphere_tree
