// Job systems as callers might have them.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include <pliant/jobs.hpp>

namespace pliant::parallel {

/// New threads for every loop, which take turns at the items.
class ThreadsPerLoop final : public JobSystem {
public:
    explicit ThreadsPerLoop(unsigned number) : number_(number) {}
    [[nodiscard]] unsigned threads() const override { return number_; }
    void run(std::size_t count, Job job, void* context) override {
        ++loops;
        std::atomic<std::size_t> next = 0;
        std::vector<std::thread> others;
        const auto work = [&] {
            for (std::size_t i = next++; i < count; i = next++) job(context, i);
        };
        for (unsigned t = 1; t < number_; ++t) others.emplace_back(work);
        work();
        for (std::thread& other : others) other.join();
    }

    std::size_t loops = 0;

private:
    unsigned number_;
};

/// One after the other on the caller's thread, last item first or in order; says that there are several threads.
class OneByOne final : public JobSystem {
public:
    explicit OneByOne(bool backwards) : backwards_(backwards) {}
    [[nodiscard]] unsigned threads() const override { return 4; }
    void run(std::size_t count, Job job, void* context) override {
        ++loops;
        for (std::size_t i = 0; i < count; ++i) job(context, backwards_ ? count - 1 - i : i);
    }

    std::size_t loops = 0;

private:
    bool backwards_;
};

}  // namespace pliant::parallel
