#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pliant::cli {

/// The upper one of the two in the middle, for an even count. `values` is not empty.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace pliant::cli
