#include "surfaces/volume_of_interest.hpp"

#include "surfaces/turned.hpp"

namespace pliant::surfaces {

std::optional<VolumeOfInterest> volume_of_interest(const Box<double>& a, const Box<double>& b,
                                                   std::optional<Axis> axis) {
    const Box<double> common = intersection(a, b);
    if (is_empty(common)) return std::nullopt;
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

}  // namespace pliant::surfaces
