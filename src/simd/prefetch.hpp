// A hint to the processor: this will be read soon.
#pragma once

namespace pliant::simd {

inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

}  // namespace pliant::simd
