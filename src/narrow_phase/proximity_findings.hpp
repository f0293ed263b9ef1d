// Candidates of features -> those that are near, with what each search for them counts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <pliant/report.hpp>

#include "broad_phase/features.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/feature_distances.hpp"

namespace pliant::narrow_phase {

/// Two features that are near: numbers as in FeatureBatch.
struct FoundProximity {
    FeatureKind kind;
    std::uint32_t first, second;
    ClosePair near;
};

/// The order of nearness; of equally near ones that of their numbers.
inline bool nearer(const FoundProximity& a, const FoundProximity& b) {
    if (a.near.distance != b.near.distance) return a.near.distance < b.near.distance;
    if (a.kind != b.kind) return a.kind < b.kind;
    return a.first != b.first ? a.first < b.first : a.second < b.second;
}

/// Positions of bodies at rest, by vertex in the common numbering. Borrowed.
struct RestPositions {
    static constexpr std::uint32_t none = ~0u;

    const simd::DoubleVertex* positions;
    const std::uint32_t* body;       // index of the body; `none` where it has no rest pose
    std::optional<double> approach;  // as ProximityOptions::rest_approach
};

/// What every test of a search needs.
struct ProximityTests {
    const frame::Bodies& bodies;
    Nearness nearness;
    const RestPositions* rest = nullptr;
};

/// What one piece of a search found and what it cost. Pieces are joined in order.
struct ProximityFindings {
    std::vector<FoundProximity> found;
    Counters counters;
    std::uint64_t left_at_rest = 0;

    void clear() {
        found.clear();
        counters = {};
        left_at_rest = 0;
    }

    /// All stages. Changes the batch.
    void test(const ProximityTests& tests, broad_phase::FeatureBatch& batch);

private:
    void test_part(const ProximityTests& tests, broad_phase::FeatureBatch& batch, std::size_t begin);
    void leave_out_near_at_rest(const ProximityTests& tests, const broad_phase::FeatureBatch& batch,
                                const std::uint32_t* places, std::size_t first_found);
};

/// The `count` nearest stay, in any order.
void keep_nearest(std::vector<FoundProximity>& found, std::size_t count);

}  // namespace pliant::narrow_phase
