// The lines between columns, at every level of refinement.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/depth_layers/fragment.hpp"

namespace pliant::depth_layers {

/// n x n columns over a rectangle that begins at the origin. Column k of level l is half of column k / 2 of level l
/// - 1.
class Grid {
public:
    void set(double side_x, double side_y, std::uint32_t columns) {
        columns_ = columns;
        fill(x_, side_x);
        fill(y_, side_y);
        per_x_ = side_x > 0 ? columns / side_x : 0;
        per_y_ = side_y > 0 ? columns / side_y : 0;
    }

    [[nodiscard]] std::uint32_t columns() const { return columns_; }

    [[nodiscard]] Rectangle rectangle(std::uint32_t ix, std::uint32_t iy, unsigned level) const {
        return {line(x_, ix, level), line(x_, ix + 1, level), line(y_, iy, level), line(y_, iy + 1, level)};
    }

    /// Columns [first, last] of level 0 that a range of coordinates overlaps; none where first > last. `open`: columns
    /// without their border, and of a range the inside alone unless it is a point.
    struct Range {
        std::uint32_t first, last;
    };
    [[nodiscard]] Range along_x(double lo, double hi, bool open) const { return range(x_, per_x_, lo, hi, open); }
    [[nodiscard]] Range along_y(double lo, double hi, bool open) const { return range(y_, per_y_, lo, hi, open); }

    /// A column of level 0 that holds a coordinate within the rectangle.
    [[nodiscard]] std::uint32_t column_of(double x) const { return place(x_, x, per_x_); }
    [[nodiscard]] std::uint32_t row_of(double y) const { return place(y_, y, per_y_); }

private:
    [[nodiscard]] std::uint32_t place(const std::vector<double>& lines, double at, double per) const {
        std::uint32_t i = std::min(static_cast<std::uint32_t>(at * per), columns_ - 1);
        if (at < lines[i]) return i - 1;
        return at > lines[i + 1] ? i + 1 : i;
    }

    void fill(std::vector<double>& lines, double side) const {
        lines.resize(columns_ + 1);
        for (std::uint32_t i = 0; i < columns_; ++i) lines[i] = side * i / columns_;
        lines[columns_] = side;
    }

    static double line(const std::vector<double>& lines, std::uint32_t k, unsigned level) {
        const std::uint32_t whole = k >> level, rest = k & ((1u << level) - 1);
        if (rest == 0) return lines[whole];
        return lines[whole] + (lines[whole + 1] - lines[whole]) * rest / (1u << level);
    }

    [[nodiscard]] Range range(const std::vector<double>& lines, double per, double lo, double hi, bool open) const {
        const double last_line = lines[columns_];
        const bool apart = open ? hi <= 0 || lo >= last_line : hi < 0 || lo > last_line;
        if (apart || !(lo <= hi)) return {1, 0};
        std::uint32_t first = guess(lo * per), last = guess(hi * per);
        while (first > 0 && (open ? lines[first] > lo : lines[first] >= lo)) --first;
        while (first + 1 < columns_ && (open ? lines[first + 1] <= lo : lines[first + 1] < lo)) ++first;
        while (last + 1 < columns_ && (open ? lines[last + 1] < hi : lines[last + 1] <= hi)) ++last;
        while (last > 0 && (open ? lines[last] >= hi : lines[last] > hi)) --last;
        return {first, last};
    }

    [[nodiscard]] std::uint32_t guess(double place) const {
        return static_cast<std::uint32_t>(std::clamp(place, 0.0, static_cast<double>(columns_ - 1)));
    }

    std::uint32_t columns_ = 1;
    std::vector<double> x_, y_;
    double per_x_ = 1, per_y_ = 1;
};

}  // namespace pliant::depth_layers
