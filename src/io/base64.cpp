#include "io/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pliant::io {
namespace {

constexpr std::uint8_t foreign = 255;
constexpr std::uint8_t padding = 254;
constexpr std::uint8_t space = 253;

constexpr std::array<std::uint8_t, 256> make_values() {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> values{};
    for (auto& value : values) value = foreign;
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    }
    for (const char c : {' ', '\t', '\r', '\n'}) values[static_cast<unsigned char>(c)] = space;
    values['='] = padding;
    return values;
}

constexpr std::array<std::uint8_t, 256> value_of = make_values();

// The current group: complete at four characters, or shorter at the end of the text (unpadded base64).
struct Group {
    std::uint32_t bits = 0;
    int characters = 0;
    int pads = 0;

    void append_to(std::vector<std::byte>& out) const {
        const int bytes = (characters - pads) * 6 / 8;
        const std::uint32_t aligned = bits << (6 * (4 - characters));
        for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(aligned >> (16 - 8 * i) & 0xff));
    }
};

}  // namespace

Base64Result decode_base64(std::string_view text, std::size_t most_bytes) {
    Base64Result result;
    result.bytes.reserve(std::min(most_bytes, text.size() / 4 * 3) + 3);
    Group group;
    for (; result.read < text.size() && result.bytes.size() < most_bytes; ++result.read) {
        const std::uint8_t value = value_of[static_cast<unsigned char>(text[result.read])];
        if (value == space) continue;
        const bool misplaced_pad = value == padding ? group.characters < 2 : group.pads > 0;
        if (value == foreign || misplaced_pad) {
            result.clean = false;
            break;
        }
        group.bits = group.bits << 6 | (value == padding ? 0u : value);
        group.pads += value == padding ? 1 : 0;
        if (++group.characters < 4) continue;
        group.append_to(result.bytes);
        group = {};
    }
    if (result.clean && group.characters > 0) group.append_to(result.bytes);
    return result;
}

}  // namespace pliant::io
