#include "narrow_phase/impact_tests.hpp"

#include <algorithm>
#include <optional>

#include "impact/impact.hpp"
#include "narrow_phase/certain_impacts.hpp"
#include "narrow_phase/impact_filter.hpp"

namespace pliant::narrow_phase {

namespace {

Point position(const simd::Vertices& vertices, std::uint32_t i) {
    if (vertices.doubles != nullptr) {
        const simd::DoubleVertex& v = vertices.doubles[i];
        return {v.x, v.y, v.z};
    }
    const simd::FloatVertex& v = vertices.floats[i];
    return {v.x, v.y, v.z};
}

}  // namespace

void keep_earliest(const FoundImpact& next, std::vector<FoundImpact>& earliest) {
    if (!earliest.empty() && earliest.front().impact.time < next.impact.time) return;
    if (!earliest.empty() && next.impact.time < earliest.front().impact.time) earliest.clear();
    earliest.push_back(next);
}

double until_after(const Impact& impact) { return std::min(impact.time[0] + 4 * impact::longest_interval, 1.0); }

void ImpactFindings::clear() {
    impacts.clear();
    counters = {};
}

void ImpactFindings::test(const ImpactTest& test, broad_phase::FeatureBatch& batch) {
    if (test.minimum_separation > 0) {
        counters.exact_tests += batch.count;
        for (std::size_t i = 0; i < batch.count; ++i) decide(test, batch, i);
        return;
    }
    std::array<std::uint16_t, broad_phase::FeatureBatch::capacity> kept;
    const double until =
        impacts.empty() || !test.only_earliest ? test.until : std::min(test.until, until_after(impacts.front().impact));
    const std::size_t count = possibly_meeting({test.start, test.end, until}, batch, kept.data());
    counters.exact_tests += count;
    for (std::size_t first = 0; first < count; first += impacts_at_once) {
        decide(test, batch, {kept.data() + first, std::min(impacts_at_once, count - first)});
    }
}

void ImpactFindings::decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch,
                            std::span<const std::uint16_t> places) {
    std::array<impact::Verdict, impacts_at_once> verdicts;
    std::array<Impact, impacts_at_once> certain;
    certain_impacts(test.start, test.end, batch, places.data(), places.size(), verdicts.data(), certain.data());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (verdicts[i] == impact::Verdict::unknown) decide(test, batch, places[i]);
        if (verdicts[i] == impact::Verdict::meet) take(test, batch, places[i], certain[i]);
    }
}

void ImpactFindings::decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place) {
    impact::FourPoints start, end;
    for (std::size_t i = 0; i < 4; ++i) {
        start[i] = position(test.start, batch.vertex[i][place]);
        end[i] = position(test.end, batch.vertex[i][place]);
    }
    const std::optional<Impact> impact = test.minimum_separation > 0
                                             ? impact::first_separation(batch.kind, start, end, test.minimum_separation)
                                             : impact::first_impact(batch.kind, start, end);
    if (impact) take(test, batch, place, *impact);
}

void ImpactFindings::take(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place,
                          const Impact& impact) {
    const FoundImpact found{
        batch.kind,
        {batch.vertex[0][place], batch.vertex[1][place], batch.vertex[2][place], batch.vertex[3][place]},
        batch.first[place],
        batch.second[place],
        impact};
    if (test.only_earliest) {
        keep_earliest(found, impacts);
    } else {
        impacts.push_back(found);
    }
}

}  // namespace pliant::narrow_phase
