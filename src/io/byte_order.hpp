// Numbers out of bytes of either order, whatever the order of this machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace pliant::io {

enum class ByteOrder { little, big };

/// The bytes need not be aligned; sizeof(T) of them must be there.
template <class T>
T load(const std::byte* bytes, ByteOrder order = ByteOrder::little) {
    static_assert(std::is_arithmetic_v<T>);
    std::byte turned[sizeof(T)];
    const bool as_here = (order == ByteOrder::little) == (std::endian::native == std::endian::little);
    for (std::size_t i = 0; i < sizeof(T); ++i) turned[i] = bytes[as_here ? i : sizeof(T) - 1 - i];
    T value;
    std::memcpy(&value, turned, sizeof(T));
    return value;
}

}  // namespace pliant::io
