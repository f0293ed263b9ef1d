#include "read_report.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

namespace pliant::report_test {
namespace {

std::string inflated(const std::string& packed) {
    std::string out(1 << 20, '\0');
    for (;;) {
        uLongf size = uLong(out.size());
        const int result = uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                                      reinterpret_cast<const Bytef*>(packed.data()), uLong(packed.size()));
        if (result == Z_BUF_ERROR && out.size() < (std::size_t{1} << 30)) {
            out.resize(4 * out.size());
            continue;
        }
        EXPECT_EQ(result, Z_OK);
        out.resize(size);
        return out;
    }
}

class Reader {
public:
    explicit Reader(const std::string& bytes) : bytes_(bytes) {}

    std::vector<std::uint32_t> numbers(std::size_t count) {
        std::vector<std::uint32_t> result(count);
        std::uint32_t before = 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t folded = 0;
            for (std::size_t plane = 0; plane < 4; ++plane) folded |= byte(plane * count + i) << (8 * plane);
            before += (folded >> 1) ^ (0u - (folded & 1u));
            result[i] = before;
        }
        at_ += 4 * count;
        return result;
    }

    using Cells = std::vector<std::array<std::int16_t, 3>>;
    Cells cells(std::size_t count, const std::string& by, const Cells& before, const Cells& long_before) {
        if (by == "same") return before;
        Cells result(count);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t v = 0; v < count; ++v) {
                const std::size_t r = axis * count + v;
                const auto folded = std::uint16_t(byte(r) | byte(3 * count + r) << 8);
                int guess = 0;
                if (by == "vertex") guess = v > 0 ? result[v - 1][axis] : 0;
                if (by == "rest") guess = before[v][axis];
                if (by == "line") guess = 2 * before[v][axis] - long_before[v][axis];
                result[v][axis] = std::int16_t(std::uint16_t(guess + ((folded >> 1) ^ -(folded & 1))));
            }
        }
        at_ += 6 * count;
        return result;
    }

    [[nodiscard]] std::string rest() const { return bytes_.substr(at_); }

private:
    [[nodiscard]] std::uint32_t byte(std::size_t i) const { return std::uint8_t(bytes_.at(at_ + i)); }

    const std::string& bytes_;
    std::size_t at_ = 0;
};

std::vector<Position> placed(const Reader::Cells& cells, const Json& grid) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<Position> result;
    for (const auto& cell : cells) {
        Position& p = result.emplace_back(Position{nan, nan, nan});
        if (cell[0] == std::numeric_limits<std::int16_t>::min()) continue;
        for (std::size_t k = 0; k < 3; ++k) p[k] = grid[k].get<double>() + grid[3].get<double>() * cell[k];
    }
    return result;
}

std::vector<std::array<std::uint32_t, 3>> triangles_of(const Chunk& chunk) {
    const auto count = chunk.head["triangles"].get<std::size_t>();
    const std::vector<std::uint32_t> corners = Reader(chunk.bytes).numbers(3 * count);
    std::vector<std::array<std::uint32_t, 3>> result(count);
    for (std::size_t i = 0; i < 3 * count; ++i) result[i / 3][i % 3] = corners[i];
    return result;
}

}  // namespace

std::string from_base64(const std::string& text) {
    std::string bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : text) {
        if (c == '=') break;
        const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        group = group << 6 | std::uint32_t(alphabet.find(c));
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(char(group >> bits & 0xff));
    }
    return bytes;
}

ReadReport::ReadReport(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    html.assign(std::istreambuf_iterator<char>(stream), {});
    summary = Json::parse(element("summary"));
}

bool ReadReport::has(const std::string& id) const { return html.find(" id=\"" + id + "\">") != std::string::npos; }

std::string ReadReport::element(const std::string& id) const {
    const std::string opening = " id=\"" + id + "\">";
    const std::size_t first = html.find(opening);
    if (first == std::string::npos) return "";
    const std::size_t begin = first + opening.size();
    return html.substr(begin, html.find("</script>", begin) - begin);
}

Chunk ReadReport::chunk(const std::string& id) const {
    const std::string bytes = inflated(from_base64(element(id)));
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length |= std::uint32_t(std::uint8_t(bytes.at(i))) << (8 * i);
    return {Json::parse(bytes.substr(4, length)), bytes.substr(4 + length)};
}

std::vector<ReadFrame> ReadReport::frames() const {
    std::vector<ReadFrame> result;
    std::vector<Reader::Cells> before(summary["bodies"].size()), long_before(before.size());
    for (std::size_t place = 0; place < summary["frames"].size(); ++place) {
        const Chunk read = chunk("frame-" + std::to_string(place));
        ReadFrame& frame = result.emplace_back();
        frame.head = read.head;
        Reader reader(read.bytes);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Json& body = read.head["bodies"][i];
            Reader::Cells now = reader.cells(body["vertices"], body["by"], before[i], long_before[i]);
            frame.bodies.push_back(
                {placed(now, body["grid"]), triangles_of(chunk("mesh-" + std::to_string(body["mesh"].get<int>())))});
            long_before[i] = std::exchange(before[i], std::move(now));
        }
        const Json& pairs = read.head["pairs"];
        frame.pairs.resize(pairs["shown"].get<std::size_t>());
        for (std::size_t column = 0; column < (pairs["findings"].get<bool>() ? 6u : 5u); ++column) {
            const auto numbers = reader.numbers(frame.pairs.size());
            for (std::size_t i = 0; i < numbers.size(); ++i) frame.pairs[i][column] = numbers[i];
        }
        frame.rest = reader.rest();
    }
    return result;
}

}  // namespace pliant::report_test
