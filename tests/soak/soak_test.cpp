// Random operations and questions, with failing allocations in the middle: every answer is that of a fresh scene.
// PLIANT_SOAK_STEPS and PLIANT_SOAK_SEED make a long run of it.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "soak/world.hpp"

namespace {

std::atomic<long> until_failure = -1;  // so many calls of operator new succeed before one fails; none does below zero

void* allocate(std::size_t size, std::size_t alignment) {
    if (until_failure >= 0 && until_failure-- == 0) throw std::bad_alloc();
    const std::size_t whole = (size + alignment - 1) / alignment * alignment;
    if (void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole)) return memory;
    throw std::bad_alloc();
}

}  // namespace

// Where GCC 12 sees one of these through another it takes them for a mismatched pair.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace pliant::soak {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// One operation in three is ended by a failing allocation once or twice, if it gets that far.
class Faults {
public:
    explicit Faults(std::uint64_t seed) : random_(seed) {}

    bool run(const std::function<void()>& operation) {
        if (random_.next() % 3 != 0) return operation(), false;
        until_failure = static_cast<long>(random_.next() % (random_.next() % 2 == 0 ? 10 : 200));
        bool failed = false;
        try {
            operation();
        } catch (const std::bad_alloc&) {
            failed = true;
            ++count;
        }
        until_failure = -1;
        return failed;
    }

    std::uint64_t count = 0;

private:
    shapes::Random random_;
};

void soak(unsigned threads, bool with_faults) {
    const std::uint64_t seeds = from_environment("PLIANT_SOAK_SEEDS", 4),
                        first = from_environment("PLIANT_SOAK_SEED", 1),
                        steps = from_environment("PLIANT_SOAK_STEPS", 150);
    std::uint64_t failures = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        Faults faults(seed);
        World world(seed, threads, [&](const std::function<void()>& operation) {
            return with_faults ? faults.run(operation) : (operation(), false);
        });
        for (std::uint64_t step = 0; step < steps; ++step) {
            const std::string wrong = world.step();
            ASSERT_EQ(wrong, "") << "seed " << seed << ", step " << step << ", threads " << threads;
        }
        failures += faults.count;
    }
    EXPECT_EQ(failures > seeds, with_faults);  // faults were injected
}

TEST(Soak, EveryAnswerIsThatOfAFreshScene) { soak(2, false); }
TEST(Soak, AfterFaultsAsWellOnOneThread) { soak(1, true); }
TEST(Soak, AfterFaultsAsWellOnThreads) { soak(3, true); }

}  // namespace
}  // namespace pliant::soak
