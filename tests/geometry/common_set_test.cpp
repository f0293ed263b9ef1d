// What triangles share that do not cross, against exact clipping.
#include "geometry/common_set.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/pair_families.hpp"
#include "oracle/triangle_oracle.hpp"

namespace pliant::geometry {
namespace {

/// The oracle computes with integers: coordinates times a power of two.
double scale_of(const oracle::CommonSet<mpz_class>& set, const TriangleCorners& a) {
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (a[i][k] != 0) return mpz_class(set.corners[i][k]).get_d() / a[i][k];
        }
    }
    return 1;
}

template <class Make>
void expect_as_by_clipping(std::uint64_t test, const Make& make) {
    int met = 0;
    for (const std::uint64_t seed : oracle::seeds(test, 4000)) {
        oracle::Random random(seed);
        const oracle::TwoTriangles pair = make(random);
        if (collinear(pair.a[0], pair.a[1], pair.a[2]) || collinear(pair.b[0], pair.b[1], pair.b[2])) continue;
        const std::optional<PairKind> kind = meet(pair.a, pair.b);
        if (!kind || *kind == PairKind::crossing) continue;
        ++met;
        const auto expected = oracle::common_set<mpz_class>(pair.a, pair.b);
        const CommonSet found = common_set(pair.a, pair.b);
        const int dimension = oracle::dimension(expected.points);
        const double scale = scale_of(expected, pair.a);
        ASSERT_EQ(found.count, dimension < 2 ? std::size_t(dimension + 1) : expected.points.size()) << seed;
        for (std::size_t i = 0; i < found.count; ++i) {
            bool near = false;
            for (const auto& p : expected.points) {
                double most = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    most = std::max(most, std::abs(mpq_class(p[k], p[3]).get_d() / scale - found.corners[i][k]));
                }
                near |= most < 1e-12;
            }
            ASSERT_TRUE(near) << seed;
        }
        ASSERT_EQ(found.area > 0, dimension == 2) << seed;
    }
    EXPECT_GT(met, oracle::cases(4000) / 50);
}

TEST(CommonSets, AreThoseOfExactClipping) {
    expect_as_by_clipping(930, oracle::grid_pair<2>);
    expect_as_by_clipping(931, oracle::grid_pair<4>);
    expect_as_by_clipping(932, oracle::axis_plane_pair);
}

}  // namespace
}  // namespace pliant::geometry
