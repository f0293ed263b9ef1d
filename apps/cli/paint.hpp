// What was found, as a PLY file with colours or as a picture.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <pliant/pairs.hpp>

#include "check_regions.hpp"
#include "image_options.hpp"
#include "shown.hpp"

namespace pliant::cli {

/// What a picture shows beside intersecting triangles. What is empty is left out.
struct Marks {
    std::vector<picture::Polyline> lines;      // curves along which surfaces meet
    std::vector<picture::Marker> markers;      // contacts, penetrations, proximities, impacts
    std::vector<picture::LegendEntry> legend;  // what they are
    std::optional<picture::Ramp> ramp;         // what their colours by ramp_colour() stand for
};

/// What was found in one frame.
struct Findings {
    std::string title;
    std::span<const Shown> bodies;
    std::span<const TrianglePair> pairs{};
    std::span<const CheckedRegion> regions{};  // worst first
    std::vector<BodyId> inside{};              // bodies that lie in others or coincide with them
    Marks marks{};
};

/// "cup.obj, hand.obj" or "frame 24 of 60 (f0024.obj): ..."; a name alone where there is one frame.
std::string picture_title(std::span<const Shown> bodies, std::size_t frame, std::size_t frames,
                          const std::string& frame_name);

/// All bodies in one binary PLY with a colour per triangle. Triangles with a vertex that is not there are left out.
void export_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs);

/// A picture of intersecting triangles alone, with close-ups.
void draw_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs);

/// Bodies are seen through where there are marks, which mostly lie inside. `files` and `up`: as of figure_options().
void draw_findings(const ImageOptions& image, const Findings& findings, std::span<const std::string> files,
                   std::optional<picture::Up> up = std::nullopt);

/// The surfaces of what bodies share, within the bodies, which are seen through. Each piece has the colour of its own
/// body, darker.
struct SharedPiece {
    std::span<const Position> positions;
    std::span<const Triangle> triangles;
    std::span<const std::uint8_t> of_second;  // one per triangle: of the second body of the pair
};
void draw_shared(const ImageOptions& image, const Findings& findings, std::span<const SharedPiece> pieces,
                 std::span<const std::string> files);

}  // namespace pliant::cli
