// The pixels of a PNG file that the command wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace pliant::cli_test {

struct Pixels {
    std::size_t width = 0, height = 0;
    std::vector<std::uint8_t> values;  // red, green, blue, row by row from the top

    /// Between two columns, as shares of the width.
    [[nodiscard]] std::size_t count_red(double from = 0, double to = 1) const;
    [[nodiscard]] std::size_t count_green() const;
    [[nodiscard]] std::size_t count_blue() const;
};

/// Fails the test, and returns nothing, where it is no 8-bit RGB picture.
Pixels read_png(const std::filesystem::path& file);

}  // namespace pliant::cli_test
