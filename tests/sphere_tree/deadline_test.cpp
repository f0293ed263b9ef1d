// A deadline is passed before the budget is used up: the answer has to be written, too.
#include <gtest/gtest.h>

#include <chrono>

#include "detect/sphere_tree/contact_writer.hpp"
#include "detect/sphere_tree/deadline.hpp"

namespace pliant::sphere_tree {
namespace {

using namespace std::chrono_literals;

ContactBudget budget_of(std::chrono::nanoseconds time) { return {.time = time}; }

TEST(Deadline, WithoutABudgetNeverPasses) {
    Deadline deadline;
    deadline.start({}, frame::Clock::now() - 1h);
    EXPECT_FALSE(deadline.check(true, 1e18));
    EXPECT_FALSE(deadline.passed());
}

TEST(Deadline, PassesAtTheEndOfTheBudgetButNotBefore) {
    Deadline deadline;
    deadline.start(budget_of(1h), frame::Clock::now());
    EXPECT_FALSE(deadline.check(true, 0));
    EXPECT_FALSE(deadline.passed());
    deadline.start(budget_of(1h), frame::Clock::now() - 1h);
    EXPECT_TRUE(deadline.check(true, 0));
    EXPECT_TRUE(deadline.passed());
}

TEST(Deadline, LeavesTimeToWrite) {
    Deadline deadline;
    deadline.start(budget_of(1h), frame::Clock::now());
    EXPECT_FALSE(deadline.check(true, 1e9));
    EXPECT_TRUE(deadline.check(true, 3.6e12));
}

TEST(Deadline, BeforeTheFirstTestOnlyTheBudgetCounts) {
    Deadline deadline;
    deadline.start(budget_of(1h), frame::Clock::now());
    EXPECT_FALSE(deadline.check(false, 3.6e12));
    deadline.start(budget_of(1h), frame::Clock::now() - 1h);
    EXPECT_TRUE(deadline.check(false, 0));
}

TEST(WritingTime, FollowsWhatWasMeasuredButNotASingleOutlier) {
    WritingTime time;
    for (int i = 0; i < 100; ++i) time.note(1000 + 50.0 * 200, 200);
    EXPECT_NEAR(time.each, 50, 1);
    time.note(1e9, 200);
    EXPECT_LT(time.each, 400);
    time.note(1e9, 0);
    EXPECT_LT(time.each, 400);
}

}  // namespace
}  // namespace pliant::sphere_tree
