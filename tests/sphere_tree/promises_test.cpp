// What contacts_within promises whatever the budget, and however it is asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "agreement/same_answer.hpp"
#include "oracle/random.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "sphere_tree/caged.hpp"

namespace pliant::sphere_tree {
namespace {

constexpr std::array orders{ContactOrder::widest, ContactOrder::breadth_first, ContactOrder::deepest,
                            ContactOrder::nearest, ContactOrder::approaching};

/// Two bumpy balls that overlap.
struct TwoBalls {
    explicit TwoBalls(std::uint32_t frequency = 8, double away = 1.7) {
        for (std::size_t i = 0; i < 2; ++i) {
            meshes[i] = shapes::icosphere(frequency);
            shapes::Random random(i + 3);
            shapes::add_bumps(meshes[i], 12, 0.2, random);
            for (auto& p : meshes[i].positions) p[0] += static_cast<double>(i) * away;
            ids[i] = scene.add(SurfaceView{meshes[i].positions, meshes[i].triangles});
        }
    }
    const Contacts& ask(const ContactOptions& options) { return scene.contacts_within(ids[0], ids[1], options); }
    std::vector<TrianglePair> exact() { return scene.intersections({.self = false}).items; }

    std::array<shapes::Mesh, 2> meshes;
    std::array<BodyId, 2> ids{};
    Scene scene{SceneOptions{1}};
};

class Promises : public testing::TestWithParam<ContactOrder> {};

TEST_P(Promises, BoundsNeverGrowWithRoomForPairs) {
    TwoBalls two;
    const std::size_t complete = two.ask({}).size();
    for (const std::uint64_t tests : {700u, 3000u, 100000000u}) {
        double error = INFINITY, gap = INFINITY;
        bool ended = false;
        for (std::uint64_t most = 0; most < 1500; most += most < 40 ? 1 : most < 400 ? 11 : 53) {
            const Contacts& answer =
                two.ask({.order = GetParam(), .budget = {.tests = tests, .pairs = most}, .resume = false});
            ASSERT_LE(answer.size(), most);
            ASSERT_LE(answer.error, error) << most;
            ASSERT_LE(answer.gap, gap) << most;
            error = answer.error;
            gap = answer.gap;
            if (most < complete) {
                ASSERT_NE(answer.report.stopped_by, Limit::none);
            }
            ended |= answer.report.complete;
        }
        EXPECT_EQ(ended, tests > 10000) << tests;
    }
}

TEST_P(Promises, RoomForPairsIsKeptWhenAskedAgain) {
    TwoBalls two;
    ContactOptions options{.order = GetParam(), .budget = {.tests = 2000}};
    ASSERT_GT(two.ask(options).size(), 20u);
    for (const std::uint64_t most : {20u, 5u, 1u, 0u}) {
        options.budget.pairs = most;
        const Contacts& fewer = two.ask(options);
        EXPECT_LE(fewer.size(), most);
        EXPECT_EQ(fewer.report.stopped_by, Limit::pairs);
        EXPECT_FALSE(fewer.report.complete);
        EXPECT_GT(fewer.error, 0);
    }
    // And more room is used.
    for (const std::uint64_t most : {10u, 50u, 1000u, 100000u}) {
        options.budget = {.pairs = most};
        const double before = two.ask({.order = GetParam(), .budget = {.tests = 0, .pairs = most}}).error;
        const Contacts& answer = two.ask(options);
        EXPECT_LE(answer.size(), most);
        EXPECT_LE(answer.error, before);
    }
    options.budget = {};
    EXPECT_TRUE(agreement::same_list(two.ask(options).pairs, two.exact()));
}

/// What is found in slices is what is found at once, in the room that there is.
TEST_P(Promises, SlicesInLittleRoomEndAsAtOnce) {
    TwoBalls two;
    for (const std::uint64_t most : {0u, 1u, 9u, 40u, 150u, 400u, 600u, 2000u}) {
        const Contacts at_once = two.ask({.order = GetParam(), .budget = {.pairs = most}, .resume = false});
        ContactOptions slice{.order = GetParam(), .budget = {.tests = 0, .pairs = most}, .resume = false};
        two.ask(slice);
        slice.resume = true;
        slice.budget.tests = 37;
        std::uint64_t tests = 0;
        double error = INFINITY;
        for (int calls = 0; calls < 100000; ++calls) {
            const Contacts& answer = two.ask(slice);
            ASSERT_TRUE(answer.resumed);
            ASSERT_LE(answer.size(), most);
            ASSERT_LE(answer.error, error);
            error = answer.error;
            tests += tests_of(answer);
            if (answer.report.stopped_by != Limit::tests) break;
        }
        const Contacts& last = two.ask(slice);
        EXPECT_EQ(last.items, at_once.items) << most;
        EXPECT_EQ(last.report.stopped_by, at_once.report.stopped_by) << most;
        EXPECT_EQ(tests, tests_of(at_once)) << most;
    }
}

// A step of the search takes several tests: fewer than that did nothing, however often they were asked for.
TEST_P(Promises, EveryTestCounts) {
    TwoBalls two(4);
    const std::uint64_t all = tests_of(two.ask({.order = GetParam(), .resume = false}));
    const auto exact = two.exact();
    for (const std::uint64_t few : {3u, 7u, 15u}) {
        ContactOptions slice{.order = GetParam(), .budget = {.tests = 0}, .resume = false};
        two.ask(slice);
        slice.resume = true;
        slice.budget.tests = few;
        double error = INFINITY;
        for (std::uint64_t done = 0; done < all;) {
            const Contacts& answer = two.ask(slice);
            ASSERT_EQ(tests_of(answer), std::min(few, all - done));
            ASSERT_LE(answer.error, error);
            error = answer.error;
            done += tests_of(answer);
        }
        EXPECT_TRUE(agreement::same_list(two.ask(slice).pairs, exact));
        EXPECT_TRUE(two.ask(slice).report.complete);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Promises, testing::ValuesIn(orders),
                         [](const auto& order) { return std::string(name(order.param)); });

TEST(Promise, WithoutRoomForAnyPairNothingIsListedAndTheReportSaysWhy) {
    for (const ContactMethod method : {ContactMethod::automatic, ContactMethod::brute_force}) {
        TwoBalls two(3);
        const Contacts& none = two.ask({.method = method, .budget = {.pairs = 0}});
        EXPECT_TRUE(none.empty());
        EXPECT_TRUE(none.pairs.empty());
        EXPECT_EQ(none.report.stopped_by, Limit::pairs);
        EXPECT_FALSE(none.report.complete);
        EXPECT_GT(none.error, 0);
        EXPECT_GT(none.gap, 0);
        TwoBalls apart(3, 10);
        EXPECT_TRUE(apart.ask({.method = method, .budget = {.pairs = 0}}).report.complete);
    }
}

/// Large triangles are cut into pieces that meet again and again; they are one pair all the same, and not tested anew.
TEST(Promise, PiecesOfCutTrianglesAreOnePair) {
    const std::vector<std::array<double, 3>> a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<std::array<double, 3>> b = a;
    for (auto& p : b) p = {p[0] + 0.2, p[1] + 0.1, p[2] + 0.1};
    const std::vector<Triangle> faces{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    Scene scene;
    const BodyId first = scene.add(SurfaceView{a, faces}), second = scene.add(SurfaceView{b, faces});
    const auto exact = scene.intersections({.self = false}).items;
    ContactOptions options;
    ASSERT_EQ(scene.contacts_within(first, second, options).pairs, exact);
    EXPECT_LT(scene.contacts_within(first, second, options).report.counters.candidates, 500u);  // of 16 pairs
    options.budget.pairs = exact.size();  // what is known already fits
    options.resume = true;
    const Contacts& again = scene.contacts_within(first, second, options);
    EXPECT_EQ(again.pairs, exact);
    EXPECT_EQ(again.error, 0);
    EXPECT_TRUE(again.report.complete);
    options.resume = false;
    options.budget.pairs = 4000;
    const Contacts& anew = scene.contacts_within(first, second, options);
    EXPECT_EQ(anew.pairs, exact);
    EXPECT_TRUE(anew.report.complete);
}

TEST(Promise, BruteForceKeepsNoMorePairsThanAllowed) {
    TwoBalls two(4);
    const std::size_t all = two.exact().size();
    double error = INFINITY;
    for (std::uint64_t most = 0; most < all + 5; ++most) {
        for (const std::uint64_t tests : {1000u, 100000u, 1000000u}) {
            EXPECT_LE(two.ask({.method = ContactMethod::brute_force, .budget = {.tests = tests, .pairs = most}}).size(),
                      most);
        }
        const Contacts& answer = two.ask({.method = ContactMethod::brute_force, .budget = {.pairs = most}});
        EXPECT_LE(answer.size(), most);
        EXPECT_LE(answer.error, error);
        EXPECT_EQ(answer.report.complete, most >= all);
        error = answer.error;
    }
}

// It starts over every time.
TEST(Promise, BruteForceIsNeverResumed) {
    TwoBalls two(3);
    const ContactOptions options{.method = ContactMethod::brute_force};
    for (int i = 0; i < 3; ++i) {
        const Contacts& answer = two.ask(options);
        EXPECT_FALSE(answer.resumed);
        EXPECT_GT(answer.report.counters.candidates, 0u);
    }
    EXPECT_FALSE(two.ask({}).resumed);
    EXPECT_TRUE(two.ask({.method = ContactMethod::sphere_tree}).resumed);  // which `automatic` is
}

TEST(Promise, ApproachingIsAFunctionOfTheFrames) {
    const ContactOptions options{.order = ContactOrder::approaching, .budget = {.tests = 600}};
    std::vector<Contact> expected;
    for (const int before : {0, 1, 2, 3}) {
        Caged left(12), right(12);
        Scene scene({.threads = 1});
        const BodyId a = scene.add(SurfaceView{left.mesh.positions, left.mesh.triangles});
        const BodyId b = scene.add(SurfaceView{right.mesh.positions, right.mesh.triangles});
        scene.follow(a, left.skin);
        scene.follow(b, right.skin);
        scene.sphere_tree(a);  // made from the shape at rest
        scene.sphere_tree(b);
        const auto place = [&](const Vec3& by, double twist) {
            left.bend(shapes::Twist{twist});
            right.bend([&](const Vec3& p) { return p + by; });
            scene.move(a, left.mesh.positions, left.cage.positions);
            scene.move(b, right.mesh.positions, right.cage.positions);
        };
        place({1.8, 0, 0}, 0.1);
        if (before == 1) scene.contacts_within(a, b, options);
        if (before == 2) scene.contacts_within(a, b);
        if (before == 3) {
            scene.sphere_tree(a);
            scene.sphere_tree(b);
        }
        place({1.75, 0.02, 0.01}, 0.2);
        const Contacts& answer = scene.contacts_within(a, b, options);
        if (expected.empty()) expected = answer.items;
        EXPECT_GT(expected.size(), 20u);
        EXPECT_EQ(answer.items, expected) << before;
    }
}

/// The motion of the cage is what counts, and it does count.
TEST(Promise, ApproachingLooksAtWhatApproaches) {
    std::array<std::vector<Contact>, 2> found;
    for (const bool forth : {false, true}) {
        CagedAndOther two;
        two.caged.bend([&](const Vec3& p) { return p + Vec3{0, forth ? 0.3 : -0.3, 0}; });
        two.scene.move(two.a, two.caged.mesh.positions, two.caged.cage.positions);
        two.caged.bend([](const Vec3& p) { return p; });
        two.scene.move(two.a, two.caged.mesh.positions, two.caged.cage.positions);
        found[forth ? 1 : 0] =
            two.scene.contacts_within(two.a, two.b, {.order = ContactOrder::approaching, .budget = {.tests = 400}})
                .items;
    }
    EXPECT_NE(found[0], found[1]);
}

// What was begun about two bodies is neither lost nor mixed up with what is asked about others in between.
TEST(Promise, OtherQuestionsBetweenSlices) {
    TwoBalls two(6);
    shapes::Mesh third = two.meshes[0];
    for (auto& p : third.positions) p[1] += 1.6;
    const BodyId c = two.scene.add(SurfaceView{third.positions, third.triangles});
    const ContactOptions slice{.budget = {.tests = 300}};
    const auto of = [&](BodyId a, BodyId b) {
        return two.scene.contacts_within(a, b, {.method = ContactMethod::brute_force}).pairs;
    };
    const std::array<std::pair<BodyId, BodyId>, 3> asked{
        {{two.ids[0], two.ids[1]}, {two.ids[1], two.ids[0]}, {two.ids[0], c}}};
    std::array<std::vector<TrianglePair>, 3> expected, found;
    for (std::size_t i = 0; i < 3; ++i) expected[i] = of(asked[i].first, asked[i].second);
    std::size_t complete = 0;
    for (int calls = 0; calls < 10000 && complete < 3; ++calls) {
        complete = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Contacts& answer = two.scene.contacts_within(asked[i].first, asked[i].second, slice);
            EXPECT_EQ(answer.resumed, calls > 0);
            found[i] = answer.pairs;
            complete += answer.report.complete;
        }
        two.scene.sphere_tree(c);
        two.scene.intersections();
    }
    EXPECT_EQ(found, expected);
    EXPECT_FALSE(found[0].empty());
    EXPECT_FALSE(found[2].empty());
}

// Every change of what is there starts a search anew, whatever was found before.
TEST(Promise, TrianglesAndBodiesComeAndGoBetweenSlices) {
    for (const bool with_pair_limit : {false, true}) {
        TwoBalls two(6);
        ContactOptions slice{.budget = {.tests = 700}};
        if (with_pair_limit) slice.budget.pairs = 900;
        for (std::uint32_t i = 0; i < 12; ++i) {
            EXPECT_EQ(two.ask(slice).resumed, false) << i;
            EXPECT_EQ(two.ask(slice).resumed, true) << i;
            const auto exact = two.exact();
            ASSERT_FALSE(exact.empty());
            if (i % 3 == 0) two.scene.remove_triangles(two.ids[0], std::array{exact[0].a.triangle});
            if (i % 3 == 1) two.scene.insert_triangles(two.ids[1], std::array<Triangle, 1>{{{i, 40 + i, 90 + i}}});
            if (i % 3 == 2) {
                two.scene.remove(two.ids[1]);
                two.ids[1] = two.scene.add(SurfaceView{two.meshes[1].positions, two.meshes[1].triangles});
            }
        }
        slice.budget.tests.reset();
        EXPECT_TRUE(agreement::same_list(two.ask(slice).pairs, two.exact()));
        EXPECT_TRUE(two.ask(slice).report.complete);
    }
}

void rescale(Caged& caged, double scale) {
    for (auto* list : {&caged.mesh.positions, &caged.rest}) {
        for (auto& p : *list) p = {scale * p[0], scale * p[1], scale * p[2]};
    }
    caged.skin = make_skin(caged.mesh.positions, {caged.rest, caged.cage.tetrahedra});
}

/// However small, large or far away, however the cage is bent: nothing is missed.
TEST(Promise, NothingIsMissedAtAnyScaleAndPlace) {
    oracle::Random random(oracle::first_seed(77));
    int with_pairs = 0, rounds = 0;
    for (const double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        for (const double away : {0.0, 1.0, 1e4}) {
            for (const int bent : {0, 1, 2, 3}) {
                Caged left(6, 3), right(6, 2);
                for (Caged* caged : {&left, &right}) rescale(*caged, scale);  // links keep their length
                Scene scene({.threads = 1});
                const auto flat = std::pow(10.0, -random.uniform(1, 12));
                const auto bend = [&](const Vec3& p) {
                    if (bent == 1) return p + 0.3 * scale * random.in_cube();
                    if (bent == 2) return Vec3{p.x, p.y, -p.z};
                    return bent == 3 ? Vec3{p.x, flat * p.y, flat * p.z} : p;
                };
                const Vec3 at = away * scale * random.in_cube();
                left.bend([&](const Vec3& p) { return bend(p) + at; });
                right.bend([&](const Vec3& p) { return p + at + scale * Vec3{0.9, 0.1, 0.05}; });
                const BodyId a = scene.add(SurfaceView{left.mesh.positions, left.mesh.triangles});
                const BodyId b = scene.add(SurfaceView{right.mesh.positions, right.mesh.triangles});
                scene.follow(a, left.skin);
                scene.follow(b, right.skin);
                scene.move(a, left.mesh.positions, left.cage.positions);
                scene.move(b, right.mesh.positions, right.cage.positions);
                const auto exact = scene.intersections({.self = false}).items;
                double error = INFINITY;
                for (const std::uint64_t tests : {1u, 100u, 3000u}) {
                    const Contacts& some = scene.contacts_within(a, b, {.budget = {.tests = tests}});
                    EXPECT_TRUE(exact.empty() || !some.empty());
                    EXPECT_LE(some.error, error);
                    error = some.error;
                }
                EXPECT_TRUE(agreement::same_list(scene.contacts_within(a, b).pairs, exact))
                    << scale << " " << away << " " << bent;
                with_pairs += !exact.empty();
                ++rounds;
            }
        }
    }
    EXPECT_GT(with_pairs, rounds / 2);
}

}  // namespace
}  // namespace pliant::sphere_tree
