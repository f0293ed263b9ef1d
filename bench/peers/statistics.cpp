#include "statistics.hpp"

#include <time.h>

#include <algorithm>
#include <utility>

namespace pliant::bench {

namespace {

double processor_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Stopwatch::Stopwatch() : wall_(std::chrono::steady_clock::now()), processor_(processor_milliseconds()) {}

Time Stopwatch::lap() {
    const auto now = std::chrono::steady_clock::now();
    const double processor = processor_milliseconds();
    return {std::chrono::duration<double, std::milli>(now - std::exchange(wall_, now)).count(),
            processor - std::exchange(processor_, processor)};
}

double quantile(std::vector<double> values, double share) {
    const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
    return values[at];
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double Timings::quantile(double share) const {
    std::vector<double> all;
    for (const auto& frame : by_frame_) all.insert(all.end(), frame.begin(), frame.end());
    return bench::quantile(std::move(all), share);
}

double Timings::first() const { return *std::min_element(by_frame_.front().begin(), by_frame_.front().end()); }

double Timings::undisturbed() const {
    std::vector<double> fastest;
    for (const auto& frame : by_frame_) fastest.push_back(*std::min_element(frame.begin(), frame.end()));
    return median(std::move(fastest));
}

}  // namespace pliant::bench
