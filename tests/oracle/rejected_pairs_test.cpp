// What the vectorised filters throw away must be apart, on the same hard families that the exact test is proven on.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pair_families.hpp"
#include "narrow_phase/neighbour_filters.hpp"
#include "narrow_phase/plane_filter.hpp"
#include "oracle/triangle_oracle.hpp"

namespace pliant::oracle {

using namespace broad_phase;
using namespace narrow_phase;
using namespace simd;
namespace {

using oracle::Random;
using oracle::TwoTriangles;

constexpr std::size_t pairs_in_batch = 1'001;  // odd: the last vector is not full

/// Pairs without collinear triangles; pair i has the vertices 6 i, 6 i + 1, ... 6 i + 5.
struct Batch {
    std::vector<TwoTriangles> pairs;
    std::vector<DoubleVertex> vertices;

    void add(const TwoTriangles& pair) {
        pairs.push_back(pair);
        for (const auto* t : {&pair.a, &pair.b})
            for (const Vec3& p : *t) vertices.push_back({p.x, p.y, p.z, 0});
    }
    [[nodiscard]] Vertices view() const { return {nullptr, vertices.data()}; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(pairs.size()); }
};

bool has_collinear(const TwoTriangles& pair) {
    return collinear(pair.a[0], pair.a[1], pair.a[2]) || collinear(pair.b[0], pair.b[1], pair.b[2]);
}

Batch make_batch(TwoTriangles (*make)(Random&), int shared, std::uint64_t seed) {
    Random random(seed);
    Batch batch;
    for (int tries = 0; batch.pairs.size() < pairs_in_batch && tries < 20'000; ++tries) {
        const TwoTriangles pair = oracle::sharing(shared, make(random));
        if (!has_collinear(pair)) batch.add(pair);
    }
    return batch;
}

using Kept = std::vector<bool>;

Kept kept_apart(const Batch& batch, const Vertices& vertices) {
    std::vector<std::uint32_t> corners(6 * batch.pairs.size());
    std::iota(corners.begin(), corners.end(), 0u);
    std::vector<Pair> candidates;
    for (std::uint32_t i = 0; i < batch.size(); ++i) candidates.push_back({2 * i, 2 * i + 1});
    const std::size_t count = keep_possibly_meeting(vertices, corners.data(), candidates);
    Kept kept(batch.pairs.size());
    for (std::size_t i = 0; i < count; ++i) kept[candidates[i].a / 2] = true;
    return kept;
}

Kept marked(const std::vector<std::uint32_t>& indices, std::size_t count, std::size_t size) {
    Kept kept(size);
    for (std::size_t i = 0; i < count; ++i) kept[indices[i]] = true;
    return kept;
}

Kept kept_beyond_vertex(const Batch& batch, const Vertices& vertices) {
    std::vector<VertexNeighbours> pairs;
    for (std::uint32_t i = 0; i < batch.size(); ++i)
        pairs.push_back({6 * i, 6 * i + 1, 6 * i + 2, 6 * i + 4, 6 * i + 5});
    std::vector<std::uint32_t> kept(pairs.size());
    const std::size_t count = possibly_meeting_beyond_vertex(vertices, pairs, kept.data());
    return marked(kept, count, pairs.size());
}

Kept kept_beyond_edge(const Batch& batch, const Vertices& vertices) {
    std::vector<EdgeNeighbours> pairs;
    for (std::uint32_t i = 0; i < batch.size(); ++i) pairs.push_back({6 * i, 6 * i + 1, 6 * i + 2, 6 * i + 5});
    std::vector<std::uint32_t> kept(pairs.size());
    const std::size_t count = possibly_meeting_beyond_edge(vertices, pairs, kept.data());
    return marked(kept, count, pairs.size());
}

Kept kept_of(const Batch& batch, const Vertices& vertices, int shared) {
    if (shared == 0) return kept_apart(batch, vertices);
    return shared == 1 ? kept_beyond_vertex(batch, vertices) : kept_beyond_edge(batch, vertices);
}

std::optional<PairKind> meet_beyond(int shared, const TwoTriangles& pair) {
    if (shared == 0) return geometry::meet(pair.a, pair.b);
    return shared == 1 ? geometry::meet_beyond_vertex(pair.a, pair.b) : geometry::meet_beyond_edge(pair.a, pair.b);
}

struct Family {
    const char* name;
    TwoTriangles (*make)(Random&);
    bool ordinary;  // of ordinary size and shape: the filter must be of some use
};

const Family families[] = {
    {"grid_2", oracle::grid_pair<2>, true},
    {"grid_4", oracle::grid_pair<4>, true},
    {"uniform", oracle::uniform_pair, true},
    {"axis_plane", oracle::axis_plane_pair, false},
    {"lattice", oracle::lattice_pair, false},
    {"almost_touching", oracle::almost_touching_pair, false},
    {"crossed_edges", oracle::crossed_edges_pair, false},
    {"nudged", oracle::nudged_pair, true},
    {"needle", oracle::needle_pair, false},
    {"stretched", oracle::stretched_pair, false},
    {"far_scale", oracle::far_scale_pair, false},
    {"overflowing", oracle::overflowing_pair, false},
    {"extreme", oracle::extreme_pair, false},
};

class RejectedPairs : public testing::TestWithParam<std::size_t> {
protected:
    void check(int shared) {
        int rejected = 0, met = 0, apart = 0;
        const auto number = GetParam();
        const std::uint64_t first = oracle::first_seed(400 + 4 * number + static_cast<std::uint64_t>(shared));
        for (std::uint64_t seed = first; seed < first + 8; ++seed) {
            const Batch batch = make_batch(families[GetParam()].make, shared, seed);
            const Kept kept = kept_of(batch, batch.view(), shared);
            for (std::size_t i = 0; i < kept.size(); ++i) {
                const auto kind = meet_beyond(shared, batch.pairs[i]);
                ASSERT_TRUE(kept[i] || !kind) << name(*kind) << " lost: seed " << seed << ", pair " << i;
                rejected += kept[i] ? 0 : 1;
                (kind ? met : apart) += 1;
            }
        }
        EXPECT_GT(met + apart, 7'500);
        EXPECT_TRUE(!families[GetParam()].ordinary || rejected * 4 > apart) << rejected << " of " << apart;
    }
};

TEST_P(RejectedPairs, are_apart) { check(0); }
TEST_P(RejectedPairs, are_apart_beyond_a_shared_vertex) { check(1); }
TEST_P(RejectedPairs, are_apart_beyond_a_shared_edge) { check(2); }

INSTANTIATE_TEST_SUITE_P(Pairs, RejectedPairs, testing::Range<std::size_t>(0, std::size(families)),
                         [](const auto& instance) { return std::string(families[instance.param].name); });

/// A pair is kept or not whether its vertices come as floats or as the same numbers in doubles.
TEST(PairFilters, floats_and_doubles_keep_the_same_pairs) {
    const Batch batch = make_batch(oracle::float_pair, 0, oracle::first_seed(460));
    std::vector<FloatVertex> floats;
    for (const DoubleVertex& v : batch.vertices)
        floats.push_back({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), 0});
    for (int shared = 0; shared < 3; ++shared) {
        const Kept kept = kept_of(batch, batch.view(), shared);
        EXPECT_EQ(kept_of(batch, {floats.data(), nullptr}, shared), kept);
        EXPECT_NE(kept, Kept(batch.pairs.size(), true));
    }
}

/// A difference overflows along x, the normal of a has no x: the product is not a number and must not vanish.
TEST(PairFilters, overflow_in_one_corner_does_not_hide_it) {
    const geometry::TriangleCorners a{Vec3{-1.5e308, -1, 0}, Vec3{-1.4e308, 0, 0}, Vec3{-1.5e308, 1, 0}};
    const Vec3 far{1.5e308, 0, -1}, p{-1.45e308, 0, 1e-3}, q{-1.45e308, 0.1, 1e-3};
    const std::array<geometry::TriangleCorners, 3> orders{{{far, p, q}, {p, far, q}, {p, q, far}}};
    Batch batch;
    for (const auto& b : orders) batch.add({a, b});
    for (const auto& b : orders) batch.add({b, a});
    for (const TwoTriangles& pair : batch.pairs) EXPECT_EQ(geometry::meet(pair.a, pair.b), PairKind::crossing);
    EXPECT_EQ(kept_apart(batch, batch.view()), Kept(6, true));
}

/// Legs around an apex at the origin: a regular star, more or less disturbed, so that both answers are common.
std::vector<Vec3> random_ring(Random& random, std::uint32_t legs) {
    const double noise = random.uniform(0, 1.2), turns = random.chance(80) ? 1 : 2;
    const bool rounded = random.chance(30);
    std::vector<Vec3> ring;
    for (std::uint32_t i = 0; i < legs; ++i) {
        const double angle = turns * 2 * 3.141592653589793 * i / legs;
        Vec3 leg = Vec3{2 * std::cos(angle), 2 * std::sin(angle), 0.5} + noise * random.in_cube();
        if (rounded) leg = {std::round(leg.x), std::round(leg.y), std::round(leg.z)};
        ring.push_back(leg);
    }
    return ring;
}

bool wedges_meet(const std::vector<Vec3>& ring, std::uint32_t wedges) {
    const auto leg = [&ring](std::uint32_t i) { return static_cast<std::uint32_t>(i % ring.size()); };
    for (std::uint32_t i = 0; i < wedges; ++i)
        for (std::uint32_t j = i + 1; j < wedges; ++j) {
            const bool follows = leg(j) == leg(i + 1), precedes = leg(j + 1) == leg(i);
            const Vec3 apex{}, a1 = ring[leg(i)], a2 = ring[leg(i + 1)], b1 = ring[leg(j)], b2 = ring[leg(j + 1)];
            const auto kind = follows    ? geometry::meet_beyond_edge({apex, a2, a1}, {apex, b1, b2})
                              : precedes ? geometry::meet_beyond_edge({apex, a1, a2}, {apex, b2, b1})
                                         : geometry::meet_beyond_vertex({apex, a1, a2}, {apex, b1, b2});
            if (kind) return true;
        }
    return false;
}

TEST(IrregularFans, every_fan_with_wedges_that_meet_is_among_them) {
    int regular = 0, meeting = 0;
    for (const std::uint64_t seed : oracle::seeds(470, 100'000)) {
        Random random(seed);
        const auto legs = static_cast<std::uint32_t>(random.integer(3, 9));
        const bool closed = random.chance(60);
        const std::vector<Vec3> points = random_ring(random, legs);
        const std::uint32_t wedges = closed ? legs : legs - 1;
        std::vector<DoubleVertex> vertices{{0, 0, 0, 0}};
        std::vector<std::uint32_t> ring;
        for (const Vec3& p : points) vertices.push_back({p.x, p.y, p.z, 0});
        for (std::uint32_t i = 0; i <= wedges; ++i) ring.push_back(1 + i % legs);
        ring.resize(ring.size() + ring_padding, 0);
        const std::array<Fan, 1> fan{Fan{0, 0, wedges, closed}};
        std::uint32_t index = 0;
        if (irregular_fans({nullptr, vertices.data()}, fan, ring.data(), &index) == 0) {
            ++regular;
            ASSERT_FALSE(wedges_meet(points, wedges)) << "seed " << seed;
        } else {
            meeting += wedges_meet(points, wedges) ? 1 : 0;
        }
    }
    EXPECT_GT(regular, oracle::cases(20'000));
    EXPECT_GT(meeting, oracle::cases(10'000));
}

}  // namespace
}  // namespace pliant::oracle
