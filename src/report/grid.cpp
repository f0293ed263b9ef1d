#include "report/grid.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::report {
namespace {

bool finite(const Position& p) { return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]); }

}  // namespace

void Bounds::add(const Position& p) {
    if (!finite(p)) return;
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
    }
}

void Bounds::add(std::span<const Position> positions) {
    for (const Position& p : positions) add(p);
}

Position Bounds::middle() const {
    Position result{};
    for (std::size_t k = 0; k < 3 && !empty(); ++k) result[k] = 0.5 * low[k] + 0.5 * high[k];
    return result;
}

double Bounds::half() const {
    double longest = 0;
    for (std::size_t k = 0; k < 3 && !empty(); ++k) longest = std::max(longest, 0.5 * high[k] - 0.5 * low[k]);
    return longest;
}

Grid::Grid(const Bounds& bounds, double room) : origin(bounds.middle()) {
    const double wanted = bounds.half() / most_steps * room;
    if (wanted > 0) step = wanted;
}

Cell Grid::cell(const Position& p) const {
    constexpr Cell nowhere{missing, missing, missing};
    Cell result{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double steps = std::nearbyint((0.5 * p[k] - 0.5 * origin[k]) / step * 2);
        if (!(std::abs(steps) <= most_steps)) return nowhere;  // NaN as well
        result[k] = std::int16_t(steps);
    }
    return result;
}

std::vector<Cell> cells(const Grid& grid, std::span<const Position> positions) {
    std::vector<Cell> result;
    result.reserve(positions.size());
    for (const Position& p : positions) result.push_back(grid.cell(p));
    return result;
}

}  // namespace pliant::report
