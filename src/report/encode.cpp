#include "report/encode.hpp"

#include <zlib.h>

#include <bit>
#include <new>
#include <vector>

namespace pliant::report {
namespace {

template <class Number>
void append_planes(std::string& bytes, std::span<const Number> numbers) {
    for (unsigned shift = 0; shift < 8 * sizeof(Number); shift += 8) {
        for (const Number number : numbers) bytes.push_back(char(number >> shift & 0xff));
    }
}

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

void append_residuals(std::string& bytes, std::span<const std::uint16_t> residuals) { append_planes(bytes, residuals); }
void append_residuals(std::string& bytes, std::span<const std::uint32_t> residuals) { append_planes(bytes, residuals); }

void append_numbers(std::string& bytes, std::span<const std::uint32_t> numbers) {
    std::vector<std::uint32_t> residuals;
    residuals.reserve(numbers.size());
    std::uint32_t before = 0;
    for (const std::uint32_t number : numbers) {
        residuals.push_back(folded(number - before));
        before = number;
    }
    append_planes<std::uint32_t>(bytes, residuals);
}

void append_floats(std::string& bytes, std::span<const double> values) {
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint32_t>(float(value));
        for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(char(bits >> shift & 0xff));
    }
}

std::string deflated(std::string_view bytes) {
    uLongf size = compressBound(uLong(bytes.size()));
    std::string out(size, '\0');
    const int level = 6;
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  uLong(bytes.size()), level) != Z_OK) {
        throw std::bad_alloc();
    }
    out.resize(size);
    return out;
}

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? std::uint8_t(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text.push_back(k <= count ? alphabet[group >> (18 - 6 * k) & 63] : '=');
    }
    return text;
}

}  // namespace pliant::report
