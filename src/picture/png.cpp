// Portable Network Graphics, as of ISO/IEC 15948: 8-bit RGB, one filter a row chosen by the sum of its bytes.
#include <zlib.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>

#include "io/whole_file.hpp"
#include "picture/picture.hpp"

namespace pliant::picture {

namespace {

using Bytes = std::vector<std::uint8_t>;

void append_big_endian(Bytes& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(Bytes& file, std::string_view type, const Bytes& data) {
    append_big_endian(file, static_cast<std::uint32_t>(data.size()));
    const std::size_t checked_from = file.size();
    file.insert(file.end(), type.begin(), type.end());
    file.insert(file.end(), data.begin(), data.end());
    const auto length = static_cast<uInt>(file.size() - checked_from);
    append_big_endian(file, static_cast<std::uint32_t>(crc32(0, file.data() + checked_from, length)));
}

int paeth(int left, int up, int corner) {
    const int guess = left + up - corner;
    const int to_left = std::abs(guess - left), to_up = std::abs(guess - up), to_corner = std::abs(guess - corner);
    if (to_left <= to_up && to_left <= to_corner) return left;
    return to_up <= to_corner ? up : corner;
}

int predicted(int filter, int left, int up, int corner) {
    switch (filter) {
        case 1: return left;
        case 2: return up;
        case 3: return (left + up) / 2;
        case 4: return paeth(left, up, corner);
        default: return 0;
    }
}

// Residuals of a row that is predicted from its neighbours; the first byte names the filter.
void filter_row(const Bytes& row, const Bytes& above, int filter, Bytes& out) {
    out[0] = static_cast<std::uint8_t>(filter);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const int left = i < 3 ? 0 : row[i - 3], corner = i < 3 ? 0 : above[i - 3];
        out[i + 1] = static_cast<std::uint8_t>(row[i] - predicted(filter, left, above[i], corner));
    }
}

std::uint64_t roughness(const Bytes& filtered) {
    std::uint64_t sum = 0;
    for (std::size_t i = 1; i < filtered.size(); ++i) {
        const int byte = filtered[i];
        sum += static_cast<std::uint64_t>(byte < 128 ? byte : 256 - byte);
    }
    return sum;
}

Bytes filtered_rows(const Image& image) {
    const std::size_t row_bytes = 3 * image.width;
    Bytes all, row(row_bytes), above(row_bytes, 0), tried(row_bytes + 1), best(row_bytes + 1);
    all.reserve((row_bytes + 1) * image.height);
    for (std::size_t y = 0; y < image.height; ++y) {
        for (std::size_t i = 0; i < row_bytes; ++i) row[i] = image.pixels[y * image.width + i / 3][i % 3];
        std::uint64_t least = ~std::uint64_t{0};
        for (int filter = 0; filter < 5; ++filter) {
            filter_row(row, above, filter, tried);
            const std::uint64_t sum = roughness(tried);
            if (sum < least) {
                least = sum;
                best.swap(tried);
            }
        }
        all.insert(all.end(), best.begin(), best.end());
        row.swap(above);
    }
    return all;
}

Bytes compressed(const Bytes& data) {
    uLongf size = compressBound(static_cast<uLong>(data.size()));
    Bytes out(size);
    if (compress2(out.data(), &size, data.data(), static_cast<uLong>(data.size()), 7) != Z_OK) throw std::bad_alloc();
    out.resize(size);
    return out;
}

Bytes header(const Image& image) {
    Bytes data;
    append_big_endian(data, static_cast<std::uint32_t>(image.width));
    append_big_endian(data, static_cast<std::uint32_t>(image.height));
    const std::array<std::uint8_t, 5> eight_bit_rgb{8, 2, 0, 0, 0};
    data.insert(data.end(), eight_bit_rgb.begin(), eight_bit_rgb.end());
    return data;
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) {
    if (image.width == 0 || image.height == 0 || image.pixels.size() != image.width * image.height)
        throw std::runtime_error(path.string() + ": an image needs at least one pixel, and as many as its size says");
    Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    append_chunk(file, "IHDR", header(image));
    append_chunk(file, "IDAT", compressed(filtered_rows(image)));
    append_chunk(file, "IEND", {});
    io::write_whole_file(path, std::as_bytes(std::span(file)));
}

}  // namespace pliant::picture
