// Stage 1 of [Heidelberger2003, 3.1]: where two bounding boxes meet, and from which side each body is seen.
#pragma once

#include <optional>

#include <pliant/overlap.hpp>

#include "numeric/box.hpp"

namespace pliant::surfaces {

/// The body whose outside face is the low end of the columns; that of the other is the high end.
enum class FromBelow : unsigned char { a, b };

struct VolumeOfInterest {
    Box<double> box;  // the intersection; nothing outside it matters
    Axis axis;        // of the columns
    FromBelow from_below;
    // Outside faces along the axis: below lo there is nothing of the one body, above hi nothing of the other. Beyond
    // the box where one body's box contains the other's.
    double lo, hi;
};

/// Unset where the boxes are apart. Of the eligible pairs of outside faces the one with the smallest distance, among
/// those along `axis` where one is given.
std::optional<VolumeOfInterest> volume_of_interest(const Box<double>& a, const Box<double>& b,
                                                   std::optional<Axis> axis);

}  // namespace pliant::surfaces
