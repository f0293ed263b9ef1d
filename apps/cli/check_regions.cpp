#include "check_regions.hpp"

#include <algorithm>
#include <limits>

#include "mesh/regions.hpp"

namespace pliant::cli {
namespace {

CheckedRegion describe(const mesh::Region& region, std::span<const TrianglePair> pairs, std::span<const Shown> bodies) {
    CheckedRegion result;
    result.first = pairs[region[0]];
    result.a = result.first.a.body;
    result.b = result.first.b.body;
    result.low.fill(std::numeric_limits<double>::infinity());
    result.high.fill(-std::numeric_limits<double>::infinity());
    const double share = 1 / (6 * double(region.size()));  // of a corner; summing shares cannot overflow
    std::vector<TrianglePair> own;
    own.reserve(region.size());
    for (const std::uint32_t i : region) {
        own.push_back(pairs[i]);
        for (const TriangleRef& side : {pairs[i].a, pairs[i].b}) {
            const Shown& body = bodies[std::size_t(side.body)];
            for (const std::uint32_t v : body.triangles[side.triangle]) {
                const Position& p = body.positions[v];
                for (std::size_t k = 0; k < 3; ++k) {
                    result.low[k] = std::min(result.low[k], p[k]);
                    result.high[k] = std::max(result.high[k], p[k]);
                    result.centroid[k] += share * p[k];
                }
            }
        }
    }
    result.tally = tally(own);
    return result;
}

bool worse(const CheckedRegion& a, const CheckedRegion& b) { return severity(a.tally) > severity(b.tally); }

}  // namespace

std::vector<CheckedRegion> regions_of(std::span<const TrianglePair> pairs, std::span<const Shown> bodies,
                                      std::span<const char> known) {
    std::vector<std::span<const Triangle>> triangles;
    for (const Shown& body : bodies) triangles.push_back(body.triangles);
    std::vector<CheckedRegion> result;
    for (const mesh::Region& region : mesh::regions(pairs, triangles)) {
        CheckedRegion& described = result.emplace_back(describe(region, pairs, bodies));
        described.known = !known.empty() && std::all_of(region.begin(), region.end(),
                                                        [&](std::uint32_t pair) { return known[pair] != 0; });
    }
    std::stable_sort(result.begin(), result.end(), worse);
    return result;
}

}  // namespace pliant::cli
