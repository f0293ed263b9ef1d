// Filters of vertices and tetrahedra against exact signs and scalar code, on every vector target.
#include "narrow_phase/inside_tests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "each_target.hpp"
#include "geometry/point_tetrahedron.hpp"
#include "numeric/orientation.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::narrow_phase {
namespace {

using broad_phase::block_size;
using broad_phase::Candidates;
using broad_phase::TetrahedronBlock;
using geometry::TetrahedronCorners;
using oracle::Random;

/// Numbers that floats hold, most of them about 1.
struct Family {
    int exponent;         // of the scale
    int spoilt_percent;   // of coordinates that are NaN or infinite
    bool any_magnitudes;  // each coordinate with an exponent of its own
};

constexpr std::array families{Family{0, 0, false},    Family{0, 3, false},   Family{-148, 0, false},
                              Family{-130, 2, false}, Family{-44, 0, false}, Family{42, 0, false},
                              Family{126, 1, false},  Family{0, 1, true}};

double spoilt(Random& random) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    constexpr std::array bad{std::numeric_limits<double>::quiet_NaN(), infinite, -infinite};
    return bad[static_cast<std::size_t>(random.integer(0, 2))];
}

double in_family(Random& random, const Family& family, double number) {
    if (random.chance(family.spoilt_percent)) return spoilt(random);
    const int exponent = family.exponent + (family.any_magnitudes ? random.integer(-120, 120) : 0);
    return static_cast<float>(std::ldexp(number, exponent));
}

/// Corners on a small grid, so that flat tetrahedra and vertices on faces are common, or in general position.
Vec3 any_point(Random& random, const Family& family) {
    const Vec3 p = random.chance(50) ? random.whole(0, 3) : random.in_cube();
    const double x = in_family(random, family, p.x), y = in_family(random, family, p.y);
    return {x, y, in_family(random, family, p.z)};
}

Vec3 as_floats(const Vec3& p) { return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; }

/// A vertex near a tetrahedron: a corner, on an edge or a face, inside, a step of a float beside these, or anywhere.
Vec3 near(Random& random, const TetrahedronCorners& c, const Family& family) {
    const int sort = random.integer(0, 5);
    if (sort == 5) return any_point(random, family);
    std::array<double, 4> weight{};
    for (int i = 0; i < std::max(1, sort); ++i) {
        weight[static_cast<std::size_t>(random.integer(0, 3))] += random.chance(50) ? 0.5 : random.uniform();
    }
    const double sum = weight[0] + weight[1] + weight[2] + weight[3];
    Vec3 p;
    for (std::size_t i = 0; i < 4; ++i) p = p + weight[i] / sum * c[i];
    p = as_floats(p);
    if (random.chance(30)) p.x = std::nextafter(static_cast<float>(p.x), random.chance(50) ? 1e38f : -1e38f);
    return p;
}

bool all_finite(const TetrahedronCorners& c) { return std::all_of(c.begin(), c.end(), pliant::finite); }

/// Blocks of tetrahedra and pairs of a slot and a vertex.
struct Case {
    simd::TestVertices vertices;
    std::vector<TetrahedronBlock> blocks;
    Candidates candidates;

    Case(Random& random, const Family& family) : blocks(static_cast<std::size_t>(random.integer(1, 12))) {
        for (std::size_t slot = 0; slot < slots(); ++slot) {
            for (std::size_t i = 0; i < 4; ++i) {
                blocks[slot / block_size].vertex[i][slot % block_size] = vertices.add(any_point(random, family));
            }
            for (int k = random.integer(0, 4); k > 0; --k) {  // any number, so that the last vector is not full
                candidates.add(static_cast<std::uint32_t>(slot), vertices.add(near(random, corners(slot), family)));
            }
        }
    }

    [[nodiscard]] std::size_t slots() const { return blocks.size() * block_size; }
    [[nodiscard]] std::array<std::uint32_t, 4> ids(std::size_t slot) const {
        const auto& v = blocks[slot / block_size].vertex;
        const std::size_t lane = slot % block_size;
        return {v[0][lane], v[1][lane], v[2][lane], v[3][lane]};
    }
    [[nodiscard]] TetrahedronCorners corners(std::size_t slot) const {
        const auto [a, b, c, d] = ids(slot);
        return {vertices.at(a), vertices.at(b), vertices.at(c), vertices.at(d)};
    }
};

class InsideTests : public testing::TestWithParam<bool> {};

/// A sign that is told is the exact one; where a corner is not finite none is.
TEST_P(InsideTests, TellOnlyTrueSignsOfVolumes) {
    std::size_t positive = 0, negative = 0, flat = 0, left_open = 0, not_finite = 0;
    for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(241), 400)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Case c(random, families[seed % families.size()]);
        std::vector<int> expected;
        for (std::size_t slot = 0; slot < c.slots(); ++slot) {
            const auto t = c.corners(slot);
            expected.push_back(all_finite(t) ? orient3d(t[0], t[1], t[2], t[3]) : 0);
            not_finite += !all_finite(t);
            flat += all_finite(t) && expected.back() == 0;
        }
        simd::on_each_target([&](const std::string&) {
            std::vector<VolumeSigns> signs(c.blocks.size());
            volume_signs(c.vertices.as(GetParam()), c.blocks.data(), 0, c.blocks.size(), signs.data());
            for (std::size_t slot = 0; slot < c.slots(); ++slot) {
                const bool is_positive = (signs[slot / block_size].positive >> slot % block_size & 1) != 0;
                const bool is_negative = (signs[slot / block_size].negative >> slot % block_size & 1) != 0;
                ASSERT_FALSE(is_positive && expected[slot] <= 0) << "slot " << slot;
                ASSERT_FALSE(is_negative && expected[slot] >= 0) << "slot " << slot;
                positive += is_positive;
                negative += is_negative;
                left_open += !is_positive && !is_negative && expected[slot] != 0;
            }
        });
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(positive, 2000u);
    EXPECT_GT(negative, 2000u);
    EXPECT_GT(flat, 500u);
    EXPECT_GT(left_open, 100u);  // the families reach where floating point cannot tell
    EXPECT_GT(not_finite, 200u);
}

TEST_P(InsideTests, TellMostSignsOfTetrahedraAboutOne) {
    Random random(oracle::first_seed(242));
    std::size_t left_open = 0, all = 0;
    for (int i = 0; i < 50; ++i) {
        const Case c(random, families[0]);
        std::vector<VolumeSigns> signs(c.blocks.size());
        volume_signs(c.vertices.as(GetParam()), c.blocks.data(), 0, c.blocks.size(), signs.data());
        for (std::size_t slot = 0; slot < c.slots(); ++slot) {
            const auto t = c.corners(slot);
            if (orient3d(t[0], t[1], t[2], t[3]) == 0) continue;
            ++all;
            const VolumeSigns& own = signs[slot / block_size];
            left_open += ((own.positive | own.negative) >> slot % block_size & 1) == 0;
        }
    }
    EXPECT_GT(all, 1000u);
    EXPECT_LT(left_open, all / 50);
}

/// `yes` is strictly inside, `no` is outside, exactly; on the boundary, or where a coordinate is not finite, is unsure.
/// Every target leaves the same open.
TEST_P(InsideTests, JudgeVerticesWithProof) {
    std::size_t inside = 0, outside = 0, on_boundary = 0, left_open = 0, not_finite = 0;
    for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(243), 400)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Case c(random, families[seed % families.size()]);
        std::vector<Inside> first;
        simd::on_each_target([&](const std::string&) {
            std::vector<Inside> verdicts(c.candidates.size(), Inside::yes);
            judge(c.vertices.as(GetParam()), c.blocks.data(), c.candidates, verdicts.data());
            if (first.empty()) first = verdicts;
            ASSERT_EQ(verdicts, first);
        });
        for (std::size_t i = 0; i < c.candidates.size(); ++i) {
            const auto t = c.corners(c.candidates.slot(i));
            const Vec3 p = c.vertices.at(c.candidates.vertex(i));
            if (!all_finite(t) || !pliant::finite(p)) {
                ++not_finite;
                ASSERT_EQ(first[i], Inside::unsure) << "candidate " << i;
                continue;
            }
            const geometry::Side side = geometry::locate(p, t);
            if (first[i] == Inside::yes) {
                ASSERT_EQ(side, geometry::Side::inside) << "candidate " << i;
            }
            if (first[i] == Inside::no) {
                ASSERT_EQ(side, geometry::Side::outside) << "candidate " << i;
            }
            inside += first[i] == Inside::yes;
            outside += first[i] == Inside::no;
            on_boundary += side == geometry::Side::on_boundary;
            left_open += first[i] == Inside::unsure && side != geometry::Side::on_boundary;
        }
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(inside, 1000u);
    EXPECT_GT(outside, 1000u);
    EXPECT_GT(on_boundary, 1000u);
    EXPECT_GT(left_open, 100u);
    EXPECT_GT(not_finite, 200u);
}

/// Barycentric coordinates are those of the scalar code, bit by bit, of flat tetrahedra and denormals as well.
TEST_P(InsideTests, WeighLikeScalarCode) {
    std::size_t compared = 0, flat = 0;
    for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(244), 300)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Case c(random, families[seed % families.size()]);
        std::vector<std::array<std::uint32_t, 4>> tetrahedra;
        for (std::size_t slot = 0; slot < c.slots(); ++slot) tetrahedra.push_back(c.ids(slot));
        std::vector<VertexInTetrahedron> pairs;
        for (std::size_t i = 0; i < c.candidates.size(); ++i) {
            const bool finite =
                all_finite(c.corners(c.candidates.slot(i))) && pliant::finite(c.vertices.at(c.candidates.vertex(i)));
            if (finite) pairs.push_back({c.candidates.vertex(i), c.candidates.slot(i)});
        }
        if (pairs.empty()) continue;
        std::vector<std::array<double, 4>> expected;
        for (const VertexInTetrahedron& pair : pairs) {
            expected.push_back(geometry::barycentric(c.vertices.at(pair.vertex), c.corners(pair.tetrahedron)));
            flat += expected.back() == std::array{0.25, 0.25, 0.25, 0.25};
        }
        compared += pairs.size();
        simd::on_each_target([&](const std::string&) {
            std::vector<std::array<double, 4>> weights(pairs.size());
            weigh(c.vertices.as(GetParam()), tetrahedra.data(), pairs.data(), pairs.size(), weights.data());
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    const bool both_nan = std::isnan(weights[i][k]) && std::isnan(expected[i][k]);
                    ASSERT_TRUE(both_nan || std::bit_cast<std::uint64_t>(weights[i][k]) ==
                                                std::bit_cast<std::uint64_t>(expected[i][k]))
                        << "pair " << i << ": " << weights[i][k] << " and " << expected[i][k];
                }
            }
        });
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(compared, 5000u);
    EXPECT_GT(flat, 200u);
}

INSTANTIATE_TEST_SUITE_P(Numbers, InsideTests, testing::Bool(),
                         [](const auto& floats) { return std::string(floats.param ? "floats" : "doubles"); });

}  // namespace
}  // namespace pliant::narrow_phase
