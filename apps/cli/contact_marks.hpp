// Contacts as marks of a picture.
#pragma once

#include "paint.hpp"

namespace pliant::cli {

/// A point and its normal for each contact; spheres in colours by depth.
Marks contact_marks(std::span<const Contact> contacts, std::span<const Shown> bodies);

}  // namespace pliant::cli
