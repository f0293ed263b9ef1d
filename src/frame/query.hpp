// One question about a frame: what every stage of it needs besides its own memory.
#pragma once

#include <chrono>

#include <pliant/report.hpp>

#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::frame {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// `Options` is the options struct of the question; its budget of time counts from `started`.
template <class Options>
struct Query {
    const Bodies& bodies;
    const Options& options;
    parallel::Workers& workers;
    Report& report;
    Clock::time_point started = Clock::now();

    /// Whether any limit can end the search early.
    [[nodiscard]] bool limited() const {
        const auto& budget = options.budget;
        if (budget.time || budget.candidates) return true;
        if constexpr (requires { budget.pairs; }) {
            return budget.pairs.has_value();
        } else if constexpr (requires { budget.proximities; }) {
            return budget.proximities.has_value();
        } else if constexpr (requires { budget.impacts; }) {
            return budget.impacts.has_value();
        } else {
            return budget.penetrations.has_value();
        }
    }

    /// Whether the budget of time has run out.
    [[nodiscard]] bool late() const { return options.budget.time && Clock::now() - started >= *options.budget.time; }
};

}  // namespace pliant::frame
