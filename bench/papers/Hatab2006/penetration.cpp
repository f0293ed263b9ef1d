#include <pliant/distance.hpp>

#include "shapes/random.hpp"
#include "waving_pair.hpp"

namespace pliant::hatab2006 {

/// GJK's upper bound of the depth of two hulls that overlap, beside the depth itself: that of two balls is known.
Json penetration_bound(const Experiment& experiment) {
    const int tries = experiment.quick ? 20 : 400;
    const shapes::Mesh one = shapes::icosphere(20);
    shapes::Random random(11);
    std::vector<double> ratios, microseconds;
    std::size_t too_small = 0;
    for (int i = 0; i < tries; ++i) {
        const double apart = random.between(0.2, 1.9);
        std::array<double, 3> way{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        const double length = std::hypot(way[0], way[1], way[2]);
        std::vector<std::array<double, 3>> other = one.positions;
        for (auto& p : other) {
            for (std::size_t k = 0; k < 3; ++k) p[k] += apart * way[k] / length;
        }
        Distance found;
        microseconds.push_back(1e3 * fastest(3, [&] { found = distance(one.positions, other); }));
        if (!found.overlap) continue;
        // The hulls lie within balls of radius 1 and hold balls of the least distance of their faces.
        ratios.push_back(found.penetration_bound / (2 - apart));
        constexpr double held = 0.99;  // radius of a ball within the hull
        too_small += found.penetration_bound < 2 * held - apart ? 1 : 0;
    }
    return {{"tries", ratios.size()},
            {"median_ratio", bench::median(ratios)},
            {"largest_ratio", bench::quantile(ratios, 1)},
            {"below_the_depth", too_small},
            {"microseconds", bench::median(microseconds)},
            {"points_each", one.positions.size()}};
}

}  // namespace pliant::hatab2006
