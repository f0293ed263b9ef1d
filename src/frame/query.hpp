// One question about a frame: what every stage of it needs besides its own memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include <pliant/report.hpp>

#include "frame/bodies.hpp"
#include "frame/pair_room.hpp"
#include "parallel/parallel.hpp"

namespace pliant::frame {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Clears what a report says of the last question's end and cost.
inline void start(Report& report) {
    report.stopped_by = Limit::none;
    report.rebuilt = false;
    report.counters = {};
    report.milliseconds = {};
}

/// `Options` is the options struct of the question; its budget of time counts from `started`.
template <class Options>
struct Query {
    const Bodies& bodies;
    const Options& options;
    parallel::Workers& workers;
    Report& report;
    Clock::time_point started = Clock::now();
    PairRoom* room = nullptr;  // of `intersections` with a limit of bytes
    // By index of body, 1 where it rests: pairs of two such bodies, or of one with itself, are known and may be left
    // out, or found again. Empty: all are asked for.
    std::span<const std::uint8_t> resting = {};

    [[nodiscard]] bool rests(std::size_t body) const { return !resting.empty() && resting[body] != 0; }

    /// Whether any limit can end the search early.
    [[nodiscard]] bool limited() const {
        const auto& budget = options.budget;
        if (budget.time || budget.candidates || watched() || counting()) return true;
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

    /// Whether pairs are counted and only some kept.
    [[nodiscard]] bool counting() const { return room != nullptr && room->counting(); }

    /// Whether the caller wants to know how far the search is.
    [[nodiscard]] bool watched() const {
        if constexpr (requires { options.watch; }) return static_cast<bool>(options.watch);
        return false;
    }

    /// Tells the caller; false where it wants no more. On the calling thread.
    [[nodiscard]] bool go_on(double done, std::uint64_t pairs) const {
        if constexpr (requires { options.watch; }) {
            if (options.watch) return options.watch(Progress{done, pairs});
        }
        return true;
    }

    /// Whether the budget of time has run out.
    [[nodiscard]] bool late() const { return options.budget.time && Clock::now() - started >= *options.budget.time; }
};

}  // namespace pliant::frame
