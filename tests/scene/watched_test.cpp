// Whoever asks may watch the search, and end it: every question but those that take no time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "shapes/meshes.hpp"

namespace pliant::watched_test {
namespace {

using Position = std::array<double, 3>;

struct Ball {
    explicit Ball(double radius, Position centre = {}) {
        const shapes::Mesh mesh = shapes::icosphere(4);
        triangles = mesh.triangles;
        positions = mesh.positions;
        for (Position& p : positions) {
            for (std::size_t k = 0; k < 3; ++k) p[k] = radius * p[k] + centre[k];
        }
    }

    std::vector<Position> positions;
    std::vector<Triangle> triangles;
};

/// Two balls that overlap, and a small one in the first.
struct Balls {
    Balls() {
        for (const Ball* ball : {&one, &other, &small})
            ids.push_back(scene.add(SurfaceView{ball->positions, ball->triangles}));
    }

    Ball one{1}, other{1, {1.3, 0.013, 0.027}}, small{0.1, {-0.5, 0, 0}};
    Scene scene{SceneOptions{2}};
    std::vector<BodyId> ids;
};

struct Question {
    std::string name;
    std::function<Report(Balls&, const Watch&)> ask;
};

void PrintTo(const Question& question, std::ostream* out) { *out << question.name; }

std::string name_of(const testing::TestParamInfo<Question>& info) { return info.param.name; }

class WatchedQuestion : public testing::TestWithParam<Question> {};

TEST_P(WatchedQuestion, IsAskedOnTheWay) {
    Balls balls;
    int calls = 0;
    const Report report = GetParam().ask(balls, [&](const Progress& p) {
        EXPECT_GE(p.done, 0);
        EXPECT_LE(p.done, 1);
        ++calls;
        return true;
    });
    EXPECT_GT(calls, 0);
    EXPECT_NE(report.stopped_by, Limit::caller);
}

/// Wherever it is asked: the search ends there, says so, and does not ask again.
TEST_P(WatchedQuestion, EndsTheSearch) {
    Balls balls;
    int all = 0;
    (void)GetParam().ask(balls, [&](const Progress&) { return ++all > 0; });
    for (const int last : {1, (all + 1) / 2, all}) {
        Balls fresh;
        int calls = 0;
        const Report report = GetParam().ask(fresh, [&](const Progress&) { return ++calls != last; });
        EXPECT_EQ(calls, last) << "of " << all;
        EXPECT_EQ(report.stopped_by, Limit::caller) << last << " of " << all;
        EXPECT_FALSE(report.complete);
    }
}

/// A search that was ended leaves nothing behind.
TEST_P(WatchedQuestion, IsAnsweredInFullAfterwards) {
    Balls balls, ended;
    const Report expected = GetParam().ask(balls, {});
    (void)GetParam().ask(ended, [](const Progress&) { return false; });
    const Report report = GetParam().ask(ended, {});
    EXPECT_EQ(report.stopped_by, expected.stopped_by);
    EXPECT_EQ(report.complete, expected.complete);
    EXPECT_EQ(report.counters.pairs, expected.counters.pairs);
}

Report overlap(Balls& b, OverlapOptions options, const Watch& watch) {
    options.watch = watch;
    const Overlap& found = b.scene.overlap(b.ids[0], b.ids[1], options);
    Balls fresh;
    const Overlap& truth = fresh.scene.overlap(fresh.ids[0], fresh.ids[1]);
    EXPECT_LT(truth.error, 1e-6 * truth.volume);
    EXPECT_LE(found.volume - found.error, truth.volume + truth.error);  // whatever is known, the truth is within it
    EXPECT_GE(found.volume + found.error, truth.volume - truth.error);
    return found.report;
}

std::vector<Position> grid_of_points() {
    std::vector<Position> points;
    for (int i = 0; i < 64'000; ++i) {
        points.push_back({i % 40 * 0.06 - 1.2, i / 40 % 40 * 0.06 - 1.2, i / 1600 * 0.06 - 1.2});
    }
    return points;
}

Report contains(Balls& b, bool exact, const Watch& watch) {
    const std::vector<Position> points = grid_of_points();
    Scene alone;
    const BodyId body = alone.add(SurfaceView{b.one.positions, b.one.triangles});
    const std::vector<std::uint32_t> truth = alone.contains(body, points, {.exact = true}).inside;
    const Containment& found = b.scene.contains(b.ids[0], points, {.exact = exact, .watch = watch});
    EXPECT_TRUE(std::includes(truth.begin(), truth.end(), found.inside.begin(), found.inside.end()));
    std::vector<std::uint32_t> may_be = found.inside;
    may_be.insert(may_be.end(), found.uncertain.begin(), found.uncertain.end());
    std::sort(may_be.begin(), may_be.end());
    EXPECT_TRUE(std::includes(may_be.begin(), may_be.end(), truth.begin(), truth.end()));
    return found.report;
}

Report contains_in_open_ball(Balls& b, const Watch& watch) {
    const std::vector<Position> points = grid_of_points();
    const BodyId open = b.scene.add(SurfaceView{b.one.positions, std::span(b.one.triangles).subspan(6)});
    return b.scene.contains(open, points, {.exact = true, .watch = watch}).report;
}

Report contacts(Balls& b, ContactMethod method, const Watch& watch) {
    const Contacts& found =
        b.scene.contacts_within(b.ids[0], b.ids[1], {.method = method, .watch = watch, .resume = false});
    EXPECT_EQ(found.error == 0, found.report.complete);  // what was not looked into is there as spheres
    return found.report;
}

/// Also of bodies whose edges have three triangles or more: their inside is told by parity.
Report relations(Balls& b, const Watch& watch) {
    if (b.ids.size() == 3) {
        std::vector<Triangle> twice = b.one.triangles;
        twice.insert(twice.end(), b.one.triangles.begin(), b.one.triangles.end());
        b.ids.push_back(b.scene.add(SurfaceView{b.one.positions, twice}));
    }
    return b.scene.relations({.watch = watch}).report;
}

Report impacts(Balls& b, bool earliest, const Watch& watch) {
    b.scene.start_step();
    for (Position& p : b.other.positions) p[0] -= 0.2;
    b.scene.move(b.ids[1], b.other.positions);
    if (earliest) return b.scene.safe_step({.watch = watch}).report;
    return b.scene.impacts({.watch = watch}).report;
}

Report penetrations(const Watch& watch) {
    std::vector<Position> positions;
    std::vector<Tetrahedron> tetrahedra;
    for (std::uint32_t i = 0; i < 20'000; ++i) {  // a heap, each into the next
        const double x = 0.3 * (i % 27), y = 0.3 * (i / 27 % 27), z = 0.3 * (i / 729);
        for (const Position& corner : {Position{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}) {
            positions.push_back({x + corner[0], y + corner[1], z + corner[2]});
        }
        tetrahedra.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
    }
    Scene scene;
    scene.add(VolumeView{positions, tetrahedra});
    return scene.penetrations({.watch = watch}).report;
}

const Question questions[] = {
    {"intersections", [](Balls& b, const Watch& watch) { return b.scene.intersections({.watch = watch}).report; }},
    {"curves", [](Balls& b, const Watch& watch) { return b.scene.curves({.watch = watch}).report; }},
    {"proximities",
     [](Balls& b, const Watch& watch) { return b.scene.proximities({.distance = 0.05, .watch = watch}).report; }},
    {"impacts", [](Balls& b, const Watch& watch) { return impacts(b, false, watch); }},
    {"safe_step", [](Balls& b, const Watch& watch) { return impacts(b, true, watch); }},
    {"penetrations", [](Balls&, const Watch& watch) { return penetrations(watch); }},
    {"overlap", [](Balls& b, const Watch& watch) { return overlap(b, {}, watch); }},
    {"overlap_with_depths", [](Balls& b, const Watch& watch) { return overlap(b, {.depths = true}, watch); }},
    {"overlap_with_gradient",
     [](Balls& b, const Watch& watch) { return overlap(b, {.gradient = true, .depths = true}, watch); }},
    {"overlap_along_all_axes",
     [](Balls& b, const Watch& watch) {
         return overlap(b, {.axis = Axis::x, .all_axes = true, .spans = true}, watch);
     }},
    {"self_overlap",
     [](Balls& b, const Watch& watch) { return b.scene.self_overlap(b.ids[0], {.watch = watch}).report; }},
    {"contains", [](Balls& b, const Watch& watch) { return contains(b, false, watch); }},
    {"contains_exactly", [](Balls& b, const Watch& watch) { return contains(b, true, watch); }},
    {"contains_in_open_ball", contains_in_open_ball},
    {"contacts_within", [](Balls& b, const Watch& watch) { return contacts(b, ContactMethod::automatic, watch); }},
    {"contacts_by_brute_force",
     [](Balls& b, const Watch& watch) { return contacts(b, ContactMethod::brute_force, watch); }},
    {"relations", relations},
};

INSTANTIATE_TEST_SUITE_P(Asked, WatchedQuestion, testing::ValuesIn(questions), name_of);

/// The search for contacts goes on where the watch ended it.
TEST(WatchedContacts, GoOnWhereTheyWereEnded) {
    Balls balls;
    const Contacts expected = balls.scene.contacts_within(balls.ids[0], balls.ids[1]);
    Balls again;
    int calls = 0;
    const Watch twice = [&](const Progress&) { return ++calls % 2 != 0; };
    for (int i = 0; i < 1000; ++i) {
        const Contacts& found = again.scene.contacts_within(again.ids[0], again.ids[1], {.watch = twice});
        EXPECT_EQ(found.resumed, i > 0);
        if (!found.report.complete) continue;
        EXPECT_GT(i, 1);
        EXPECT_EQ(found.pairs, expected.pairs);
        return;
    }
    FAIL() << "a thousand calls did not come to an end";
}

}  // namespace
}  // namespace pliant::watched_test
