// Timing statistics that are robust against other load on the machine.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace pliant::bench {

/// Milliseconds.
struct Time {
    double wall = 0;
    double processor = 0;  // CPU time of all threads of this process
};

class Stopwatch {
public:
    Stopwatch();
    /// Time since the last call, or since construction.
    Time lap();

private:
    std::chrono::steady_clock::time_point wall_;
    double processor_;
};

/// Quantile of `values`, which is not empty.
double quantile(std::vector<double> values, double share);
double median(std::vector<double> values);

/// Milliseconds of each frame, repeated.
class Timings {
public:
    explicit Timings(std::size_t frames) : by_frame_(frames) {}
    void add(std::size_t frame, double milliseconds) { by_frame_[frame].push_back(milliseconds); }

    /// Over all frames and repetitions.
    [[nodiscard]] double quantile(double share) const;
    /// Median over frames of each frame's fastest repetition: the least disturbed measure.
    [[nodiscard]] double undisturbed() const;
    /// The first frame, at its fastest repetition.
    [[nodiscard]] double first() const;

private:
    std::vector<std::vector<double>> by_frame_;
};

}  // namespace pliant::bench
