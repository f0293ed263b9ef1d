// A fan that is not reported as irregular has no two triangles that meet beyond what they share.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "each_target.hpp"
#include "geometry/triangle_pair.hpp"
#include "narrow_phase/neighbour_filters.hpp"
#include "numeric/orientation.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::narrow_phase {

using namespace simd;
namespace {

using geometry::TriangleCorners;
using oracle::Random;

struct Shape {
    Vec3 apex;
    std::vector<Vec3> ring;  // of a closed fan without its first leg again
    bool closed = true;
};

std::uint32_t wedges(const Shape& s) { return static_cast<std::uint32_t>(s.ring.size() - (s.closed ? 0 : 1)); }

TriangleCorners wedge(const Shape& s, std::size_t i) { return {s.apex, s.ring[i], s.ring[(i + 1) % s.ring.size()]}; }

/// Legs at `turns` full turns about the z axis in all, each at its own radius and height.
template <class Radius, class Height>
Shape around(std::size_t legs, double turns, bool closed, const Radius& radius, const Height& height) {
    Shape s;
    s.closed = closed;
    for (std::size_t i = 0; i < legs; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(closed ? legs : legs - 1);
        const double angle = 2 * std::numbers::pi * turns * part, r = radius(part);
        s.ring.emplace_back(r * std::cos(angle), r * std::sin(angle), height(part));
    }
    return s;
}

std::size_t some_legs(Random& random) {
    return static_cast<std::size_t>(random.chance(70) ? random.integer(3, 9) : random.integer(10, 64));
}

Shape flat(Random& random) {
    return around(
        some_legs(random), 1, true, [&](double) { return random.uniform(0.2, 2); }, [](double) { return 0.0; });
}

Shape cone(Random& random) {
    const double steep = random.uniform(-3, 3);
    return around(
        some_legs(random), 1, true, [&](double) { return random.uniform(0.5, 1); }, [&](double) { return steep; });
}

/// Up and down around the apex: seen from above side by side, however steep.
Shape saddle(Random& random) {
    const double waves = random.integer(1, 3), high = random.uniform(0, 4);
    return around(
        some_legs(random), 1, true, [](double) { return 1.0; },
        [&](double part) { return high * std::sin(2 * std::numbers::pi * waves * part); });
}

/// A boundary: less than a full turn, nearly one, exactly one (the last leg lies on the first), or more.
Shape open_fan(Random& random) {
    constexpr std::array turns{0.25, 0.5, 0.75, 0.95, 1.0, 1.05, 1.5, 2.0};
    const bool in_plane = random.chance(50);
    return around(
        some_legs(random), turns[static_cast<std::size_t>(random.integer(0, 7))], false,
        [&](double) { return random.uniform(0.5, 1); },
        [&](double) { return in_plane ? 0.0 : random.uniform(-0.5, 0.5); });
}

/// More than 360 degrees around the apex: the wedges overlap as seen from above, though every one runs the same way.
Shape wound(Random& random) {
    const std::size_t legs = 5 + some_legs(random) % 60;
    const double high = random.chance(50) ? 0.0 : random.uniform(0, 0.5);
    return around(
        legs, 2 + random.integer(0, 1), true, [&](double) { return random.uniform(0.5, 1); },
        [&](double part) { return high * std::sin(2 * std::numbers::pi * part); });
}

Shape on_grid(Random& random) {
    Shape s;
    s.closed = random.chance(70);
    s.apex = random.on_grid(2);
    const int legs = random.integer(s.closed ? 3 : 2, 7);
    for (int i = 0; i < legs; ++i) s.ring.push_back(random.on_grid(2));
    return s;
}

Shape anything(Random& random) {
    Shape s;
    s.closed = random.chance(70);
    const int legs = random.integer(s.closed ? 3 : 2, 8);
    for (int i = 0; i < legs; ++i) s.ring.push_back(random.in_cube());
    return s;
}

/// A flat or curved fan with one leg swung over its neighbours: a fold.
Shape folded(Random& random) {
    Shape s = random.chance(50) ? flat(random) : cone(random);
    const auto at = static_cast<std::size_t>(random.integer(0, static_cast<int>(s.ring.size()) - 1));
    const Vec3 other = s.ring[(at + s.ring.size() / 2) % s.ring.size()];
    s.ring[at] = random.uniform(0.3, 2) * other + 0.01 * random.in_cube();
    return s;
}

/// In a plane, one leg so close to the line of the one before that rounding may take it for being on its other side.
Shape tight(Random& random) {
    constexpr double size = 1 << 22;
    Shape s = around(
        some_legs(random), 1, true, [&](double) { return size * random.uniform(0.5, 1); }, [](double) { return 0.0; });
    for (Vec3& p : s.ring) p = {std::round(p.x), std::round(p.y), 0};
    const auto at = static_cast<std::size_t>(random.integer(1, static_cast<int>(s.ring.size()) - 1));
    const Vec3 close = random.uniform(0.3, 0.9) * s.ring[at - 1];
    s.ring[at] = {std::round(close.x) + random.integer(-1, 1), std::round(close.y) + random.integer(-1, 1), 0};
    return s;
}

/// Any of the others, turned, moved, nudged and scaled.
Shape placed(Random& random, Shape s) {
    const Vec3 x = random.in_cube(), y = random.in_cube(), z = random.in_cube(), shift = 10.0 * random.in_cube();
    const int exponent = random.chance(60) ? 0 : random.integer(-1060, 1010);
    const bool turn = random.chance(50), nudge = random.chance(20);
    const auto place = [&](const Vec3& p) {
        Vec3 q = turn ? p.x * x + p.y * y + p.z * z + shift : p;
        if (nudge) q = random.nudged(q, 2);
        return Vec3{std::ldexp(q.x, exponent), std::ldexp(q.y, exponent), std::ldexp(q.z, exponent)};
    };
    s.apex = place(s.apex);
    for (Vec3& p : s.ring) p = place(p);
    return s;
}

/// Any of the others in floats, turned, moved and scaled.
Shape placed_in_floats(Random& random, Shape s) {
    const Vec3 x = random.in_cube(), y = random.in_cube(), z = random.in_cube(), shift = 10.0 * random.in_cube();
    const int exponent = random.chance(60) ? 0 : random.integer(-150, 120);
    const bool turn = random.chance(50);
    const auto place = [&](const Vec3& p) {
        const Vec3 q = turn ? p.x * x + p.y * y + p.z * z + shift : p;
        const auto rounded = [exponent](double c) { return double(static_cast<float>(std::ldexp(c, exponent))); };
        return Vec3{rounded(q.x), rounded(q.y), rounded(q.z)};
    };
    s.apex = place(s.apex);
    for (Vec3& p : s.ring) p = place(p);
    return s;
}

/// Fans as the kernel takes them.
struct Fans {
    std::vector<Shape> shapes;
    TestVertices vertices;
    std::vector<Fan> fans;
    std::vector<std::uint32_t> ring;

    void add(const Shape& s) {
        Fan fan{vertices.add(s.apex), static_cast<std::uint32_t>(ring.size()), wedges(s), s.closed};
        for (const Vec3& p : s.ring) ring.push_back(vertices.add(p));
        if (s.closed) ring.push_back(ring[fan.first]);
        fans.push_back(fan);
        shapes.push_back(s);
    }

    /// A mark for every fan that was reported.
    [[nodiscard]] std::vector<bool> irregular(bool in_floats = false) const {
        std::vector<std::uint32_t> padded = ring, found(fans.size());
        padded.resize(ring.size() + ring_padding, 0);
        found.resize(irregular_fans(vertices.as(in_floats), fans, padded.data(), found.data()));
        std::vector<bool> marks(fans.size());
        for (const std::uint32_t i : found) marks[i] = true;
        return marks;
    }
};

bool degenerate(const TriangleCorners& t) { return collinear(t[0], t[1], t[2]); }

/// Whether two triangles of a fan meet beyond what they share, by the exact test; or one has no area.
bool meets_itself(const Shape& s) {
    const std::size_t count = wedges(s);
    for (std::size_t i = 0; i < count; ++i) {
        if (degenerate(wedge(s, i))) return true;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto [apex, from, to] = wedge(s, i);
        for (std::size_t k = i + 1; k < count; ++k) {
            const auto [same, from_k, to_k] = wedge(s, k);
            const bool after = k == i + 1, before = s.closed && i == 0 && k == count - 1;
            if (after && geometry::meet_beyond_edge({apex, to, from}, {apex, from_k, to_k})) return true;
            if (before && geometry::meet_beyond_edge({apex, from, to}, {apex, to_k, from_k})) return true;
            if (!after && !before && geometry::meet_beyond_vertex({apex, from, to}, {apex, from_k, to_k})) return true;
        }
    }
    return false;
}

struct Family {
    const char* name;
    Shape (*make)(Random&);
    int least_meeting, most_meeting;  // percent that meet themselves, so that the test cannot pass empty
};

constexpr Family families[] = {
    {"flat", flat, 0, 5},          {"cone", cone, 0, 5},           {"saddle", saddle, 0, 5},
    {"open", open_fan, 20, 80},    {"wound", wound, 60, 100},      {"folded", folded, 15, 100},
    {"on_grid", on_grid, 50, 100}, {"anything", anything, 20, 95}, {"tight", tight, 20, 80},
};

class Fanned : public testing::TestWithParam<Family> {};

void expect_sound(const Fans& fans, bool in_floats) {
    std::vector<bool> first;
    on_each_target([&](const std::string& target) {
        const std::vector<bool> irregular = fans.irregular(in_floats);
        if (first.empty()) first = irregular;
        EXPECT_EQ(irregular, first) << "as on another target than " << target;
    });
    for (std::size_t i = 0; i < fans.fans.size(); ++i) {
        ASSERT_TRUE(first[i] || !meets_itself(fans.shapes[i])) << "fan " << i;
    }
}

TEST_P(Fanned, WhatIsNotReportedDoesNotMeetItself) {
    Random random(oracle::first_seed(251));
    Fans fans;
    for (int i = 0; i < 2000; ++i) fans.add(placed(random, GetParam().make(random)));
    expect_sound(fans, false);
}

TEST_P(Fanned, InFloatsWhatIsNotReportedDoesNotMeetItself) {
    Random random(oracle::first_seed(255));
    Fans fans;
    for (int i = 0; i < 4000; ++i) fans.add(placed_in_floats(random, GetParam().make(random)));
    expect_sound(fans, true);
}

TEST_P(Fanned, MeetThemselvesAsOftenAsMeant) {
    Random random(oracle::first_seed(252));
    int meeting = 0;
    for (int i = 0; i < 1000; ++i) meeting += meets_itself(GetParam().make(random)) ? 1 : 0;
    EXPECT_GE(meeting, 10 * GetParam().least_meeting);
    EXPECT_LE(meeting, 10 * GetParam().most_meeting);
}

INSTANTIATE_TEST_SUITE_P(Families, Fanned, testing::ValuesIn(families),
                         [](const auto& family) { return std::string(family.param.name); });

/// The mean normal leans along the first leg, which rounding then puts off its axis: the last wedge reaches over it.
TEST(LeaningFans, AreReportedWhereTheLastWedgeReachesTheFirst) {
    Shape s;
    s.closed = false;
    s.ring = {{-0x1.b7eb2ap-2, 0x1.2bb2eep-1, 0x1.234f74p-3}, {-0x1.2361dp-2, -0x1.5b7adp-2, -0x1.9cecdp-2},
              {-0x1.318c32p-1, -0x1.2721dcp-1, 0x1.dfeb7p-3}, {-0x1.11564cp-3, -0x1.25d2acp-4, 0x1.04bdc2p-1},
              {0x1.8baf4p-2, 0x1.e883c6p-2, 0x1.5385cep-1},   {0x1.6cf6fap-2, 0x1.66a6aap-2, -0x1.88ab2cp-4},
              {0x1.18bbb4p-2, 0x1.6291acp-3, -0x1.a91a3ep-1}, {-0x1.b7c56cp-2, 0x1.2b9914p-1, 0x1.233616p-3}};
    Fans fans;
    fans.add(s);
    ASSERT_TRUE(meets_itself(s));
    on_each_target([&](const std::string& target) {
        EXPECT_TRUE(fans.irregular(true)[0]) << target;
        EXPECT_TRUE(fans.irregular(false)[0]) << target;
    });
}

/// What meshes mostly consist of is cleared at once.
TEST(RegularFans, AreNotReported) {
    Random random(oracle::first_seed(253));
    Fans fans;
    for (int i = 0; i < 500; ++i) {
        fans.add(flat(random));
        fans.add(cone(random));
        fans.add(saddle(random));
    }
    const std::vector<bool> irregular = fans.irregular();
    const auto reported = std::count(irregular.begin(), irregular.end(), true);
    EXPECT_LT(reported, 60);
    RecordProperty("reported", static_cast<int>(reported));
}

TEST(SpoiltFans, AreAlwaysReported) {
    Random random(oracle::first_seed(254));
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const std::array bad{std::nan(""), infinite, -infinite};
    Fans fans;
    for (int i = 0; i < 2000; ++i) {
        Shape s = random.chance(50) ? flat(random) : cone(random);
        Vec3& p = random.chance(20)
                      ? s.apex
                      : s.ring[static_cast<std::size_t>(random.integer(0, static_cast<int>(s.ring.size()) - 1))];
        const double number = bad[static_cast<std::size_t>(random.integer(0, 2))];
        (random.chance(50) ? p.x : p.z) = number;
        fans.add(s);
    }
    on_each_target([&](const std::string&) {
        for (const bool irregular : fans.irregular()) ASSERT_TRUE(irregular);
    });
}

}  // namespace
}  // namespace pliant::narrow_phase
