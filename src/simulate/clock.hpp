// Wall-clock time of the parts of a step, and what is left of it.
#pragma once

#include <chrono>
#include <optional>

#include <pliant/report.hpp>

namespace pliant::simulate {

class Stopwatch {
public:
    /// Milliseconds since the last lap, or since it was made.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double passed = std::chrono::duration<double, std::milli>(now - began_).count();
        began_ = now;
        return passed;
    }

private:
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// SimulationOptions::detection_budget over the searches of a step.
class DetectionBudget {
public:
    using Time = std::optional<std::chrono::nanoseconds>;

    explicit DetectionBudget(Time whole) : whole_(whole), left_(whole) {}
    void begin() {
        left_ = whole_;
        complete_ = true;
    }
    /// Of the next search; unset where there is no budget.
    [[nodiscard]] Time left() const { return left_; }
    void spend(const Report& search) {
        complete_ = complete_ && search.complete;
        if (!left_) return;
        const std::chrono::duration<double, std::milli> spent(search.milliseconds.find);
        *left_ -= std::chrono::duration_cast<std::chrono::nanoseconds>(spent);
        if (left_->count() < 0) left_ = std::chrono::nanoseconds(0);
    }
    /// No search since begin() was ended by its budget.
    [[nodiscard]] bool complete() const { return complete_; }

private:
    Time whole_, left_;
    bool complete_ = true;
};

}  // namespace pliant::simulate
