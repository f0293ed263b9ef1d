// Software prefetch.
#pragma once

#include <cstddef>

namespace pliant::simd {

inline constexpr std::size_t cache_line = 64;

inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

inline void prefetch_to_write(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1);
#else
    static_cast<void>(address);
#endif
}

/// Every cache line of `bytes` bytes; `begin` is at or near the start of a line.
inline void prefetch(const void* begin, std::size_t bytes) {
    const auto* at = static_cast<const char*>(begin);
    for (std::size_t i = 0; i < bytes; i += cache_line) prefetch(at + i);
}

}  // namespace pliant::simd
