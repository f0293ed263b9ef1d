// Skins as they are given: looked over, and made to agree with themselves.
#pragma once

#include <pliant/skin.hpp>

namespace pliant::sphere_tree {

/// By how much positions that the given skin makes of a cage may be off from those of the checked one.
struct SkinOff {
    double part = 0;    // of the cage's largest coordinate, along each axis
    double length = 0;  // metres
};

struct CheckedSkin {
    Skin skin;  // weights add up to 1, and everything hangs at rest where its link has it, but for rounded doubles
    SkinOff off;
};

/// What numbers rounded to float are off is made good and noted; std::invalid_argument for anything else, which names
/// the element.
CheckedSkin check(const Skin& given);

}  // namespace pliant::sphere_tree
