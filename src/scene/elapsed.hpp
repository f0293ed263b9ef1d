// Time that has gone by, for reports.
#pragma once

#include <chrono>

namespace pliant {

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace pliant
