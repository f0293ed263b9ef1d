// Times of many frames, many times over, on a machine that does other things too.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace pliant::bench {

/// Milliseconds.
struct Time {
    double wall = 0;
    double processor = 0;  // of all threads of this program: what other programs on the machine take is not in it
};

class Stopwatch {
public:
    Stopwatch();
    /// Since the last call, or since it was made.
    Time lap();

private:
    std::chrono::steady_clock::time_point wall_;
    double processor_;
};

/// The value below which the given share of the values lies. `values` is not empty.
double quantile(std::vector<double> values, double share);
double median(std::vector<double> values);

/// Milliseconds of each frame, repeated.
class Timings {
public:
    explicit Timings(std::size_t frames) : by_frame_(frames) {}
    void add(std::size_t frame, double milliseconds) { by_frame_[frame].push_back(milliseconds); }

    /// Over all frames and repetitions.
    [[nodiscard]] double quantile(double share) const;
    /// The median frame, each at its fastest repetition: what other jobs on the machine disturb least.
    [[nodiscard]] double undisturbed() const;
    /// The first frame, at its fastest repetition.
    [[nodiscard]] double first() const;

private:
    std::vector<std::vector<double>> by_frame_;
};

}  // namespace pliant::bench
