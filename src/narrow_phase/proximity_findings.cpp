#include "narrow_phase/proximity_findings.hpp"

#include <algorithm>
#include <array>

namespace pliant::narrow_phase {

using broad_phase::FeatureBatch;

namespace {

std::array<std::uint32_t, 4> vertices_of(const FeatureBatch& batch, std::size_t i) {
    return {batch.vertex[0][i], batch.vertex[1][i], batch.vertex[2][i], batch.vertex[3][i]};
}

/// Near or far, for certain. `position` gives the place of a vertex.
template <class Position>
bool settle(const Nearness& nearness, const FeatureBatch& batch, std::size_t i, const Position& position,
            ClosePair& out) {
    const auto vertices = vertices_of(batch, i);
    const geometry::FeaturePoints points{position(vertices[0]), position(vertices[1]), position(vertices[2]),
                                         position(vertices[3])};
    return measure_exactly(batch.kind, points, nearness.most(batch.kind, vertices), out);
}

}  // namespace

void ProximityFindings::test(const ProximityTests& tests, FeatureBatch& batch) {
    keep_possibly_near(tests.bodies.vertices(), tests.nearness, batch);
    for (std::size_t begin = 0; begin < batch.count; begin += MeasuredPart::size) test_part(tests, batch, begin);
}

void ProximityFindings::test_part(const ProximityTests& tests, FeatureBatch& batch, std::size_t begin) {
    MeasuredPart measured;
    measure(tests.bodies.vertices(), tests.nearness, batch, begin, measured);
    const std::size_t count = std::min(MeasuredPart::size, batch.count - begin), first_found = found.size();
    std::array<std::uint32_t, MeasuredPart::size> places;  // in the batch, of what is found
    for (std::size_t i = 0; i < count; ++i) {
        if (measured.state[i] == Measured::far) continue;
        if (measured.state[i] == Measured::open) {
            ++counters.exact_tests;
            const auto position = [&](std::uint32_t v) { return tests.bodies.position(v); };
            if (!settle(tests.nearness, batch, begin + i, position, measured.pairs[i])) continue;
        }
        places[found.size() - first_found] = static_cast<std::uint32_t>(begin + i);
        found.push_back({batch.kind, batch.first[begin + i], batch.second[begin + i], measured.pairs[i]});
    }
    if (tests.rest != nullptr) leave_out_near_at_rest(tests, batch, places.data(), first_found);
}

/// Of what was found in one part of a batch, at these places of it.
void ProximityFindings::leave_out_near_at_rest(const ProximityTests& tests, const FeatureBatch& batch,
                                               const std::uint32_t* places, std::size_t first_found) {
    const RestPositions& rest = *tests.rest;
    const std::size_t second = batch.kind == FeatureKind::vertex_triangle ? 1 : 2;
    std::array<std::uint32_t, MeasuredPart::size> asked;  // of what was found: what has a rest pose
    std::array<bool, MeasuredPart::size> left{};
    FeatureBatch at_rest;
    at_rest.kind = batch.kind;
    const std::size_t count = found.size() - first_found;
    for (std::size_t i = 0; i < count; ++i) {
        const auto vertices = vertices_of(batch, places[i]);
        const std::uint32_t body = rest.body[vertices[0]];
        if (body == RestPositions::none || body != rest.body[vertices[second]]) continue;
        asked[at_rest.count] = static_cast<std::uint32_t>(i);
        for (std::size_t k = 0; k < 4; ++k) at_rest.vertex[k][at_rest.count] = vertices[k];
        ++at_rest.count;
    }
    if (at_rest.count == 0) return;
    MeasuredPart measured;
    measure({nullptr, rest.positions}, tests.nearness, at_rest, 0, measured);
    for (std::size_t i = 0; i < at_rest.count; ++i) {
        bool near = measured.state[i] == Measured::near;
        if (measured.state[i] == Measured::open) {
            const auto position = [&](std::uint32_t v) {
                return Vec3{rest.positions[v].x, rest.positions[v].y, rest.positions[v].z};
            };
            near = settle(tests.nearness, at_rest, i, position, measured.pairs[i]);
        }
        const double now = found[first_found + asked[i]].near.distance;
        const bool approached = rest.approach && now < (1 - *rest.approach) * measured.pairs[i].distance;
        left[asked[i]] = near && !approached;
    }
    std::size_t kept = first_found;
    for (std::size_t i = 0; i < count; ++i) {
        if (left[i]) {
            ++left_at_rest;
        } else {
            found[kept++] = found[first_found + i];
        }
    }
    found.resize(kept);
}

void keep_nearest(std::vector<FoundProximity>& found, std::size_t count) {
    if (found.size() <= count) return;
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), nearer);
    found.resize(count);
}

}  // namespace pliant::narrow_phase
