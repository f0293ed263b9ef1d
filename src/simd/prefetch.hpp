// Software prefetch.
#pragma once

#include <cstddef>

namespace pliant::simd {

inline constexpr std::size_t cache_line = 64;

/// GCC takes a function that only prefetches for pure, and deletes calls of it. An empty volatile asm is a side effect.
inline void keep_prefetch() {
#if defined(__GNUC__) && !defined(__clang__)
    __asm__ volatile("" ::);
#endif
}

inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
    keep_prefetch();
#else
    static_cast<void>(address);
#endif
}

inline void prefetch_to_write(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1);
    keep_prefetch();
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
