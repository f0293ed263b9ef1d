#include "narrow_phase/impact_tests.hpp"

#include <algorithm>
#include <optional>

#include "impact/impact.hpp"
#include "narrow_phase/certain_impacts.hpp"
#include "narrow_phase/impact_filter.hpp"

namespace pliant::narrow_phase {

namespace {

/// Of a vertex, at the start and at the end.
std::array<Point, 2> positions(const simd::Steps& steps, std::uint32_t i) {
    const auto point = [](const auto& v) { return Point{v.x, v.y, v.z}; };
    if (steps.doubles != nullptr) return {point(steps.doubles[i].start), point(steps.doubles[i].end)};
    return {point(steps.floats[i].start), point(steps.floats[i].end)};
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
    const std::size_t count = possibly_meeting({test.steps, until}, batch, kept.data());
    counters.exact_tests += count;
    for (std::size_t first = 0; first < count; first += impacts_at_once) {
        decide(test, batch, {kept.data() + first, std::min(impacts_at_once, count - first)});
    }
}

void ImpactFindings::decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch,
                            std::span<const std::uint16_t> places) {
    std::array<impact::Verdict, impacts_at_once> verdicts;
    std::array<Impact, impacts_at_once> certain;
    certain_impacts(test.steps, batch, places.data(), places.size(), verdicts.data(), certain.data());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (verdicts[i] == impact::Verdict::unknown) decide(test, batch, places[i]);
        if (verdicts[i] == impact::Verdict::meet) take(test, batch, places[i], certain[i]);
    }
}

void ImpactFindings::decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place) {
    impact::FourPoints start, end;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto [first, last] = positions(test.steps, batch.vertex[i][place]);
        start[i] = first;
        end[i] = last;
    }
    const std::optional<Impact> impact = test.minimum_separation > 0
                                             ? impact::first_separation(batch.kind, start, end, test.minimum_separation)
                                             : impact::first_impact(batch.kind, start, end);
    if (impact) take(test, batch, place, *impact);
}

void ImpactFindings::take(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place,
                          const Impact& impact) {
    const auto found = [&]() -> FoundImpact {
        return {batch.kind,
                {batch.vertex[0][place], batch.vertex[1][place], batch.vertex[2][place], batch.vertex[3][place]},
                batch.first[place],
                batch.second[place],
                impact};
    };
    if (test.only_earliest) {
        keep_earliest(found(), impacts);
    } else {
        impacts.emplace_back() = found();
    }
}

}  // namespace pliant::narrow_phase
