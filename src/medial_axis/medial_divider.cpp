#include "medial_axis/medial_divider.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "detect/sphere_tree/sphere.hpp"
#include "medial_axis/voronoi.hpp"

namespace pliant::medial_axis {

using geometry::TriangleCorners;
using sphere_tree::distance;
using sphere_tree::Part;

namespace {

constexpr std::size_t fewest_pieces = 32;  // fewer are divided at medians
constexpr std::size_t fewest_samples = 48, most_samples = 240;
constexpr int rounds = 2;  // of more samples

double area(const TriangleCorners& t) {
    const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
    return std::sqrt(dot(n, n)) / 2;
}

Vec3 box_middle(std::span<const std::uint32_t> pieces, const std::vector<TriangleCorners>& corners) {
    Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};
    for (const std::uint32_t i : pieces) {
        for (const Vec3& p : corners[i]) {
            if (!finite(p)) continue;
            lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
            hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
        }
    }
    return 0.5 * lo + 0.5 * hi;
}

}  // namespace

/// Whichever way leaves the better of the worst spheres.
std::vector<Part> MedialDivider::divide(std::span<std::uint32_t> pieces, std::uint32_t level) {
    if (level >= levels_ || pieces.size() < std::max<std::size_t>(fewest_pieces, branching_)) {
        return medians_.divide(pieces, level);
    }
    Division best = by_medians(pieces, level), medial = by_medial_axis(pieces);
    if (medial.parts.size() > 1 && medial.worst < best.worst) best = std::move(medial);
    std::copy(best.order.begin(), best.order.end(), pieces.begin());
    return best.parts;
}

MedialDivider::Division MedialDivider::by_medians(std::span<const std::uint32_t> pieces, std::uint32_t level) {
    Division division;
    division.order.assign(pieces.begin(), pieces.end());
    division.parts = medians_.divide(division.order, level);
    for (std::uint32_t begin = 0; const Part& part : division.parts) {
        const auto held = std::span(division.order).subspan(begin, part.end - begin);
        const Vec3 centre = box_middle(held, pieces_.corners);
        division.worst = std::max(division.worst, reach(held, centre) - solid_.depth(centre));
        begin = part.end;
    }
    return division;
}

MedialDivider::Division MedialDivider::by_medial_axis(std::span<const std::uint32_t> pieces) const {
    std::vector<Vec3> samples = sample(pieces);
    std::vector<MedialSphere> spheres = medial_spheres(samples);
    if (spheres.size() < 2) return {};
    return share_out(pieces, reduce(std::move(spheres), samples, branching_, solid_));
}

/// Evenly by area: corners and middles of pieces.
std::vector<Vec3> MedialDivider::sample(std::span<const std::uint32_t> pieces) const {
    const std::size_t count = std::clamp(pieces.size() / 2, fewest_samples, most_samples);
    double all = 0;
    for (const std::uint32_t i : pieces) {
        const double more = area(pieces_.corners[i]);
        if (std::isfinite(more)) all += more;
    }
    std::vector<Vec3> samples;
    double sum = 0;
    for (const std::uint32_t i : pieces) {
        const TriangleCorners& c = pieces_.corners[i];
        const double more = area(c);
        if (!std::isfinite(more)) continue;
        sum += more;
        const std::size_t number = samples.size();
        if (sum * static_cast<double>(count) < static_cast<double>(number + 1) * all) continue;
        samples.push_back(number % 4 == 3 ? pieces_.middles[i] : c[number % 4]);
    }
    return samples;
}

/// Voronoi vertices inside the body. Where a ball reaches out of the surface farthest, the nearest point of the surface
/// is a sample, too, in the next round. Samples beyond the first ones bound the balls and need not be held.
std::vector<MedialSphere> MedialDivider::medial_spheres(std::vector<Vec3>& samples) const {
    const auto to_hold = static_cast<std::uint32_t>(samples.size());
    std::vector<Vec3> points = samples;
    std::vector<VoronoiVertex> vertices;
    std::vector<double> depths;
    for (int round = 0; round <= rounds; ++round) {
        vertices = voronoi_vertices(points);
        depths.clear();
        std::vector<std::pair<double, std::uint32_t>> badly;
        for (std::uint32_t i = 0; i < vertices.size(); ++i) {
            const Vec3& centre = vertices[i].centre;
            depths.push_back(solid_.inside(centre) ? solid_.depth(centre) : -1);
            const double out = vertices[i].radius - depths[i];
            if (depths[i] > 0 && out > 0.02 * vertices[i].radius) badly.emplace_back(-out, i);
        }
        if (badly.empty() || round == rounds) break;
        std::sort(badly.begin(), badly.end());
        badly.resize(std::min<std::size_t>(badly.size(), to_hold / 4 + 1));
        for (const auto& [out, i] : badly) points.push_back(solid_.nearest(vertices[i].centre));
    }
    std::vector<std::uint32_t> number(vertices.size(), VoronoiVertex::none);
    std::vector<MedialSphere> spheres;
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        MedialSphere sphere{vertices[i].centre, vertices[i].radius, depths[i], {}, {}};
        for (const std::uint32_t p : vertices[i].points) {
            if (p < to_hold) sphere.samples.push_back(p);
        }
        if (!(depths[i] > 0) || sphere.samples.empty()) continue;
        std::sort(sphere.samples.begin(), sphere.samples.end());
        number[i] = static_cast<std::uint32_t>(spheres.size());
        spheres.push_back(std::move(sphere));
    }
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        if (number[i] == VoronoiVertex::none) continue;
        for (const std::uint32_t n : vertices[i].neighbours) {
            if (n != VoronoiVertex::none && number[n] != VoronoiVertex::none) {
                spheres[number[i]].neighbours.push_back(number[n]);
            }
        }
        std::sort(spheres[number[i]].neighbours.begin(), spheres[number[i]].neighbours.end());
    }
    return spheres;
}

/// Each piece to the sphere that has to grow least for it.
MedialDivider::Division MedialDivider::share_out(std::span<const std::uint32_t> pieces,
                                                 const std::vector<MedialSphere>& spheres) const {
    std::vector<std::vector<std::uint32_t>> shares(spheres.size());
    for (const std::uint32_t i : pieces) {
        std::size_t best = 0;
        double least = INFINITY;
        for (std::size_t k = 0; k < spheres.size(); ++k) {
            double far = 0;
            for (const Vec3& p : pieces_.corners[i]) far = std::max(far, distance(p, spheres[k].centre));
            const double error = std::max(far, spheres[k].radius) - spheres[k].depth;
            if (error < least) {
                least = error;
                best = k;
            }
        }
        shares[best].push_back(i);
    }
    Division division;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        if (shares[k].empty()) continue;
        division.order.insert(division.order.end(), shares[k].begin(), shares[k].end());
        double error = 0;
        const auto end = static_cast<std::uint32_t>(division.order.size());
        division.parts.push_back(fitted(shares[k], end, spheres[k].centre, error));
        division.worst = std::max(division.worst, error);
    }
    return division;
}

/// Around the medial centre, or the middle of the box where that fits better.
Part MedialDivider::fitted(std::span<const std::uint32_t> pieces, std::uint32_t end, const Vec3& centre,
                           double& error) const {
    const Vec3 middle = box_middle(pieces, pieces_.corners);
    const double at_middle = reach(pieces, middle) - solid_.depth(middle);
    error = reach(pieces, centre) - solid_.depth(centre);
    if (error < at_middle) return {end, centre};
    error = at_middle;
    return {end, {}};
}

double MedialDivider::reach(std::span<const std::uint32_t> pieces, const Vec3& centre) const {
    double most = 0;
    for (const std::uint32_t i : pieces) {
        for (const Vec3& p : pieces_.corners[i]) {
            const double far = distance(p, centre);
            if (std::isfinite(far)) most = std::max(most, far);
        }
    }
    return most;
}

}  // namespace pliant::medial_axis
