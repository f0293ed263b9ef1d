// Damage done to files: what broken programs, cut-off downloads and people with an editor do to them, and worse.
#pragma once

#include <string>

#include "shapes/random.hpp"

namespace pliant::mutator {

/// The bytes with one to four kinds of damage: bytes flipped, a part cut off, taken out, doubled or moved, numbers made
/// others, counts made huge.
std::string damaged(std::string bytes, shapes::Random& random);

}  // namespace pliant::mutator
