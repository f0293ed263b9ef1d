#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

#include "picture/picture.hpp"

namespace pliant::picture {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint32_t big_endian(const Bytes& bytes, std::size_t at) {
    return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 | std::uint32_t{bytes[at + 2]} << 8 |
           bytes[at + 3];
}

Bytes read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(stream), {});
}

struct Chunks {
    Bytes header, data;
    bool checksums_hold = true, ended = false;
};

Chunks chunks_of(const Bytes& file) {
    Chunks chunks;
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::uint32_t size = big_endian(file, at);
        const std::string type(file.begin() + long(at) + 4, file.begin() + long(at) + 8);
        const auto data = file.begin() + long(at) + 8;
        Bytes& to = type == "IHDR" ? chunks.header : chunks.data;
        if (type == "IHDR" || type == "IDAT") to.insert(to.end(), data, data + size);
        chunks.checksums_hold &= crc32(0, &file[at + 4], size + 4) == big_endian(file, at + 8 + size);
        chunks.ended = type == "IEND";
        at += 12 + size;
    }
    return chunks;
}

int paeth(int a, int b, int c) {
    const int pa = std::abs(b - c), pb = std::abs(a - c), pc = std::abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// Undoes the filters row by row; `filters` counts which were used.
Image unfiltered(const Bytes& rows, std::size_t width, std::size_t height, std::array<int, 5>& filters) {
    Image image{width, height, std::vector<Colour>(width * height)};
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* row = &rows[y * (3 * width + 1)];
        ++filters.at(row[0]);
        for (std::size_t i = 0; i < 3 * width; ++i) {
            const auto value = [&](std::size_t x, std::size_t line) {
                return int(image.pixels[line * width + x][i % 3]);
            };
            const int left = i < 3 ? 0 : value(i / 3 - 1, y), up = y == 0 ? 0 : value(i / 3, y - 1);
            const int corner = i < 3 || y == 0 ? 0 : value(i / 3 - 1, y - 1);
            const int guesses[] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
            image.pixels[y * width + i / 3][i % 3] = static_cast<std::uint8_t>(row[i + 1] + guesses[row[0]]);
        }
    }
    return image;
}

Image decoded(const Bytes& file, std::array<int, 5>& filters) {
    const Bytes signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    EXPECT_TRUE(std::equal(signature.begin(), signature.end(), file.begin()));
    const Chunks chunks = chunks_of(file);
    EXPECT_TRUE(chunks.checksums_hold);
    EXPECT_TRUE(chunks.ended);
    const std::size_t width = big_endian(chunks.header, 0), height = big_endian(chunks.header, 4);
    EXPECT_EQ(Bytes(chunks.header.begin() + 8, chunks.header.end()), (Bytes{8, 2, 0, 0, 0}));
    Bytes rows((3 * width + 1) * height);
    uLongf size = static_cast<uLongf>(rows.size());
    EXPECT_EQ(uncompress(rows.data(), &size, chunks.data.data(), static_cast<uLong>(chunks.data.size())), Z_OK);
    EXPECT_EQ(size, rows.size());
    return unfiltered(rows, width, height, filters);
}

// Slopes in two directions, a plain part, and noise: each suits another filter.
Image test_image(std::size_t width, std::size_t height) {
    Image image{width, height, {}};
    std::uint32_t noise = 1;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            noise = noise * 1664525u + 1013904223u;
            const auto down = static_cast<std::uint8_t>(y * 3), across = static_cast<std::uint8_t>(x * 5 + y);
            const auto rough = static_cast<std::uint8_t>(noise >> 24);
            image.pixels.push_back(y < height / 3       ? Colour{across, across, 7}
                                   : y < 2 * height / 3 ? Colour{down, 40, down}
                                                        : Colour{rough, across, 200});
        }
    return image;
}

struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("pliant_png_test_" + std::to_string(std::random_device{}()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Png, DecodesToTheSamePixels) {
    const Folder folder;
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{1, 1}, {2, 5}, {67, 90}, {300, 1}}) {
        const Image image = test_image(width, height);
        write_png(folder.path / "a.png", image);
        std::array<int, 5> filters{};
        const Image back = decoded(read_file(folder.path / "a.png"), filters);
        EXPECT_EQ(back.width, width);
        EXPECT_EQ(back.height, height);
        EXPECT_EQ(back.pixels, image.pixels);
    }
}

TEST(Png, ChoosesFiltersAndCompresses) {
    const Folder folder;
    Image slope = test_image(200, 200);
    for (std::size_t i = 0; i < slope.pixels.size(); ++i)
        slope.pixels[i] = {static_cast<std::uint8_t>(i % 200), static_cast<std::uint8_t>(i / 200), 9};
    write_png(folder.path / "slope.png", slope);
    const Bytes file = read_file(folder.path / "slope.png");
    std::array<int, 5> filters{};
    decoded(file, filters);
    EXPECT_LT(filters[0], 200);
    EXPECT_LT(file.size(), 200u * 200 * 3 / 50);
}

TEST(Png, NamesTheFileThatCannotBeWritten) {
    const Folder folder;
    const std::filesystem::path path = folder.path / "not_there" / "b.png";
    try {
        write_png(path, test_image(2, 2));
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("b.png"), std::string::npos);
    }
}

TEST(Png, RefusesAnImageWithoutItsPixels) {
    const Folder folder;
    EXPECT_THROW(write_png(folder.path / "c.png", Image{0, 5, {}}), std::runtime_error);
    EXPECT_THROW(write_png(folder.path / "c.png", Image{2, 2, {{1, 2, 3}}}), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(folder.path / "c.png"));
}

}  // namespace
}  // namespace pliant::picture
