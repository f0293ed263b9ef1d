#include "picture_pixels.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace pliant::cli_test {
namespace {

std::size_t big_endian(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    return std::size_t{bytes[at]} << 24 | std::size_t{bytes[at + 1]} << 16 | std::size_t{bytes[at + 2]} << 8 |
           bytes[at + 3];
}

int predicted(int filter, int left, int up, int corner) {
    const int a = std::abs(up - corner), b = std::abs(left - corner), c = std::abs(left + up - 2 * corner);
    switch (filter) {
        case 1: return left;
        case 2: return up;
        case 3: return (left + up) / 2;
        case 4: return a <= b && a <= c ? left : b <= c ? up : corner;
        default: return 0;
    }
}

template <class Test>
std::size_t count(const Pixels& pixels, double from, double to, Test test) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < pixels.values.size(); i += 3) {
        const double place = double(i / 3 % pixels.width) / double(pixels.width);
        result += place >= from && place < to && test(&pixels.values[i]);
    }
    return result;
}

}  // namespace

std::size_t Pixels::count_red(double from, double to) const {
    return count(*this, from, to, [](const std::uint8_t* c) { return c[0] > c[1] + 40 && c[0] > c[2] + 40; });
}

std::size_t Pixels::count_green() const {
    return count(*this, 0, 1, [](const std::uint8_t* c) { return c[1] > c[0] + 25 && c[1] > c[2] + 12; });
}

std::size_t Pixels::count_blue() const {
    return count(*this, 0, 1, [](const std::uint8_t* c) { return c[2] > c[0] + 60 && c[2] > c[1] + 40; });
}

Pixels read_png(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<std::uint8_t> bytes(std::istreambuf_iterator<char>(stream), {});
    Pixels pixels;
    if (bytes.size() < 33 || bytes[24] != 8 || bytes[25] != 2) {
        ADD_FAILURE() << file << " is no 8-bit RGB picture";
        return pixels;
    }
    pixels.width = big_endian(bytes, 16);
    pixels.height = big_endian(bytes, 20);
    const std::size_t row = 3 * pixels.width;
    std::vector<std::uint8_t> packed, rows((row + 1) * pixels.height);
    for (std::size_t at = 33; at + 12 <= bytes.size(); at += 12 + big_endian(bytes, at))
        if (bytes[at + 5] == 'D') packed.insert(packed.end(), &bytes[at + 8], &bytes[at + 8] + big_endian(bytes, at));
    uLongf size = uLongf(rows.size());
    EXPECT_EQ(uncompress(rows.data(), &size, packed.data(), uLong(packed.size())), Z_OK);
    pixels.values.resize(row * pixels.height);
    for (std::size_t y = 0; y < pixels.height; ++y)
        for (std::size_t i = 0; i < row; ++i) {
            const auto value = [&](std::size_t back, std::size_t above) -> int {
                return i < back || y < above ? 0 : pixels.values[(y - above) * row + i - back];
            };
            const std::uint8_t* in = &rows[y * (row + 1)];
            pixels.values[y * row + i] =
                std::uint8_t(in[i + 1] + predicted(in[0], value(3, 0), value(0, 1), value(3, 1)));
        }
    return pixels;
}

}  // namespace pliant::cli_test
