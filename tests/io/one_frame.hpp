// The points of one frame of a sequence.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "io/io.hpp"

namespace pliant::io::test {

using Points = std::vector<std::array<double, 3>>;

inline Points frame(const Sequence& sequence, std::size_t index) {
    Points points;
    sequence.positions(index, points);
    return points;
}

}  // namespace pliant::io::test
