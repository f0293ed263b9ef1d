// Threads of a caller who at times has none to give.
#pragma once

#include <stdexcept>

#include <pliant/jobs.hpp>

namespace pliant::soak {

/// A loop ends in the middle, or before it began.
class FailingJobs final : public JobSystem {
public:
    class Failed : public std::runtime_error {
    public:
        Failed() : std::runtime_error("no thread to be had") {}
    };

    [[nodiscard]] unsigned threads() const override { return 3; }
    void run(std::size_t count, Job job, void* context) override {
        const bool fails = until_failure == 0;
        if (until_failure >= 0) --until_failure;
        for (std::size_t i = 0; i < (fails ? count / 2 : count); ++i) job(context, count - 1 - i);
        if (fails) throw Failed();
    }

    long until_failure = -1;  // so many loops run before one fails; none does below zero
};

}  // namespace pliant::soak
