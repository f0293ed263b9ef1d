// Positions on a grid of 16-bit steps, fine enough to look at.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pliant::report {

using Position = std::array<double, 3>;
using Cell = std::array<std::int16_t, 3>;

/// In all three coordinates: the position is not finite, or outside of the grid.
constexpr std::int16_t missing = std::numeric_limits<std::int16_t>::min();
constexpr double most_steps = std::numeric_limits<std::int16_t>::max();

/// Of finite positions alone; low > high where there is none.
struct Bounds {
    Position low{inf, inf, inf}, high{-inf, -inf, -inf};

    void add(const Position& p);
    void add(std::span<const Position> positions);
    [[nodiscard]] bool empty() const { return low[0] > high[0]; }
    [[nodiscard]] Position middle() const;
    /// Half of the longest side: the whole may be beyond the range of double.
    [[nodiscard]] double half() const;

private:
    static constexpr double inf = std::numeric_limits<double>::infinity();
};

/// Position = origin + step * cell.
struct Grid {
    Position origin{};
    double step = 1;

    Grid() = default;
    /// `room` times as large as the bounds; more than 1, or rounding may push a corner out.
    Grid(const Bounds& bounds, double room);

    [[nodiscard]] Cell cell(const Position& p) const;
    bool operator==(const Grid&) const = default;
};

std::vector<Cell> cells(const Grid& grid, std::span<const Position> positions);

}  // namespace pliant::report
