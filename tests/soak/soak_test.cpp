// Random operations and questions, with faults in the middle (allocations and threads that fail): every answer is that
// of a fresh scene.
// PLIANT_SOAK_STEPS and PLIANT_SOAK_SEED make a long run of it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "soak/failing_allocations.hpp"
#include "soak/failing_jobs.hpp"
#include "soak/world.hpp"

namespace pliant::soak {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// One operation in three is ended by a fault once or twice, if it gets that far.
class Faults {
public:
    explicit Faults(std::uint64_t seed, FailingJobs* jobs = nullptr) : random_(seed), jobs_(jobs) {}

    bool run(const std::function<void()>& operation) {
        if (random_.next() % 3 != 0) return operation(), false;
        if (jobs_ != nullptr && random_.next() % 2 == 0) {
            jobs_->until_failure = static_cast<long>(random_.next() % 20);
        } else {
            allocations_until_failure = static_cast<long>(random_.next() % (random_.next() % 2 == 0 ? 10 : 200));
        }
        const bool failed = ended(operation);
        count += failed ? 1 : 0;
        allocations_until_failure = -1;
        if (jobs_ != nullptr) jobs_->until_failure = -1;
        return failed;
    }

    std::uint64_t count = 0;

private:
    static bool ended(const std::function<void()>& operation) {
        try {
            operation();
        } catch (const std::bad_alloc&) {
            return true;
        } catch (const FailingJobs::Failed&) {
            return true;
        }
        return false;
    }

    shapes::Random random_;
    FailingJobs* jobs_;
};

const std::uint64_t seeds = from_environment("PLIANT_SOAK_SEEDS", 4),
                    first_seed = from_environment("PLIANT_SOAK_SEED", 1),
                    steps = from_environment("PLIANT_SOAK_STEPS", 150);

void soak(std::uint64_t seed, std::span<const SceneOptions> scenes, const World::Fault& fault) {
    World world(seed, scenes, fault);
    for (std::uint64_t step = 0; step < steps; ++step) {
        const std::string wrong = world.step();
        ASSERT_EQ(wrong, "") << "seed " << seed << ", step " << step << ", threads " << scenes[0].threads;
    }
}

bool without_fault(const std::function<void()>& operation) { return operation(), false; }

void soak_with_faults(const SceneOptions& options, FailingJobs* jobs = nullptr) {
    std::uint64_t failures = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
        Faults faults(seed, jobs);
        soak(seed, {&options, 1}, [&](const std::function<void()>& operation) { return faults.run(operation); });
        if (testing::Test::HasFatalFailure()) return;
        failures += faults.count;
    }
    EXPECT_GT(failures, seeds);  // faults were injected
}

/// Within budgets, the same for any number of threads.
TEST(Soak, EveryAnswerIsThatOfAFreshScene) {
    const SceneOptions scenes[] = {{.threads = 2}, {.threads = 1}, {.threads = 8}};
    for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
        soak(seed, scenes, without_fault);
        if (HasFatalFailure()) return;
    }
}

#ifndef PLIANT_SOAK_WITHOUT_ALLOCATIONS
TEST(Soak, AfterFaultsAsWellOnOneThread) { soak_with_faults({.threads = 1}); }
TEST(Soak, AfterFaultsAsWellOnThreads) { soak_with_faults({.threads = 3}); }
#endif
TEST(Soak, AfterFaultsOfTheCallersThreads) {
    FailingJobs jobs;
    soak_with_faults({.jobs = &jobs}, &jobs);
}

/// Scenes share nothing: each is used by one thread, all at the same time.
TEST(Soak, TwoScenesOnTwoThreads) {
    for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
        std::vector<std::thread> threads;
        for (const std::uint64_t own : {seed, seed + (std::uint64_t{1} << 32)}) {
            threads.emplace_back([own] {
                const SceneOptions scene{.threads = 2};
                soak(own, {&scene, 1}, without_fault);
            });
        }
        for (std::thread& thread : threads) thread.join();
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace pliant::soak
