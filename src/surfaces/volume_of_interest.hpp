// Volume of interest [Heidelberger2003, 3.1]: the intersection of two bounding boxes, and the side from which each body
// is seen.
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
    // Outside faces along the axis: nothing of one body lies below lo, nothing of the other above hi. They lie beyond
    // the box where one body's box contains the other's.
    double lo, hi;
};

/// Unset where the boxes are disjoint. Takes the closest eligible pair of outside faces, along `axis` where given.
std::optional<VolumeOfInterest> volume_of_interest(const Box<double>& a, const Box<double>& b,
                                                   std::optional<Axis> axis);

}  // namespace pliant::surfaces
