// Stage 1 of [Heidelberger2003, 3.1]: where two bounding boxes meet, and from which side each body is looked at.
#pragma once

#include <optional>

#include <pliant/overlap.hpp>

#include "numeric/vec.hpp"

namespace pliant::depth_layers {

struct VolumeBox {
    Vec3 lo, hi;

    [[nodiscard]] bool empty() const { return !(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z); }
};

/// Closed boxes; empty where they are apart.
VolumeBox intersection(const VolumeBox& a, const VolumeBox& b);

/// The body whose outside face is the low end of the columns; that of the other is the high end.
enum class FromBelow : unsigned char { a, b };

struct VolumeOfInterest {
    VolumeBox box;  // the intersection; nothing outside it matters
    Axis axis;      // of the columns
    FromBelow from_below;
    double lo, hi;  // outside faces along the axis: beyond lo there is nothing of the one body, beyond hi nothing of
                    // the other. Extended beyond the box where one body's box lies within that of the other
};

/// Unset where the boxes are apart. Of the eligible pairs of outside faces the one with the smallest distance, among
/// those along `axis` where one is given.
std::optional<VolumeOfInterest> volume_of_interest(const VolumeBox& a, const VolumeBox& b, std::optional<Axis> axis);

}  // namespace pliant::depth_layers
