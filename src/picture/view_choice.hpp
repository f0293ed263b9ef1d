// From where hits are seen best.
#pragma once

#include "picture/painting.hpp"

namespace pliant::picture {

/// The ball that a close-up shows: all of a box, or, where that is large, the part with most hits and markers.
class HitPlaces {
public:
    /// `scale`: half the extent of the scene.
    HitPlaces(const Subject& subject, double scale);

    [[nodiscard]] CloseUp ball(const Position& low, const Position& high) const;

private:
    [[nodiscard]] std::size_t most_central(std::span<const std::size_t> members) const;

    std::vector<Position> places_;
    double scale_;
};

/// Of the corners above, the one from which most hits are in front.
Position best_corner(const Surfaces& surfaces, const Camera& camera, parallel::Workers& workers);

/// Of `usual` and directions all around, the one from which most hits of a close-up are in front.
Position best_direction(const Surfaces& close_up, const Camera& camera, parallel::Workers& workers);

}  // namespace pliant::picture
