// Numbers as bytes that compress well, and bytes as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pliant::report {

/// Residuals of predicted numbers, signs folded into the lowest bit (zigzag): all lowest bytes first, then the
/// next ones. Differences wrap around.
void append_residuals(std::string& bytes, std::span<const std::uint16_t> residuals);
void append_residuals(std::string& bytes, std::span<const std::uint32_t> residuals);

/// Sign in the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3.
constexpr std::uint16_t folded(std::uint16_t difference) {
    return std::uint16_t((difference << 1) ^ ((difference & 0x8000u) != 0 ? 0xffffu : 0u));
}
constexpr std::uint32_t folded(std::uint32_t difference) {
    return (difference << 1) ^ ((difference & 0x80000000u) != 0 ? 0xffffffffu : 0u);
}

/// Each number predicted by the one before.
void append_numbers(std::string& bytes, std::span<const std::uint32_t> numbers);

/// Little-endian IEEE 754 of four bytes.
void append_floats(std::string& bytes, std::span<const double> values);

/// As of RFC 1950.
std::string deflated(std::string_view bytes);

/// As of RFC 4648, on one line.
std::string base64(std::string_view bytes);

}  // namespace pliant::report
