// Bounds of leaves against plain scalar code.
#include "detect/regularity/leaf_bounds.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "detect/regularity/directions.hpp"
#include "detect/regularity/strip_table.hpp"
#include "each_target.hpp"
#include "numeric/box.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::regularity {

using namespace simd;
namespace {

using oracle::Random;

using regularity::LeafStrips;
using regularity::StripTable;

/// Leaves as strips, with the triangles that they stand for.
struct Leaves {
    TestVertices vertices;
    std::vector<LeafStrips> strips;
    std::vector<ContourSamples> samples;
    std::vector<std::vector<std::array<std::uint32_t, 3>>> triangles;

    /// Zigzags side by side over a plane, as high as `height` says, of so many windows; where there are
    /// several, the last one of the last strip repeats a vertex.
    template <class Height>
    void add(std::uint16_t windows, const Height& height) {
        const auto first = static_cast<std::uint32_t>(vertices.size());
        const std::size_t columns = (windows + 3u) / 2;
        for (std::size_t row = 0; row <= strips_per_leaf; ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                const float x = static_cast<float>(column), y = static_cast<float>(row);
                vertices.add({x, y, height(x, y)});
            }
        }
        const auto corner = [&](std::size_t column, std::size_t row) {
            return first + static_cast<std::uint32_t>(row * columns + column);
        };
        // The other way round: facing down, as the triangles do.
        samples.push_back(
            {corner(0, 0), corner(0, strips_per_leaf), corner(columns - 1, strips_per_leaf), corner(columns - 1, 0)});
        LeafStrips& leaf = strips.emplace_back();
        leaf.windows = windows;
        auto& made = triangles.emplace_back();
        const auto repeats = [&](std::size_t i, std::size_t strip) {
            return windows > 1 && strip + 1 == strips_per_leaf && i == windows + 1u;
        };
        const auto vertex = [&](std::size_t i, std::size_t strip) {
            if (repeats(i, strip)) --i;
            return corner(i / 2, strip + i % 2);
        };
        for (std::size_t i = 0; i < windows + 2u; ++i) {
            for (std::size_t strip = 0; strip < strips_per_leaf; ++strip) {
                const std::uint32_t v = vertex(i, strip);
                leaf.vertices.push_back(v);
                if (i < 2 || repeats(i, strip)) continue;
                const std::uint32_t a = vertex(i - 2, strip), b = vertex(i - 1, strip);
                made.push_back(i % 2 == 0 ? std::array{a, b, v} : std::array{b, a, v});
            }
            if (i >= 2) leaf.turns.push_back(i % 2 == 0 ? 0xff : 0);
        }
        leaf.triangles = static_cast<std::uint32_t>(made.size());
    }
};

struct Found {
    std::vector<RegionBounds> bounds;
    std::vector<std::uint8_t> suspicious;
};

/// Into places in reverse order. With directions of leaves' own, leaf i has number i % 3 of them, or none.
Found bounds_of(const Leaves& leaves, bool in_floats, const std::array<Direction, 2>* own = nullptr) {
    StripTable table;
    table.add(leaves.strips, leaves.samples);
    const std::size_t count = table.size();
    Found found{std::vector<RegionBounds>(count), std::vector<std::uint8_t>(count, 2)};
    std::vector<std::uint32_t> places(count);
    for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<std::uint32_t>(count - 1 - i);
    std::vector<std::uint8_t> axes(count, OwnAxes::none);
    for (std::size_t i = 0; i < count && own != nullptr; ++i) {
        if (i % 3 < 2) axes[i] = static_cast<std::uint8_t>(i % 3);
    }
    leaf_bounds(leaves.vertices.as(in_floats), table.shapes(0), count, table.slots(0),
                {axes.data(), own == nullptr ? nullptr : own->data()}, regularity::direction_samples(),
                found.bounds.data(), places.data(), found.suspicious.data());
    std::reverse(found.bounds.begin(), found.bounds.end());
    return found;
}

bool same_bytes(const Found& a, const Found& b) {
    return std::memcmp(a.bounds.data(), b.bounds.data(), a.bounds.size() * sizeof(RegionBounds)) == 0 &&
           a.suspicious == b.suspicious;
}

/// Some leaves with a vertex that lies far from the others in memory.
Leaves with_far_vertices(Leaves leaves) {
    while (leaves.vertices.size() < 40000) leaves.vertices.add({0, 0, 0});
    for (std::size_t i = 0; i < leaves.strips.size(); ++i) {
        if (i % 3 == 0) continue;
        const std::uint32_t vertex = leaves.strips[i].vertices.front();
        const auto copy = static_cast<std::uint32_t>(leaves.vertices.size());
        const Vec3 at = leaves.vertices.at(vertex);
        leaves.vertices.add({static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)});
        std::replace(leaves.strips[i].vertices.begin(), leaves.strips[i].vertices.end(), vertex, copy);
    }
    return leaves;
}

Vec3 normal_of(const Leaves& leaves, const std::array<std::uint32_t, 3>& t) {
    const Vec3 a = leaves.vertices.at(t[0]);
    return cross(leaves.vertices.at(t[1]) - a, leaves.vertices.at(t[2]) - a);
}

bool has(const DirectionSet& set, std::size_t number) { return set.contains(number); }

/// Every direction of the set is one along which all triangles face.
void expect_common(const Leaves& leaves, std::size_t leaf, const DirectionSet& set) {
    for (std::size_t number = 0; number < 2 * regularity::half_the_directions; ++number) {
        if (!has(set, number)) continue;
        const auto& [x, y, z] = regularity::direction(number).along;
        for (const auto& t : leaves.triangles[leaf]) {
            EXPECT_GT(dot(normal_of(leaves, t), Vec3(x, y, z)), 0) << "leaf " << leaf << ", direction " << number;
        }
    }
}

void expect_box(const Leaves& leaves, std::size_t leaf, const RegionBounds& bounds, bool in_floats) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double least = infinity, most = -infinity;
        for (const auto& t : leaves.triangles[leaf]) {
            for (const std::uint32_t v : t) {
                least = std::min(least, leaves.vertices.at(v)[axis]);
                most = std::max(most, leaves.vertices.at(v)[axis]);
            }
        }
        EXPECT_EQ(bounds.lo[axis], in_floats ? static_cast<float>(least) : lower_float(least));
        EXPECT_EQ(bounds.hi[axis], in_floats ? static_cast<float>(most) : upper_float(most));
    }
}

/// From flat to too rough for a common direction. Their number is not one of whole vectors.
Leaves some_leaves() {
    Random random(oracle::first_seed(41));
    Leaves leaves;
    for (int i = 0; i < 29; ++i) {
        const double rough = i == 0 ? 0 : 0.02 * (i / 2 * 2);
        leaves.add(static_cast<std::uint16_t>(1 + i % 8), [&](float x, float y) {
            return static_cast<float>(0.3 * x - 0.1 * y + rough * random.uniform(-1, 1));
        });
    }
    return leaves;
}

TEST(LeafBounds, HoldForEveryTriangleOnEveryTarget) {
    const Leaves leaves = some_leaves(), far_leaves = with_far_vertices(leaves);
    for (const bool in_floats : {true, false}) {
        Found first;
        on_each_target([&](const std::string&) {
            const Found found = bounds_of(leaves, in_floats);
            if (first.bounds.empty()) first = found;
            EXPECT_TRUE(same_bytes(found, first));
            EXPECT_TRUE(same_bytes(found, bounds_of(far_leaves, in_floats)));
            for (std::size_t leaf = 0; leaf < leaves.strips.size(); ++leaf) {
                EXPECT_EQ(found.suspicious[leaf], 0);
                expect_box(leaves, leaf, found.bounds[leaf], in_floats);
                expect_common(leaves, leaf, found.bounds[leaf].directions);
            }
        });
        // A flat leaf faces along nearly half of all directions; rough ones along fewer.
        const auto size_of = [&](std::size_t leaf) {
            std::size_t size = 0;
            for (std::size_t k = 0; k < 2 * regularity::half_the_directions; ++k) {
                size += has(first.bounds[leaf].directions, k) ? 1 : 0;
            }
            return size;
        };
        EXPECT_GT(size_of(0), regularity::half_the_directions - 20);
        EXPECT_GT(size_of(7), 10u);
        EXPECT_LT(size_of(28), size_of(7));
    }
}

// Of what contour samples enclose, only a good guess at the middle of the normals is made.
TEST(LeafBounds, HoldWhateverTheRimIs) {
    Random random(oracle::first_seed(44));
    Leaves leaves = some_leaves();
    for (ContourSamples& own : leaves.samples) {
        for (std::uint32_t& vertex : own) vertex = static_cast<std::uint32_t>(random.bits() % leaves.vertices.size());
    }
    leaves.samples[0].fill(leaves.strips[0].vertices[0]);
    on_each_target([&](const std::string&) {
        for (const bool in_floats : {true, false}) {
            const Found found = bounds_of(leaves, in_floats);
            EXPECT_TRUE(found.bounds[0].directions.empty());
            std::size_t with_some = 0;
            for (std::size_t leaf = 0; leaf < leaves.strips.size(); ++leaf) {
                EXPECT_EQ(found.suspicious[leaf], 0);
                expect_box(leaves, leaf, found.bounds[leaf], in_floats);
                expect_common(leaves, leaf, found.bounds[leaf].directions);
                with_some += found.bounds[leaf].directions.empty() ? 0 : 1;
            }
            EXPECT_GT(with_some, 5u);
        }
    });
}

/// One strip of a few triangles, all that the leaf has.
void add_strip(Leaves& leaves, const std::vector<Vec3>& points) {
    const auto windows = static_cast<std::uint32_t>(points.size() - 2);
    LeafStrips& leaf = leaves.strips.emplace_back();
    auto& made = leaves.triangles.emplace_back();
    leaf.windows = leaf.triangles = windows;
    std::vector<std::uint32_t> v;
    for (const Vec3& p : points) v.push_back(leaves.vertices.add(p));
    for (std::size_t i = 0; i < v.size(); ++i) {
        leaf.vertices.push_back(v[i]);
        leaf.vertices.insert(leaf.vertices.end(), strips_per_leaf - 1, v[0]);
        if (i < 2) continue;
        made.push_back(i % 2 == 0 ? std::array{v[i - 2], v[i - 1], v[i]} : std::array{v[i - 1], v[i - 2], v[i]});
        leaf.turns.push_back(i % 2 == 0 ? 0xff : 0);
    }
    leaves.samples.push_back({v[0], v[0], v[1], v[2]});
}

/// The sign of what a triangle faces along a direction, exactly.
int facing(const Leaves& leaves, const std::array<std::uint32_t, 3>& t, const Vec3& along) {
    std::array<std::array<mpq_class, 3>, 2> edge;
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            edge[i][k] = mpq_class(leaves.vertices.at(t[i + 1])[k]) - mpq_class(leaves.vertices.at(t[0])[k]);
        }
    }
    mpq_class total = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
        total += (edge[0][p] * edge[1][q] - edge[0][q] * edge[1][p]) * mpq_class(along[k]);
    }
    return sgn(total);
}

/// Leaves of a few triangles, some as thin as rounding.
Leaves thin_leaves(bool in_floats) {
    Random random(oracle::first_seed(45));
    const auto rounded = [&](double x) { return in_floats ? double{static_cast<float>(x)} : x; };
    Leaves leaves;
    for (int i = 0; i < 600; ++i) {
        const double thin = std::pow(10.0, random.uniform(in_floats ? -8 : -17, -3));
        std::array<Vec3, 3> axes;
        for (Vec3& axis : axes) axis = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        std::vector<Vec3> points;
        for (int k = 0; k < 3 + i % 3; ++k) {
            const std::array<double, 3> part{k + random.uniform(0, 0.5), thin * (k % 2 + random.uniform(-0.3, 0.3)),
                                             thin * random.uniform(-0.3, 0.3)};
            const auto coordinate = [&](std::size_t axis) {
                return rounded(axes[0][axis] * part[0] + axes[1][axis] * part[1] + axes[2][axis] * part[2]);
            };
            points.push_back(Vec3(coordinate(0), coordinate(1), coordinate(2)));
        }
        add_strip(leaves, points);
    }
    return leaves;
}

// Across the axes, rounding hides which way a thin triangle faces.
TEST(LeafBounds, HoldForTrianglesAsThinAsRounding) {
    for (const bool in_floats : {true, false}) {
        const Leaves leaves = thin_leaves(in_floats);
        on_each_target([&](const std::string&) {
            const Found found = bounds_of(leaves, in_floats);
            std::size_t certain = 0, with_directions = 0;
            for (std::size_t leaf = 0; leaf < leaves.strips.size(); ++leaf) {
                if (found.suspicious[leaf] != 0) continue;
                ++certain;
                const DirectionSet& set = found.bounds[leaf].directions;
                with_directions += set.empty() ? 0 : 1;
                for (std::size_t number = 0; number < 2 * regularity::half_the_directions; ++number) {
                    if (!has(set, number)) continue;
                    const auto& [x, y, z] = regularity::direction(number).along;
                    for (const auto& t : leaves.triangles[leaf]) {
                        ASSERT_EQ(facing(leaves, t, Vec3(x, y, z)), 1) << "leaf " << leaf << ", direction " << number;
                    }
                }
            }
            EXPECT_GT(certain, 200u);
            EXPECT_LT(certain, 550u);
            EXPECT_GT(with_directions, 100u);
        });
    }
}

// A direction of their own is in the set only where all triangles face it, exactly.
TEST(LeafBounds, HaveOwnDirectionsThatAllTrianglesFace) {
    for (const bool in_floats : {true, false}) {
        const Leaves leaves = thin_leaves(in_floats);
        Random random(oracle::first_seed(46));
        std::array<std::array<Direction, 2>, 8> choices;
        for (auto& own : choices) {
            for (Direction& direction : own) {
                direction = direction_along({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
            }
        }
        std::vector<Found> first;
        on_each_target([&](const std::string&) {
            std::size_t faced = 0, not_faced = 0;
            for (std::size_t choice = 0; choice < choices.size(); ++choice) {
                const Found found = bounds_of(leaves, in_floats, &choices[choice]);
                if (first.size() == choice) first.push_back(found);
                EXPECT_TRUE(same_bytes(found, first[choice]));
                for (std::size_t leaf = 0; leaf < leaves.strips.size(); ++leaf) {
                    if (leaf % 3 == 2 || found.suspicious[leaf] != 0) continue;
                    const bool has_own = found.bounds[leaf].directions.contains(sampled_directions + leaf % 3);
                    ++(has_own ? faced : not_faced);
                    if (!has_own) continue;
                    const auto& [x, y, z] = choices[choice][leaf % 3].along;
                    for (const auto& t : leaves.triangles[leaf]) ASSERT_EQ(facing(leaves, t, Vec3(x, y, z)), 1);
                }
            }
            EXPECT_GT(faced, 500u);
            EXPECT_GT(not_faced, 500u);
        });
    }
}

// Zigzags with slopes of up to 80 degrees, about an axis that is none of the samples.
TEST(LeafBounds, FaceTheirOwnDirectionHoweverSteepTheyAre) {
    Leaves leaves;
    for (int i = 0; i < 30; ++i) {
        const double slope = 5.6 * i / 29;
        leaves.add(static_cast<std::uint16_t>(1 + i % 8), [&](float x, float y) {
            return static_cast<float>(0.11 * x + 0.07 * y + (static_cast<int>(x) % 2 == 0 ? slope / 2 : -slope / 2));
        });
    }
    const std::array<Direction, 2> own{direction_along({0.11, 0.07, -1}), direction_along({0.11, 0.07, 1})};
    on_each_target([&](const std::string&) {
        for (const bool in_floats : {true, false}) {
            const Found found = bounds_of(leaves, in_floats, &own);
            for (std::size_t leaf = 0; leaf < leaves.strips.size(); ++leaf) {
                const DirectionSet& set = found.bounds[leaf].directions;
                EXPECT_EQ(set.contains(sampled_directions), leaf % 3 == 0) << leaf;
                EXPECT_FALSE(set.contains(sampled_directions + 1)) << leaf;
                expect_common(leaves, leaf, set);
            }
        }
    });
}

// Its normal is infinite, but not "not a number".
TEST(LeafBounds, TellWhereACoordinateIsInfinite) {
    on_each_target([](const std::string&) {
        for (const bool in_floats : {true, false}) {
            Leaves leaves;
            add_strip(leaves, {{0, 0, 0}, {1, 1, 1}, {std::numeric_limits<double>::infinity(), 2, 3}});
            add_strip(leaves, {{0, 0, 0}, {1, 1, 1}, {1, 2, 3}});
            EXPECT_EQ(bounds_of(leaves, in_floats).suspicious, (std::vector<std::uint8_t>{1, 0}));
        }
    });
}

TEST(LeafBounds, TellWhereATriangleMayHaveNoArea) {
    on_each_target([](const std::string&) {
        for (const bool in_floats : {true, false}) {
            Leaves leaves;
            const auto flat = [](float, float) { return 0.0f; };
            constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
            leaves.add(5, flat);
            leaves.add(5, [](float x, float) { return x == 1 ? not_a_number : 0; });
            leaves.add(5, flat);
            // One triangle fewer than are said to be there.
            leaves.strips[2].triangles += 1;
            leaves.add(5, flat);
            EXPECT_EQ(bounds_of(leaves, in_floats).suspicious, (std::vector<std::uint8_t>{0, 1, 1, 0}));
        }
    });
}

TEST(LeafBounds, HaveNoDirectionWhereNumbersAreTooLarge) {
    on_each_target([](const std::string&) {
        Leaves leaves;
        leaves.add(4, [](float x, float) { return x == 1 ? 1e18f : -1e18f; });
        leaves.add(4, [](float, float) { return 1e18f; });
        const Found found = bounds_of(leaves, true);
        EXPECT_TRUE(found.bounds[0].directions.empty());
        EXPECT_FALSE(found.bounds[1].directions.empty());
    });
}

}  // namespace
}  // namespace pliant::regularity
