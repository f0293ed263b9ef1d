// Impacts that vectors decide: bit for bit those of the bare primitives, on every vector target.
#include "narrow_phase/certain_impacts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "each_target.hpp"
#include "impact/impact.hpp"
#include "oracle/random.hpp"

namespace pliant::narrow_phase {
namespace certain_impacts_test {
namespace {

using impact::Verdict;
using oracle::Random;

struct Asked {
    std::vector<simd::DoubleStep> doubles;
    std::vector<simd::FloatStep> floats;
    broad_phase::FeatureBatch batch;
};

float narrow(double x) {
    constexpr double most = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(x, -most, most));
}

/// Four vertices for each of `count` candidates.
Asked asked(Random& random, FeatureKind kind, std::size_t count, const std::function<Vec3(Random&)>& point) {
    Asked out;
    out.batch.kind = kind;
    out.batch.count = count;
    for (std::uint32_t v = 0; v < 4 * count; ++v) {
        const Vec3 p = point(random), q = point(random);
        out.doubles.push_back({{p.x, p.y, p.z, 0}, {q.x, q.y, q.z, 0}});
        out.floats.push_back({{narrow(p.x), narrow(p.y), narrow(p.z), 0}, {narrow(q.x), narrow(q.y), narrow(q.z), 0}});
        out.batch.vertex[v % 4][v / 4] = v;
    }
    return out;
}

template <class Step>
std::optional<Impact> by_primitives(FeatureKind kind, const Step* steps) {
    impact::FourPoints start, end;
    for (std::size_t i = 0; i < 4; ++i) {
        start[i] = {steps[i].start.x, steps[i].start.y, steps[i].start.z};
        end[i] = {steps[i].end.x, steps[i].end.y, steps[i].end.z};
    }
    return impact::first_impact(kind, start, end);
}

struct Tally {
    int meet = 0, apart = 0, unknown = 0;
};

template <class Step>
void compare(const Asked& all, const simd::Steps& steps, const std::vector<Step>& own, Tally& tally) {
    std::vector<std::uint16_t> places;
    for (std::size_t i = 0; i < all.batch.count; ++i) places.push_back(static_cast<std::uint16_t>(i));
    std::vector<Verdict> verdicts(places.size());
    std::vector<Impact> impacts(places.size());
    certain_impacts(steps, all.batch, places.data(), places.size(), verdicts.data(), impacts.data());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto expected = by_primitives(all.batch.kind, &own[4 * i]);
        if (verdicts[i] == Verdict::unknown) {
            ++tally.unknown;
            continue;
        }
        ASSERT_EQ(verdicts[i] == Verdict::meet, expected.has_value());
        ++(expected ? tally.meet : tally.apart);
        if (!expected) continue;
        ASSERT_EQ(std::memcmp(&impacts[i], &*expected, sizeof(Impact)), 0)
            << impacts[i].time[0] << " " << expected->time[0];
    }
}

Tally compare_all(std::uint64_t test, int wanted, const std::function<Vec3(Random&)>& point) {
    Tally tally;
    for (const std::uint64_t seed : oracle::seeds(test, wanted)) {
        Random random(seed);
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const auto kind = random.chance(50) ? FeatureKind::edge_edge : FeatureKind::vertex_triangle;
        const Asked all = asked(random, kind, static_cast<std::size_t>(random.integer(1, int(impacts_at_once))), point);
        simd::on_each_target([&](const std::string&) {
            compare(all, {nullptr, all.doubles.data()}, all.doubles, tally);
            compare(all, {all.floats.data(), nullptr}, all.floats, tally);
        });
        if (testing::Test::HasFatalFailure()) return tally;
    }
    return tally;
}

TEST(CertainImpacts, random_motion_is_decided_as_by_primitives) {
    const Tally tally = compare_all(231, 200, [](Random& random) { return random.in_cube(); });
    EXPECT_GT(tally.meet, tally.apart / 20);
    EXPECT_GT(tally.apart, tally.unknown / 4);
}

/// Random motion often makes the plane turn back and forth: the parts between are decided in vectors, too.
TEST(CertainImpacts, cubics_of_several_roots_are_decided_part_by_part) {
    const Tally tally = compare_all(235, 300, [](Random& random) { return random.in_cube(); });
    EXPECT_LT(8 * tally.unknown, tally.meet + tally.apart);
}

TEST(CertainImpacts, grids_are_decided_as_by_primitives) {
    const Tally tally = compare_all(232, 200, [](Random& random) { return random.on_grid(4); });
    EXPECT_GT(tally.meet, 0);
    EXPECT_GT(tally.apart, 0);
    EXPECT_GT(tally.unknown, 0);
}

TEST(CertainImpacts, any_scale_is_decided_as_by_primitives) {
    const Tally tally = compare_all(233, 200, [](Random& random) {
        const int scale = random.chance(90) ? random.integer(-4, 4) : random.integer(-190, 190);
        return std::ldexp(1.0, scale) * random.in_cube();
    });
    EXPECT_GT(tally.meet + tally.apart, 0);
}

TEST(CertainImpacts, what_vanishes_or_overflows_is_left_to_primitives) {
    const Tally tally = compare_all(234, 60, [](Random& random) {
        return random.chance(30) ? Vec3{} : Vec3{random.any_finite(), random.any_finite(), random.any_finite()};
    });
    EXPECT_GT(tally.unknown, 10 * (tally.meet + tally.apart));
}

}  // namespace
}  // namespace certain_impacts_test
}  // namespace pliant::narrow_phase
