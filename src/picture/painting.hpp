// One view of a subject, painted; and where things are in it.
#pragma once

#include "picture/projection.hpp"

namespace pliant::picture {

struct Painting {
    Image image;
    Placement placement;
    Projection view;   // in samples, of which
    double per_pixel;  // a pixel has so many along each side

    /// Where a point of the meshes is, in pixels.
    [[nodiscard]] ScreenPoint pixel(const Position& p) const;
    /// Pixels that a unit of length of the meshes takes at the depth of a point.
    [[nodiscard]] double pixels_per_unit(const Position& p) const;
};

Painting paint(const Subject& subject, const PictureOptions& options, parallel::Workers& workers);
/// The same of what gather() made of the subject and the camera.
Painting paint(const Subject& subject, const Surfaces& surfaces, const PictureOptions& options,
               parallel::Workers& workers);

/// Samples of a small picture in which hits are in front of everything else: how much of them a direction shows.
std::size_t hits_in_front(const Surfaces& surfaces, const Camera& camera, std::size_t width, std::size_t height,
                          parallel::Workers& workers);

}  // namespace pliant::picture
