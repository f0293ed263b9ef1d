// The filters are proofs: whatever they reject does not meet by the exact test, on random, degenerate and extreme
// pairs; and they are worth their while: most pairs that do not meet are rejected. On every vector target, with equal
// results.
#include "narrow_phase/neighbour_filters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "detect/regularity/triangle_planes.hpp"
#include "each_target.hpp"
#include "geometry/pair_families.hpp"
#include "narrow_phase/crossings.hpp"
#include "narrow_phase/plane_filter.hpp"
#include "numeric/orientation.hpp"
#include "test_vertices.hpp"

namespace pliant::narrow_phase {

using namespace broad_phase;
using namespace regularity;
using namespace simd;
namespace {

using geometry::TriangleCorners;
using oracle::Random;
using oracle::TwoTriangles;

struct Family {
    const char* name;
    TwoTriangles (*make)(Random&);
    bool floats;  // every coordinate is one
};

constexpr Family families[] = {
    {"uniform", oracle::uniform_pair, false},
    {"float", oracle::float_pair, true},
    {"grid", oracle::any_grid_pair, true},
    {"axis_plane", oracle::axis_plane_pair, false},
    {"lattice", oracle::lattice_pair, false},
    {"almost_touching", oracle::almost_touching_pair, false},
    {"crossed_edges", oracle::crossed_edges_pair, false},
    {"nudged", oracle::nudged_pair, false},
    {"needle", oracle::needle_pair, false},
    {"stretched", oracle::stretched_pair, false},
    {"far_scale", oracle::far_scale_pair, false},
    {"extreme", oracle::extreme_pair, false},
};

bool degenerate(const TriangleCorners& t) { return collinear(t[0], t[1], t[2]); }

/// Pairs that share their first corners, as vertices with numbers: corner k of a is 6 i + k, of b 6 i + 3 + k.
struct Batch {
    std::vector<TwoTriangles> pairs;
    TestVertices vertices;
};

Batch batch(const Family& family, int shared, int count, std::uint64_t seed) {
    Batch result;
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        const TwoTriangles pair = oracle::reordered(random, shared, oracle::sharing(shared, family.make(random)));
        if (degenerate(pair.a) || degenerate(pair.b)) continue;
        for (const Vec3& p : pair.a) result.vertices.add(p);
        for (const Vec3& p : pair.b) result.vertices.add(p);
        result.pairs.push_back(pair);
    }
    return result;
}

std::vector<std::uint32_t> kept_unconnected(const Batch& b, bool in_floats) {
    std::vector<std::uint32_t> corners(6 * b.pairs.size());
    for (std::uint32_t i = 0; i < corners.size(); ++i) corners[i] = i;
    std::vector<Pair> candidates;
    for (std::uint32_t i = 0; i < b.pairs.size(); ++i) candidates.push_back({2 * i, 2 * i + 1});
    const std::size_t kept = keep_possibly_meeting(b.vertices.as(in_floats), corners.data(), candidates);
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < kept; ++i) result.push_back(candidates[i].a / 2);
    return result;
}

std::vector<std::uint32_t> kept_around_vertex(const Batch& b, bool in_floats) {
    std::vector<VertexNeighbours> neighbours;
    for (std::uint32_t i = 0; i < 6 * b.pairs.size(); i += 6) neighbours.push_back({i, i + 1, i + 2, i + 4, i + 5});
    std::vector<std::uint32_t> kept(neighbours.size());
    kept.resize(possibly_meeting_beyond_vertex(b.vertices.as(in_floats), neighbours, kept.data()));
    return kept;
}

std::vector<std::uint32_t> kept_around_edge(const Batch& b, bool in_floats) {
    std::vector<EdgeNeighbours> neighbours;
    for (std::uint32_t i = 0; i < 6 * b.pairs.size(); i += 6) neighbours.push_back({i, i + 1, i + 2, i + 5});
    std::vector<std::uint32_t> kept(neighbours.size());
    kept.resize(possibly_meeting_beyond_edge(b.vertices.as(in_floats), neighbours, kept.data()));
    return kept;
}

/// A filter and the exact test that it spares.
struct Filter {
    const char* name;
    int shared;
    std::vector<std::uint32_t> (*kept)(const Batch&, bool in_floats);
    std::optional<PairKind> (*meet)(const TriangleCorners&, const TriangleCorners&);
    int least_percent;  // of generic pairs that do not meet, rejected
};

constexpr Filter filters[] = {
    {"unconnected", 0, kept_unconnected, geometry::meet, 75},
    {"vertex", 1, kept_around_vertex, geometry::meet_beyond_vertex, 99},
    {"edge", 2, kept_around_edge, geometry::meet_beyond_edge, 99},
};

class PairFilters : public testing::TestWithParam<Filter> {
protected:
    const Filter& filter = GetParam();

    /// Rejected and missed pairs of a batch, given the indices that were kept.
    void expect_sound(const Batch& b, const std::vector<std::uint32_t>& kept) const {
        auto next = kept.begin();
        for (std::uint32_t i = 0; i < b.pairs.size(); ++i) {
            if (next != kept.end() && *next == i) {
                ++next;
            } else {
                ASSERT_FALSE(filter.meet(b.pairs[i].a, b.pairs[i].b)) << "pair " << i;
            }
        }
        EXPECT_EQ(next, kept.end());  // ascending, each once
    }
};

TEST_P(PairFilters, RejectNoPairThatMeets) {
    for (const Family& family : families) {
        SCOPED_TRACE(family.name);
        const std::uint64_t seed = oracle::first_seed(231);
        const Batch b = batch(family, filter.shared, oracle::cases(60'000), seed);
        std::vector<std::uint32_t> first;
        const int targets = on_each_target([&](const std::string& target) {
            const std::vector<std::uint32_t> kept = filter.kept(b, false);
            if (first.empty()) {
                first = kept;
                expect_sound(b, kept);
            }
            EXPECT_EQ(kept, first) << "as on another target than " << target;
            if (family.floats) {
                EXPECT_EQ(filter.kept(b, true), first) << "floats, " << target;
            }
        });
        EXPECT_GE(targets, 1);
        if (HasFailure()) return;
    }
}

TEST_P(PairFilters, RejectMostPairsThatDoNotMeet) {
    const Batch b = batch(families[0], filter.shared, 50'000, oracle::first_seed(232));
    std::size_t apart = 0;
    for (const TwoTriangles& pair : b.pairs) apart += filter.meet(pair.a, pair.b) ? 0 : 1;
    const std::size_t rejected = b.pairs.size() - filter.kept(b, false).size();
    EXPECT_GT(rejected * 100, apart * static_cast<std::size_t>(filter.least_percent)) << rejected << " of " << apart;
    EXPECT_LT(apart, b.pairs.size() + 1);
    RecordProperty("rejected_percent", static_cast<int>(rejected * 100 / apart));
}

TEST_P(PairFilters, KeepNothingOfNothing) { EXPECT_TRUE(filter.kept({}, false).empty()); }

/// The last lanes of a vector repeat the last pair; none of them may be counted twice or lost.
TEST_P(PairFilters, EveryBatchLengthIsTheSame) {
    const Batch all = batch(families[2], filter.shared, 40, oracle::first_seed(233));
    const std::vector<std::uint32_t> kept = filter.kept(all, false);
    on_each_target([&](const std::string&) {
        for (std::uint32_t length = 1; length < all.pairs.size(); ++length) {
            Batch part = all;
            part.pairs.resize(length);
            std::vector<std::uint32_t> expected;
            for (const std::uint32_t i : kept) {
                if (i < length) expected.push_back(i);
            }
            EXPECT_EQ(filter.kept(part, false), expected) << length;
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Filters, PairFilters, testing::ValuesIn(filters),
                         [](const auto& filter) { return std::string(filter.param.name); });

enum class Verdict { apart, open, touching, crossing };

using FindCrossings = Crossings (*)(const Vertices&, const std::uint32_t*, std::span<const Pair>, const CrossingLists&);

constexpr FindCrossings find_crossings_of_triangles = find_crossings;

Crossings find_crossings_of_slots(const Vertices& vertices, const std::uint32_t* corners,
                                  std::span<const Pair> candidates, const CrossingLists& out) {
    std::vector<CornerBlock> blocks(2 * candidates.size() / block_size + 1);
    for (std::size_t slot = 0; slot < 2 * candidates.size(); ++slot) {
        for (std::size_t k = 0; k < 3; ++k) {
            blocks[slot / block_size].vertex[k][slot % block_size] = corners[3 * slot + k];
        }
    }
    return find_crossings(vertices, blocks.data(), blocks.data(), candidates, out);
}

std::vector<Verdict> verdicts_of(const Batch& b, bool in_floats, FindCrossings find = find_crossings_of_triangles) {
    std::vector<std::uint32_t> corners(6 * b.pairs.size());
    for (std::uint32_t i = 0; i < corners.size(); ++i) corners[i] = i;
    std::vector<Pair> candidates;
    for (std::uint32_t i = 0; i < b.pairs.size(); ++i) candidates.push_back({2 * i, 2 * i + 1});
    std::vector<Pair> crossing(candidates.size()), touching(candidates.size()), open(candidates.size());
    const Crossings found =
        find(b.vertices.as(in_floats), corners.data(), candidates, {crossing.data(), touching.data(), open.data()});
    std::vector<Verdict> verdicts(candidates.size(), Verdict::apart);
    for (std::size_t i = 0; i < found.touching; ++i) verdicts[touching[i].a / 2] = Verdict::touching;
    for (std::size_t i = 0; i < found.open; ++i) verdicts[open[i].a / 2] = Verdict::open;
    for (std::size_t i = 0; i < found.crossing; ++i) verdicts[crossing[i].a / 2] = Verdict::crossing;
    return verdicts;
}

void expect_right(const Batch& b, const std::vector<Verdict>& verdicts) {
    for (std::size_t i = 0; i < b.pairs.size(); ++i) {
        if (verdicts[i] == Verdict::open) continue;
        const auto kind = geometry::meet(b.pairs[i].a, b.pairs[i].b);
        ASSERT_EQ(kind.has_value(), verdicts[i] != Verdict::apart) << "pair " << i;
        if (kind) {
            ASSERT_EQ(*kind, verdicts[i] == Verdict::touching ? PairKind::touching : PairKind::crossing)
                << "pair " << i;
        }
    }
}

TEST(Crossings, AreCrossingsByTheExactTestAndWhatIsApartIsApart) {
    for (const Family& family : families) {
        SCOPED_TRACE(family.name);
        const Batch b = batch(family, 0, oracle::cases(40'000), oracle::first_seed(234));
        std::vector<Verdict> first, first_of_floats;
        on_each_target([&](const std::string& target) {
            const std::vector<Verdict> verdicts = verdicts_of(b, false);
            if (first.empty()) first = verdicts;
            EXPECT_EQ(verdicts, first) << "as on another target than " << target;
            EXPECT_EQ(verdicts_of(b, false, find_crossings_of_slots), first) << "slots, " << target;
            if (!family.floats) return;
            EXPECT_EQ(verdicts_of(b, true, find_close_crossings), first) << "floats, " << target;
            const std::vector<Verdict> of_floats = verdicts_of(b, true);
            if (first_of_floats.empty()) first_of_floats = of_floats;
            EXPECT_EQ(of_floats, first_of_floats) << "as on another target than " << target;
        });
        expect_right(b, first);
        if (family.floats) expect_right(b, first_of_floats);
    }
}

TEST(Crossings, OfGenericPairsNearlyAllAreDecided) {
    const Batch b = batch(families[0], 0, 50'000, oracle::first_seed(235));
    const std::vector<Verdict> verdicts = verdicts_of(b, false);
    const auto count = [&](Verdict v) { return std::count(verdicts.begin(), verdicts.end(), v); };
    EXPECT_GT(count(Verdict::crossing), 1000);
    EXPECT_GT(count(Verdict::apart), 1000);
    EXPECT_LT(count(Verdict::open), 50);
    const std::vector<Verdict> of_floats = verdicts_of(batch(families[1], 0, 50'000, oracle::first_seed(236)), true);
    EXPECT_LT(std::count(of_floats.begin(), of_floats.end(), Verdict::open), 2000);
}

/// Edges of two sheets over the same grid pass through one another over its lines: their ends lie in one plane exactly,
/// across an axis or not, and the triangles touch.
TEST(Crossings, OverTheLinesOfAGridNoneIsTooCloseToCall) {
    Random random(oracle::first_seed(238));
    const auto any = [&] { return double(static_cast<float>(random.uniform(-1, 1))); };
    Batch b;
    for (int i = 0; i < 4000; ++i) {
        const double x0 = any(), y0 = any(), x1 = random.chance(50) ? x0 : any(), y1 = any();
        const auto turned = [axis = i % 3](const Vec3& p) {
            return axis == 0 ? p : axis == 1 ? Vec3{p.y, p.z, p.x} : Vec3{p.z, p.x, p.y};
        };
        TwoTriangles pair{{Vec3{x0, y0, any()}, Vec3{x1, y1, any()}, Vec3{any(), any(), any()}},
                          {Vec3{x0, y0, any()}, Vec3{x1, y1, any()}, Vec3{any(), any(), any()}}};
        if (random.chance(50)) std::swap(pair.b[0], pair.b[1]);
        for (Vec3& p : pair.a) p = turned(p);
        for (Vec3& p : pair.b) p = turned(p);
        if (degenerate(pair.a) || degenerate(pair.b)) continue;
        b.pairs.push_back(pair);
        for (const TriangleCorners* t : {&pair.a, &pair.b}) {
            for (const Vec3& p : *t) b.vertices.add(p);
        }
    }
    on_each_target([&](const std::string&) {
        for (const bool in_floats : {true, false}) {
            const std::vector<Verdict> verdicts = verdicts_of(b, in_floats);
            expect_right(b, verdicts);
            EXPECT_GT(std::count(verdicts.begin(), verdicts.end(), Verdict::touching), 300);
            EXPECT_LT(std::count(verdicts.begin(), verdicts.end(), Verdict::open), 100);
        }
    });
}

/// Pairs of a family with their corners rounded to floats, eight at a time: the first triangles in one block, the
/// second ones in another.
struct TwoBlocks {
    std::vector<TwoTriangles> pairs;
    TestVertices vertices;
    CornerBlock a, b;
    float reach = 0;
};

TwoBlocks two_blocks(const Family& family, Random& random) {
    TwoBlocks out;
    float lo = 0, hi = 0;
    const auto put = [&](const TriangleCorners& t, CornerBlock& block) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            block.vertex[corner][out.pairs.size() - 1] = out.vertices.add(t[corner]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                lo = std::min(lo, static_cast<float>(t[corner][axis]));
                hi = std::max(hi, static_cast<float>(t[corner][axis]));
            }
        }
    };
    for (int tries = 0; tries < 100 && out.pairs.size() < block_size; ++tries) {
        TwoTriangles pair = family.make(random);
        for (TriangleCorners* t : {&pair.a, &pair.b}) {
            for (Vec3& p : *t) p = {double(float(p.x)), double(float(p.y)), double(float(p.z))};
        }
        const auto finite = [](const TriangleCorners& t) {
            return std::all_of(t.begin(), t.end(), [](const Vec3& p) { return std::isfinite(p.x + p.y + p.z); });
        };
        if (!finite(pair.a) || !finite(pair.b) || degenerate(pair.a) || degenerate(pair.b)) continue;
        out.pairs.push_back(pair);
        put(pair.a, out.a);
        put(pair.b, out.b);
    }
    out.reach = (hi - lo) * 1.0001f;
    return out;
}

/// Two leaves of eight blocks each, laid out: those that were asked for.
struct TwoLeaves {
    std::vector<TriangleBlock> a{block_size}, b{block_size};

    void lay_out(const TestVertices& vertices, const std::vector<CornerBlock>& corners_a, unsigned wanted_a,
                 const std::vector<CornerBlock>& corners_b, unsigned wanted_b) {
        lay_out_triangles(vertices.floats().floats, {corners_a.data(), a.data(), wanted_a},
                          {corners_b.data(), b.data(), wanted_b});
    }

    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> unproven(
        float reach, Pair leaves, const std::vector<TrianglesOfBlocks>& pairs) const {
        std::size_t number = 0;
        for (const TrianglesOfBlocks& blocks : pairs) number += static_cast<std::size_t>(std::popcount(blocks.bits));
        std::vector<Pair> out(number + Unproven::spare);
        const Unproven found = write_unproven(a.data(), b.data(), reach, leaves, pairs, out.data());
        EXPECT_EQ(found.of, number);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> slots;
        for (std::size_t i = 0; i < found.number; ++i) slots.emplace_back(out[i].a, out[i].b);
        return slots;
    }
};

std::uint64_t left_of(const TwoBlocks& two, std::uint64_t bits) {
    TwoLeaves leaves;
    leaves.lay_out(two.vertices, std::vector(block_size, two.a), 1u << 3, std::vector(block_size, two.b), 1u << 5);
    std::uint64_t left = 0;
    for (const auto& [a, b] : leaves.unproven(two.reach, {0, 0}, {{bits, 8 * 3 + 5}})) {
        const std::uint32_t bit = 8 * (a - 8 * 3) + (b - 8 * 5);
        EXPECT_LT(bit, 64u);
        EXPECT_EQ(left >> bit, 0u) << "not in the order of bits";
        left |= std::uint64_t{1} << bit;
    }
    return left;
}

TEST(Unproven, HoldsEveryPairThatMeetsAndFewThatDoNot) {
    constexpr std::uint64_t everywhere = ~std::uint64_t{0}, diagonal = 0x8040201008040201;
    for (const Family& family : families) {
        SCOPED_TRACE(family.name);
        Random random(oracle::first_seed(237));
        std::vector<TwoBlocks> all;
        for (int i = 0; i < 100; ++i) {
            const TwoBlocks two = two_blocks(family, random);
            if (two.pairs.size() == block_size) all.push_back(two);  // some families are beyond floats
        }
        std::vector<std::uint64_t> first;
        on_each_target([&](const std::string& target) {
            std::vector<std::uint64_t> left;
            for (const TwoBlocks& two : all) left.push_back(left_of(two, everywhere));
            for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(left_of(all[i], diagonal), left[i] & diagonal);
            // Any number of candidates, whole vectors of them or not.
            for (std::size_t count = 1; !all.empty() && count <= 64; ++count) {
                const std::size_t i = count % all.size();
                std::uint64_t some = 0;
                while (static_cast<std::size_t>(std::popcount(some)) < count)
                    some |= std::uint64_t{1} << random.bits() % 64;
                EXPECT_EQ(left_of(all[i], some), left[i] & some) << count;
            }
            if (first.empty()) first = left;
            EXPECT_EQ(left, first) << "as on another target than " << target;
        });
        std::size_t apart = 0, cleared = 0;
        for (std::size_t i = 0; i < 64 * all.size(); ++i) {
            const TwoBlocks& two = all[i / 64];
            const bool meet = geometry::meet(two.pairs[i % 64 / 8].a, two.pairs[i % 8].b).has_value();
            const bool kept = (first[i / 64] >> (i % 64) & 1) != 0;
            ASSERT_TRUE(kept || !meet) << i;
            apart += meet ? 0 : 1;
            cleared += kept ? 0 : 1;
        }
        if (&family == families) {
            EXPECT_GT(2 * cleared, apart) << cleared << " of " << apart;
        }
    }
}

/// Blocks of two leaves, each of a place of its own.
struct Leaves {
    TestVertices vertices;
    std::vector<CornerBlock> a{block_size}, b{block_size};
};

Leaves random_leaves(Random& random) {
    Leaves leaves;
    const auto coordinate = [&] { return double(static_cast<float>(random.uniform(-1, 1))); };
    for (std::vector<CornerBlock>* blocks : {&leaves.a, &leaves.b}) {
        for (std::size_t i = 0; i < 3 * block_size * block_size; ++i) {
            (*blocks)[i / 24].vertex[i % 3][i / 3 % 8] =
                leaves.vertices.add({coordinate(), coordinate(), coordinate()});
        }
    }
    return leaves;
}

TEST(Unproven, IsTheSameForManyBlocksAsForEachByItself) {
    Random random(oracle::first_seed(238));
    const Leaves leaves = random_leaves(random);
    constexpr float reach = 2.01f;
    std::vector<TrianglesOfBlocks> pairs;
    for (std::uint32_t place = 0; place < 64; ++place) {
        std::uint64_t bits = 0;
        const int percent = random.integer(0, 4) * 25;
        for (int bit = 0; bit < 64; ++bit) bits |= std::uint64_t{random.chance(percent)} << bit;
        pairs.push_back({bits, place});
    }
    pairs[9].bits = ~std::uint64_t{0};
    on_each_target([&](const std::string&) {
        TwoLeaves laid_out;
        laid_out.lay_out(leaves.vertices, leaves.a, 0xff, leaves.b, 0xff);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> one_by_one;
        for (const auto& [all, place] : pairs) {
            for (std::uint64_t bits = all; bits != 0; bits &= bits - 1) {
                const auto found = laid_out.unproven(reach, {5, 7}, {{bits & -bits, place}});
                const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
                const std::pair slots{8 * (8 * 5 + place / 8) + bit / 8, 8 * (8 * 7 + place % 8) + bit % 8};
                if (found.empty()) continue;
                ASSERT_EQ(found, std::vector{slots});
                one_by_one.push_back(slots);
            }
        }
        EXPECT_GT(one_by_one.size(), 100u);
        EXPECT_EQ(laid_out.unproven(reach, {5, 7}, pairs), one_by_one);
        EXPECT_TRUE(laid_out.unproven(reach, {5, 7}, {}).empty());
    });
}

TEST(LayOutTriangles, WritesTheBlocksWantedAndNoOthers) {
    Random random(oracle::first_seed(239));
    const Leaves leaves = random_leaves(random);
    const auto as_numbers = [](const TriangleBlock& block) {
        const auto* first = reinterpret_cast<const float*>(&block);
        return std::vector<float>(first, first + sizeof(TriangleBlock) / sizeof(float));
    };
    std::vector<std::vector<float>> first;
    on_each_target([&](const std::string&) {
        for (const auto [wanted_a, wanted_b] : {Pair{0xff, 0xff}, Pair{0x29, 0x12}, Pair{0, 0x80}, Pair{0x44, 0}}) {
            TwoLeaves laid_out;
            for (TriangleBlock& block : laid_out.a) block.length[0] = -1;
            for (TriangleBlock& block : laid_out.b) block.length[0] = -1;
            laid_out.lay_out(leaves.vertices, leaves.a, wanted_a, leaves.b, wanted_b);
            for (std::size_t i = 0; i < 2 * block_size; ++i) {
                const TriangleBlock& block = (i < block_size ? laid_out.a : laid_out.b)[i % block_size];
                const CornerBlock& corners = (i < block_size ? leaves.a : leaves.b)[i % block_size];
                const bool wanted = ((i < block_size ? wanted_a : wanted_b) >> i % block_size & 1) != 0;
                ASSERT_EQ(block.length[0] >= 0, wanted) << i;
                if (!wanted) continue;
                for (std::size_t k = 0; k < 9 * block_size; ++k) {
                    const Vec3 corner = leaves.vertices.at(corners.vertex[k / 24][k % 8]);
                    ASSERT_EQ(block.corner[k / 24][k / 8 % 3][k % 8], static_cast<float>(corner[k / 8 % 3]));
                }
                if (first.size() < 2 * block_size) first.push_back(as_numbers(block));
                ASSERT_EQ(as_numbers(block), first[i]) << "as on another target";
            }
        }
    });
}

/// Differences overflow, and a corner drops out as not a number: the pair is handed on.
TEST(PairFilterRegressions, ADifferenceThatOverflowsIsHandedOn) {
    Batch b;
    b.pairs.push_back({{Vec3{-1.7e308, 0, 0}, Vec3{-1.7e308, 0, 1}, Vec3{-1.6e308, 0, 0}},
                       {Vec3{-1.65e308, 1, 0}, Vec3{1.7e308, -1e300, 0.1}, Vec3{-1.65e308, 1, 0.2}}});
    for (const Vec3& p : b.pairs[0].a) b.vertices.add(p);
    for (const Vec3& p : b.pairs[0].b) b.vertices.add(p);
    ASSERT_TRUE(geometry::meet(b.pairs[0].a, b.pairs[0].b));
    on_each_target([&](const std::string&) {
        EXPECT_EQ(kept_unconnected(b, false).size(), 1u);
        EXPECT_NE(verdicts_of(b, false)[0], Verdict::apart);
    });
}

}  // namespace
}  // namespace pliant::narrow_phase
