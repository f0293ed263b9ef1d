#include "detect/regularity/contour_samples.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace pliant::regularity {

using frame::Bodies;

namespace {

/// Twice the area vector of a loop.
Vec3 area_within(const Bodies& bodies, std::span<const std::uint32_t> loop) {
    const Vec3 origin = bodies.position(loop[0]);
    Vec3 area(0, 0, 0);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        area = area + cross(bodies.position(loop[i]) - origin, bodies.position(loop[i + 1]) - origin);
    }
    return area;
}

std::span<const std::uint32_t> longest(const ContourLoops& loops) {
    std::span<const std::uint32_t> longest;
    std::size_t begin = 0;
    for (const std::size_t end : loops.ends) {
        if (end - begin > longest.size()) longest = loops.vertices.subspan(begin, end - begin);
        begin = end;
    }
    return longest;
}

}  // namespace

ContourSamples sample_contour(const Bodies& bodies, const ContourLoops& loops, std::uint32_t vertex) {
    ContourSamples best;
    best.fill(vertex);
    const auto loop = longest(loops);
    if (loop.empty()) return best;
    const Vec3 whole = area_within(bodies, loop);
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t first = 0; first * best.size() <= loop.size(); ++first) {
        ContourSamples samples;
        for (std::size_t k = 0; k < samples.size(); ++k) {
            samples[k] = loop[(first + k * loop.size() / samples.size()) % loop.size()];
        }
        const double enclosed = dot(area_within(bodies, samples), whole);
        if (first == 0 || enclosed > most) best = samples;
        most = std::max(most, enclosed);
    }
    return best;
}

}  // namespace pliant::regularity
