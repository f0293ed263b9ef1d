// The floating-point mode that every proof of an error bound takes for granted, whatever the host program has set.
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace pliant::parallel {

/// While it lives, this thread rounds to nearest, keeps denormals and traps nothing; then the host's mode and its
/// exception flags are back. Stands at the border: in every public function that computes, and around each item of a
/// parallel loop, since threads have modes of their own. On x86-64 the cost is two accesses to MXCSR.
class FloatingPointMode {
public:
    FloatingPointMode(const FloatingPointMode&) = delete;
    FloatingPointMode& operator=(const FloatingPointMode&) = delete;

#if defined(__SSE2__) || defined(_M_X64)
    FloatingPointMode() : saved_(_mm_getcsr()) {
        if ((saved_ & ~flags) != normal) _mm_setcsr(normal | (saved_ & flags));
    }
    ~FloatingPointMode() { _mm_setcsr(saved_); }

private:
    static constexpr unsigned normal = 0x1f80;  // every exception masked; rounding, flush-to-zero and DAZ bits are zero
    static constexpr unsigned flags = 0x3f;
    unsigned saved_;
#else
    FloatingPointMode() {
        std::fegetenv(&saved_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~FloatingPointMode() { std::fesetenv(&saved_); }

private:
    std::fenv_t saved_;
#endif
};

}  // namespace pliant::parallel
