// The caller's threads in place of ours: the same answers, and exceptions that reach the caller.
#include <pliant/jobs.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <new>
#include <stdexcept>
#include <vector>

#include <pliant/pliant.hpp>

#include "job_systems.hpp"
#include "parallel/parallel.hpp"

namespace pliant::parallel {
namespace {

TEST(Jobs, RunEveryItemOnce) {
    ThreadsPerLoop threads(3);
    OneByOne forwards(false), backwards(true);
    for (JobSystem* jobs :
         {static_cast<JobSystem*>(&threads), static_cast<JobSystem*>(&forwards), static_cast<JobSystem*>(&backwards)}) {
        Workers workers(1, jobs);
        EXPECT_EQ(workers.threads(), jobs->threads());
        for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u}) {
            std::vector<int> visits(count, 0);
            workers.for_each(count, [&](std::size_t i) { ++visits[i]; });
            EXPECT_EQ(visits, std::vector<int>(count, 1));
        }
    }
    EXPECT_GT(threads.loops, 0u);
    EXPECT_GT(backwards.loops, 0u);
}

TEST(Jobs, CarryExceptionsToTheCaller) {
    ThreadsPerLoop jobs(3);
    Workers workers(0, &jobs);
    for (std::size_t bad = 0; bad < 60; bad += 7) {
        EXPECT_THROW(workers.for_each(60,
                                      [&](std::size_t i) {
                                          if (i == bad) throw std::domain_error("bad item");
                                      }),
                     std::domain_error);
    }
    EXPECT_THROW(workers.for_each(60, [](std::size_t) { throw std::bad_alloc(); }), std::bad_alloc);
    std::vector<int> visits(100, 0);
    workers.for_each(visits.size(), [&](std::size_t i) { ++visits[i]; });
    EXPECT_EQ(visits, std::vector<int>(100, 1));
}

struct Sheet {
    std::vector<std::array<double, 3>> positions;
    std::vector<Triangle> triangles;
};

/// A bent sheet, large enough for many chunks.
Sheet sheet(double height, double bend) {
    constexpr std::uint32_t side = 40;
    Sheet made;
    for (std::uint32_t j = 0; j <= side; ++j) {
        for (std::uint32_t i = 0; i <= side; ++i) {
            const double x = i / double(side), y = j / double(side);
            made.positions.push_back({x, y, height + bend * std::sin(20 * x) * std::cos(17 * y)});
        }
    }
    for (std::uint32_t j = 0; j < side; ++j) {
        for (std::uint32_t i = 0; i < side; ++i) {
            const std::uint32_t a = j * (side + 1) + i, b = a + 1, c = a + side + 1, d = c + 1;
            made.triangles.push_back({a, b, d});
            made.triangles.push_back({a, d, c});
        }
    }
    return made;
}

struct Answers {
    std::vector<TrianglePair> pairs;
    std::vector<TrianglePair> contacts;
    Counters counters;
};

Answers answers_by(const SceneOptions& options, IntersectionMethod method) {
    const Sheet lower = sheet(0, 0.02), upper = sheet(0.01, -0.03);
    Scene scene(options);
    const BodyId a = scene.add(SurfaceView{lower.positions, lower.triangles});
    const BodyId b = scene.add(SurfaceView{upper.positions, upper.triangles});
    IntersectionOptions asked;
    asked.method = method;
    Answers out;
    out.pairs = scene.intersections(asked).items;
    out.counters = scene.intersections(asked).report.counters;
    out.contacts = scene.contacts_within(a, b).pairs;
    return out;
}

class JobsOf : public testing::TestWithParam<IntersectionMethod> {};

TEST_P(JobsOf, AnySystemGiveTheSameAnswer) {
    const Answers expected = answers_by({1}, GetParam());
    ASSERT_GT(expected.pairs.size(), 100u);
    ASSERT_EQ(expected.contacts, expected.pairs);
    ThreadsPerLoop one(1), two(2), three(3), eight(8);
    OneByOne forwards(false), backwards(true);
    for (JobSystem* jobs : std::initializer_list<JobSystem*>{&one, &two, &three, &eight, &forwards, &backwards}) {
        const Answers found = answers_by({0, jobs}, GetParam());
        EXPECT_EQ(found.pairs, expected.pairs);
        EXPECT_EQ(found.contacts, expected.contacts);
        EXPECT_EQ(found.counters, expected.counters);
    }
    EXPECT_EQ(one.loops, 0u) << "one thread needs no loop of others";
    EXPECT_GT(two.loops, 0u);
    EXPECT_GT(eight.loops, 0u);
    EXPECT_GT(backwards.loops, 0u);
}

INSTANTIATE_TEST_SUITE_P(Methods, JobsOf,
                         testing::Values(IntersectionMethod::box_tree, IntersectionMethod::regularity,
                                         IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash),
                         [](const auto& method) { return std::string(name(method.param)); });

/// A job system whose every loop fails, as one that cannot get memory for its queue.
class NoMemory final : public JobSystem {
public:
    [[nodiscard]] unsigned threads() const override { return 2; }
    void run(std::size_t, Job, void*) override { throw std::bad_alloc(); }
};

TEST(Jobs, OfASceneMayFail) {
    NoMemory jobs;
    const Sheet mesh = sheet(0, 0.02);
    Scene scene(SceneOptions{0, &jobs});
    scene.add(SurfaceView{mesh.positions, mesh.triangles});
    EXPECT_THROW(scene.intersections(), std::bad_alloc);
}

}  // namespace
}  // namespace pliant::parallel
