// Unaligned loads of big- and little-endian numbers on a machine of either byte order.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace pliant::io {

/// Precondition: sizeof(T) bytes are readable. No alignment is needed.
template <class T>
T load(const std::byte* bytes, std::endian order = std::endian::little) {
    static_assert(std::is_arithmetic_v<T>);
    std::byte turned[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        turned[i] = bytes[order == std::endian::native ? i : sizeof(T) - 1 - i];
    }
    T value;
    std::memcpy(&value, turned, sizeof(T));
    return value;
}

}  // namespace pliant::io
