// Candidates of features -> impacts: filtered in vectors, then decided one by one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/impacts.hpp>
#include <pliant/report.hpp>

#include "broad_phase/features.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Two features that meet, in the common numbering.
struct FoundImpact {
    FeatureKind kind;
    std::array<std::uint32_t, 4> vertices;
    std::uint32_t first, second;  // as in broad_phase::FeatureBatch
    Impact impact;
};

/// The earliest so far; several where their intervals are equal.
void keep_earliest(const FoundImpact& next, std::vector<FoundImpact>& earliest);

/// What is asked of candidates during a step.
struct ImpactTest {
    simd::Steps steps;
    double minimum_separation = 0;
    bool only_earliest = false;
    /// With only_earliest: impacts that are certainly later than this are of no interest.
    double until = 1;
};

/// What a piece of a search found.
struct ImpactFindings {
    std::vector<FoundImpact> impacts;
    Counters counters;

    void clear();
    void test(const ImpactTest& test, broad_phase::FeatureBatch& batch);

private:
    void decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::span<const std::uint16_t> places);
    void decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place);
    void take(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place, const Impact& impact);
};

/// Where the first time of one impact is known to be, those that are certainly later than this are not the earliest,
/// whatever their intervals: no interval is longer than half of the margin.
double until_after(const Impact& impact);

}  // namespace pliant::narrow_phase
