// Searches in room for few pairs that is another at every call, and leaves that hold more than there is room for.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include <pliant/scene.hpp>

#include "agreement/same_answer.hpp"
#include "detect/sphere_tree/hierarchy.hpp"
#include "sphere_tree/caged.hpp"

namespace pliant::sphere_tree {
namespace {

/// The least room, nearly, in which a search comes to the end.
std::uint64_t room_to_end(CagedAndOther& two, std::uint64_t& tests) {
    std::uint64_t room = two.exact();
    while (true) {
        const Contacts& answer = two.scene.contacts_within(two.a, two.b, {.budget = {.pairs = room}, .resume = false});
        tests = tests_of(answer);
        if (answer.report.complete) return room;
        room += room / 16 + 1;
    }
}

/// Asks in slices until the answer is complete. How many tests that took, or none where it never was.
template <class Room>
std::optional<std::uint64_t> tests_in_slices(CagedAndOther& two, std::uint64_t most_tests, const Room& room) {
    two.scene.contacts_within(two.a, two.b, {.budget = {.tests = 0, .pairs = room(0)}, .resume = false});
    double error = INFINITY;
    std::uint64_t tests = 0;
    for (int call = 0; tests < most_tests && call < 100000; ++call) {
        const Contacts& answer =
            two.scene.contacts_within(two.a, two.b, {.budget = {.tests = 37, .pairs = room(call)}});
        EXPECT_LE(answer.size(), room(call).value_or(answer.size()));
        EXPECT_TRUE(answer.resumed);
        EXPECT_LE(answer.error, error);
        error = answer.error;
        tests += tests_of(answer);
        if (answer.report.complete) return tests;
    }
    return {};
}

// What was begun for the end was begun anew at every change of the room.
TEST(Room, SearchesEndThoughItIsAnotherAtEverySlice) {
    CagedAndOther two(12);
    const auto exact = two.scene.intersections({.self = false}).items;
    std::uint64_t at_once = 0;
    const std::uint64_t room = room_to_end(two, at_once);
    ASSERT_GT(at_once, 37 * 20u);
    using Rooms = std::optional<std::uint64_t>;
    const auto turns = [&](int call) { return Rooms(room + static_cast<std::uint64_t>(call % 2)); };
    const auto grows = [&](int call) { return Rooms(room + static_cast<std::uint64_t>(call)); };
    const auto is_none_at_times = [&](int call) { return call % 5 == 4 ? Rooms() : Rooms(room); };
    EXPECT_TRUE(tests_in_slices(two, 3 * at_once, turns));
    EXPECT_TRUE(agreement::same_list(two.scene.contacts_within(two.a, two.b).pairs, exact));
    EXPECT_TRUE(tests_in_slices(two, 3 * at_once, grows));
    EXPECT_TRUE(tests_in_slices(two, 3 * at_once, is_none_at_times));
    EXPECT_TRUE(agreement::same_list(two.scene.contacts_within(two.a, two.b).pairs, exact));
}

TEST(Room, SearchesEndThoughThereIsHardlyAnyTime) {
    CagedAndOther two(3);
    const ContactOptions slice{.budget = {.time = std::chrono::nanoseconds(1)}};
    int calls = 0;
    while (calls < 100000 && !two.scene.contacts_within(two.a, two.b, slice).report.complete) ++calls;
    EXPECT_LT(calls, 100000);
    EXPECT_EQ(two.scene.contacts_within(two.a, two.b, slice).pairs.size(), two.exact());
}

/// All triangles in one sphere.
SphereHierarchy one_leaf(const shapes::Mesh& mesh) {
    SphereHierarchy all = make_sphere_hierarchy({mesh.positions, mesh.triangles}, {8});
    all.begin.resize(1);
    all.end.resize(1);
    all.first_child = {1, 1};
    all.level = {0, 1};
    all.centres.clear();
    all.errors.clear();
    return all;
}

// They were all listed before the room was looked at.
TEST(Room, ALeafThatHoldsMorePairsThanThereIsRoomForIsGivenUpEarly) {
    CagedAndOther two(8);
    two.scene.use_sphere_hierarchy(two.a, one_leaf(two.caged.mesh));
    two.scene.use_sphere_hierarchy(two.b, one_leaf(two.other));
    const Contacts all = two.scene.contacts_within(two.a, two.b);
    ASSERT_TRUE(all.report.complete);
    ASSERT_GT(all.pairs.size(), 100u);
    std::uint64_t before = 0;
    for (const std::uint64_t most : {1u, 20u, 60u, 100u}) {
        const Contacts at_once = two.scene.contacts_within(two.a, two.b, {.budget = {.pairs = most}, .resume = false});
        EXPECT_EQ(at_once.report.stopped_by, Limit::pairs);
        EXPECT_LE(at_once.size(), most);
        EXPECT_LT(tests_of(at_once), tests_of(all) * 2 / 3) << most;
        EXPECT_GE(tests_of(at_once), before);
        before = tests_of(at_once);
    }
    const ContactOptions enough{.budget = {.pairs = 4 * all.pairs.size()}, .resume = false};
    EXPECT_EQ(two.scene.contacts_within(two.a, two.b, enough).items, all.items);
}

}  // namespace
}  // namespace pliant::sphere_tree
