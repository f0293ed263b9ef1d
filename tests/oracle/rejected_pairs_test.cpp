// What the vectorised filters throw away must be apart, on the same hard families that the exact test is proven on.
#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "geometry/pair_families.hpp"
#include "oracle/triangle_oracle.hpp"
#include "simd/pair_filters.hpp"

namespace pliant::simd {
namespace {

using oracle::Random;
using oracle::TwoTriangles;

constexpr std::size_t pairs_in_batch = 1'001;  // odd: the last vector is not full

struct alignas(32) Vertex {
    double x = 0, y = 0, z = 0, unused = 0;
};

/// Pairs without collinear triangles; pair i has the vertices 6 i, 6 i + 1, ... 6 i + 5.
struct Batch {
    std::vector<TwoTriangles> pairs;
    std::vector<Vertex> vertices;

    void add(const TwoTriangles& pair) {
        pairs.push_back(pair);
        for (const auto* t : {&pair.a, &pair.b})
            for (const Vec3& p : *t) vertices.push_back({p.x, p.y, p.z, 0});
    }
    [[nodiscard]] const double* coordinates() const { return &vertices[0].x; }
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

Kept kept_apart(const Batch& batch) {
    std::vector<std::uint32_t> corners(6 * batch.pairs.size());
    std::iota(corners.begin(), corners.end(), 0u);
    std::vector<Pair> candidates;
    for (std::uint32_t i = 0; i < batch.size(); ++i) candidates.push_back({2 * i, 2 * i + 1});
    const std::size_t count = keep_possibly_meeting(batch.coordinates(), corners.data(), candidates);
    Kept kept(batch.pairs.size());
    for (std::size_t i = 0; i < count; ++i) kept[candidates[i].a / 2] = true;
    return kept;
}

Kept marked(const std::vector<std::uint32_t>& indices, std::size_t count, std::size_t size) {
    Kept kept(size);
    for (std::size_t i = 0; i < count; ++i) kept[indices[i]] = true;
    return kept;
}

Kept kept_beyond_vertex(const Batch& batch) {
    std::vector<VertexNeighbours> pairs;
    for (std::uint32_t i = 0; i < batch.size(); ++i)
        pairs.push_back({6 * i, 6 * i + 1, 6 * i + 2, 6 * i + 4, 6 * i + 5});
    std::vector<std::uint32_t> kept(pairs.size());
    const std::size_t count = possibly_meeting_beyond_vertex(batch.coordinates(), pairs, kept.data());
    return marked(kept, count, pairs.size());
}

Kept kept_beyond_edge(const Batch& batch) {
    std::vector<EdgeNeighbours> pairs;
    for (std::uint32_t i = 0; i < batch.size(); ++i) pairs.push_back({6 * i, 6 * i + 1, 6 * i + 2, 6 * i + 5});
    std::vector<std::uint32_t> kept(pairs.size());
    const std::size_t count = possibly_meeting_beyond_edge(batch.coordinates(), pairs, kept.data());
    return marked(kept, count, pairs.size());
}

Kept kept_of(const Batch& batch, int shared) {
    if (shared == 0) return kept_apart(batch);
    return shared == 1 ? kept_beyond_vertex(batch) : kept_beyond_edge(batch);
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
    {"extreme", oracle::extreme_pair, false},
};

class RejectedPairs : public testing::TestWithParam<std::size_t> {
protected:
    void check(int shared) {
        int rejected = 0, met = 0, apart = 0;
        const auto number = GetParam();
        const std::uint64_t first = oracle::first_seed(400 + 4 * number + static_cast<std::uint64_t>(shared));
        for (std::uint64_t seed = first; seed < first + 20; ++seed) {
            const Batch batch = make_batch(families[GetParam()].make, shared, seed);
            const Kept kept = kept_of(batch, shared);
            for (std::size_t i = 0; i < kept.size(); ++i) {
                const auto kind = meet_beyond(shared, batch.pairs[i]);
                ASSERT_TRUE(kept[i] || !kind) << name(*kind) << " lost: seed " << seed << ", pair " << i;
                rejected += kept[i] ? 0 : 1;
                (kind ? met : apart) += 1;
            }
        }
        EXPECT_GT(met + apart, 10'000);
        EXPECT_TRUE(!families[GetParam()].ordinary || rejected * 4 > apart) << rejected << " of " << apart;
    }
};

TEST_P(RejectedPairs, are_apart) { check(0); }
TEST_P(RejectedPairs, are_apart_beyond_a_shared_vertex) { check(1); }
TEST_P(RejectedPairs, are_apart_beyond_a_shared_edge) { check(2); }

INSTANTIATE_TEST_SUITE_P(Pairs, RejectedPairs, testing::Range<std::size_t>(0, std::size(families)),
                         [](const auto& instance) { return std::string(families[instance.param].name); });

/// A difference overflows along x, the normal of a has no x: the product is not a number and must not vanish.
TEST(PairFilters, overflow_in_one_corner_does_not_hide_it) {
    const geometry::TriangleCorners a{Vec3{-1.5e308, -1, 0}, Vec3{-1.4e308, 0, 0}, Vec3{-1.5e308, 1, 0}};
    const Vec3 far{1.5e308, 0, -1}, p{-1.45e308, 0, 1e-3}, q{-1.45e308, 0.1, 1e-3};
    const std::array<geometry::TriangleCorners, 3> orders{{{far, p, q}, {p, far, q}, {p, q, far}}};
    Batch batch;
    for (const auto& b : orders) batch.add({a, b});
    for (const auto& b : orders) batch.add({b, a});
    for (const TwoTriangles& pair : batch.pairs) EXPECT_EQ(geometry::meet(pair.a, pair.b), PairKind::crossing);
    EXPECT_EQ(kept_apart(batch), Kept(6, true));
}

}  // namespace
}  // namespace pliant::simd
