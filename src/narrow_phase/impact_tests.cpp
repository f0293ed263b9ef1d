#include "narrow_phase/impact_tests.hpp"

#include <algorithm>
#include <optional>

#include "impact/impact.hpp"
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
    for (std::size_t i = 0; i < count; ++i) decide(test, batch, kept[i]);
}

void ImpactFindings::decide(const ImpactTest& test, const broad_phase::FeatureBatch& batch, std::size_t place) {
    FoundImpact found;
    found.kind = batch.kind;
    impact::FourPoints start, end;
    for (std::size_t i = 0; i < 4; ++i) {
        found.vertices[i] = batch.vertex[i][place];
        start[i] = position(test.start, found.vertices[i]);
        end[i] = position(test.end, found.vertices[i]);
    }
    const std::optional<Impact> impact = test.minimum_separation > 0
                                             ? impact::first_separation(batch.kind, start, end, test.minimum_separation)
                                             : impact::first_impact(batch.kind, start, end);
    if (!impact) return;
    found.first = batch.first[place];
    found.second = batch.second[place];
    found.impact = *impact;
    if (test.only_earliest) {
        keep_earliest(found, impacts);
    } else {
        impacts.push_back(found);
    }
}

}  // namespace pliant::narrow_phase
