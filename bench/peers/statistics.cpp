#include "statistics.hpp"

#include <algorithm>
#include <utility>

namespace pliant::bench {

double Stopwatch::lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::milli>(now - std::exchange(last_, now)).count();
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

double Timings::undisturbed() const {
    std::vector<double> fastest;
    for (const auto& frame : by_frame_) fastest.push_back(*std::min_element(frame.begin(), frame.end()));
    return median(std::move(fastest));
}

}  // namespace pliant::bench
