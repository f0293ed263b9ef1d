// How much of the surfaces of bodies lies near other bodies, before anything is built.
#pragma once

#include "frame/bodies.hpp"

namespace pliant {

/// The share of vertices in whose cell another body has one, too, if the boxes of the two bodies overlap; between 0 and
/// 1. Cells are as large as the mean edge. Of many vertices those in some of the cells are looked at, always the same.
/// Reads the positions that were given: a few passes over them.
double share_near_others(const frame::Bodies& bodies);

}  // namespace pliant
