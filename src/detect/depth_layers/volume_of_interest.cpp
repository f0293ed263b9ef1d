#include "detect/depth_layers/volume_of_interest.hpp"

#include <algorithm>

namespace pliant::depth_layers {

VolumeBox intersection(const VolumeBox& a, const VolumeBox& b) {
    return {{std::max(a.lo.x, b.lo.x), std::max(a.lo.y, b.lo.y), std::max(a.lo.z, b.lo.z)},
            {std::min(a.hi.x, b.hi.x), std::min(a.hi.y, b.hi.y), std::min(a.hi.z, b.hi.z)}};
}

std::optional<VolumeOfInterest> volume_of_interest(const VolumeBox& a, const VolumeBox& b, std::optional<Axis> axis) {
    const VolumeBox common = intersection(a, b);
    if (common.empty()) return std::nullopt;
    std::optional<VolumeOfInterest> best;
    for (const Axis along : {Axis::z, Axis::y, Axis::x}) {
        if (axis && *axis != along) continue;
        const auto k = static_cast<std::size_t>(along);
        for (const VolumeOfInterest& choice : {VolumeOfInterest{common, along, FromBelow::a, a.lo[k], b.hi[k]},
                                               VolumeOfInterest{common, along, FromBelow::b, b.lo[k], a.hi[k]}}) {
            if (!best || choice.hi - choice.lo < best->hi - best->lo) best = choice;
        }
    }
    return best;
}

}  // namespace pliant::depth_layers
