// When a search has to end so that its answer is written before the budget of time runs out.
#pragma once

#include <chrono>
#include <optional>

#include <pliant/contacts.hpp>

#include "frame/query.hpp"

namespace pliant::sphere_tree {

inline double nanoseconds(frame::Clock::duration time) {
    return std::chrono::duration<double, std::nano>(time).count();
}

/// Predicts instead of asking whether the time is over: one more step has to be done, and the answer to be written.
/// A step is what is done between two calls of `check`.
class Deadline {
public:
    /// Of one call; what the steps of the last one took is remembered.
    void start(const ContactBudget& budget, frame::Clock::time_point started);

    /// Whether to stop now. `writing`: nanoseconds that writing the answer will take. Before the first test only the
    /// budget itself counts, however much there is to write.
    bool check(bool any_tests, double writing);
    /// What the last `check` said.
    [[nodiscard]] bool passed() const { return passed_; }

private:
    void note_step(double took);

    std::optional<std::chrono::nanoseconds> budget_;
    frame::Clock::time_point started_, last_check_;
    double step_ = 0, slowest_step_ = 0;  // nanoseconds: of late, and the slowest of this call
    bool passed_ = false;
};

}  // namespace pliant::sphere_tree
