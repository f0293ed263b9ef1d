#include "picture/marks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "picture/overlay.hpp"

namespace pliant::picture {

namespace {

constexpr std::size_t many_markers = 300;

/// Marks that begin close to an earlier one are left out: one for each cell of a grid.
class Spacing {
public:
    Spacing(std::size_t width, std::size_t height, double cell)
        : cell_(cell),
          columns_(static_cast<std::size_t>(static_cast<double>(width) / cell) + 1),
          rows_(static_cast<std::size_t>(static_cast<double>(height) / cell) + 1),
          taken_(columns_ * rows_, 0) {}

    bool take(const ScreenPoint& p) {
        if (!(p.x >= 0 && p.y >= 0 && p.x < 1e6 && p.y < 1e6)) return false;
        const auto column = static_cast<std::size_t>(p.x / cell_), row = static_cast<std::size_t>(p.y / cell_);
        if (column >= columns_ || row >= rows_ || taken_[row * columns_ + column] != 0) return false;
        taken_[row * columns_ + column] = 1;
        return true;
    }

private:
    double cell_;  // pixels
    std::size_t columns_, rows_;
    std::vector<char> taken_;
};

/// Of a close-up what is far away is left out, as surfaces are.
bool in_view(const Surfaces& surfaces, const Position& p) {
    if (!surfaces.close_up) return true;
    const Vec3 placed = surfaces.placement.placed(p);
    return std::max({std::abs(placed.x), std::abs(placed.y), std::abs(placed.z)}) < Surfaces::close_up_reach;
}

void mark_lines(const Subject& subject, const Surfaces& surfaces, const Painting& painting, Overlay& overlay) {
    for (const Polyline& line : subject.lines) {
        const std::size_t n = line.points.size();
        for (std::size_t i = 0; i + (line.closed ? 0 : 1) < n; ++i) {
            const Position &from = line.points[i], &to = line.points[(i + 1) % n];
            if (in_view(surfaces, from) || in_view(surfaces, to))
                overlay.line(painting.pixel(from), painting.pixel(to), line.colour, line.width);
        }
    }
}

void mark_points(const Subject& subject, const Surfaces& surfaces, const Painting& painting, Overlay& overlay) {
    const Image& image = painting.image;
    Spacing arrows(image.width, image.height, 14), dots(image.width, image.height, 2);
    for (const Marker& marker : subject.markers) {
        if (!in_view(surfaces, marker.at)) continue;
        const ScreenPoint at = painting.pixel(marker.at);
        if (marker.to && !marker.arrow) overlay.line(at, painting.pixel(*marker.to), marker.colour, 2);
        if (marker.to && marker.arrow && arrows.take(at))
            overlay.arrow(at, painting.pixel(*marker.to), marker.colour, 2);
    }
    const double halo = subject.markers.size() > many_markers ? 0 : 1;
    for (const Marker& marker : subject.markers) {
        const ScreenPoint at = painting.pixel(marker.at);
        if (in_view(surfaces, marker.at) && dots.take(at)) overlay.dot(at, marker.colour, marker.size, halo);
    }
}

}  // namespace

std::vector<Vec3> placed_marks(const Subject& subject, const Placement& placement) {
    std::vector<Vec3> all;
    const auto add = [&](const Position& p) {
        if (finite(Vec3(p))) all.push_back(placement.placed(p));
    };
    for (const Polyline& line : subject.lines)
        for (const Position& p : line.points) add(p);
    for (const Marker& marker : subject.markers) {
        add(marker.at);
        if (marker.to) add(*marker.to);
    }
    return all;
}

void mark(const Subject& subject, const Surfaces& surfaces, std::vector<float> front, Painting& painting) {
    Overlay overlay(painting.image, std::move(front));
    mark_lines(subject, surfaces, painting, overlay);
    overlay.settle();
    mark_points(subject, surfaces, painting, overlay);
    overlay.settle();
}

}  // namespace pliant::picture
