// Wall-clock time of the parts of a step.
#pragma once

#include <chrono>

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

}  // namespace pliant::simulate
