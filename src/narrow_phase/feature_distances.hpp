// The narrow phase of features: candidates in, those that are near out. Each stage settles most of what it is given:
//   far filter   a direction along which the features are certainly farther apart (floats where positions are)
//   measure      certain bounds on the distance, in doubles: near, far or open
//   exact        rational arithmetic                                              (geometry/feature_distance.hpp)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <pliant/proximities.hpp>

#include "broad_phase/features.hpp"
#include "geometry/feature_distance.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// How near features must be: the distance of the question plus the thickness of either side, the largest of its
/// vertices.
struct Nearness {
    double distance = 0;
    const double* thickness = nullptr;  // by vertex, in the common numbering; nullptr: none

    /// The exact sum for one pair: vertices as in FeatureBatch.
    [[nodiscard]] geometry::DistanceSum most(FeatureKind kind, const std::array<std::uint32_t, 4>& vertices) const;
};

/// Takes candidates out of the batch that are certainly not near. The others keep their order.
void keep_possibly_near(const simd::Vertices& vertices, const Nearness& nearness, broad_phase::FeatureBatch& batch);

/// What is certain of a pair.
enum class Measured : std::uint8_t {
    far,
    near,
    open,  ///< too close to call, or not measured well enough
};

/// Where the features of a pair are nearest: a FeatureDistance without what follows from it.
struct ClosePair {
    double distance;
    std::array<double, 2> places;  // weights of the second and the third corner; or places on the edges, in [0, 1]
    Point normal;
};

/// Part of a batch, by candidate; pairs where near only.
struct MeasuredPart {
    static constexpr std::size_t size = 64;  // a multiple of all numbers of lanes

    Measured state[size];
    ClosePair pairs[size];
};

/// The candidates of a batch from `begin` on, up to MeasuredPart::size of them; `begin` is a multiple of that.
/// Distances of near ones are off by less than 2^-32 of themselves, and never above what is near.
void measure(const simd::Vertices& vertices, const Nearness& nearness, broad_phase::FeatureBatch& batch,
             std::size_t begin, MeasuredPart& out);

/// The exact answer for one pair: whether it is near, and how.
bool measure_exactly(FeatureKind kind, const geometry::FeaturePoints& points, const geometry::DistanceSum& most,
                     ClosePair& out);

/// The whole of a close pair.
FeatureDistance feature_distance(FeatureKind kind, const geometry::FeaturePoints& points, const ClosePair& pair);

}  // namespace pliant::narrow_phase
