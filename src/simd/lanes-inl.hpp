// Tags of the vectors that kernels work with, and masks as bits. Included once per vector target.
#if defined(PLIANT_SIMD_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_LANES_INL
#undef PLIANT_SIMD_LANES_INL
#else
#define PLIANT_SIMD_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 4>;
using Double = hn::Vec<Doubles>;
inline constexpr std::size_t double_lanes = hn::MaxLanes(Doubles());

using Floats = hn::CappedTag<float, 8>;
using Float = hn::Vec<Floats>;
inline constexpr std::size_t float_lanes = hn::MaxLanes(Floats());

#if HWY_TARGET <= HWY_AVX3
/// With AVX-512, for kernels that gain from it.
using SixteenFloats = hn::FixedTag<float, 16>;
#endif

/// A bit for each lane of a mask of at most sixteen.
template <class Tag>
HWY_INLINE unsigned bits_of(Tag d, hn::Mask<Tag> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    if constexpr (hn::MaxLanes(Tag()) > 8) return bytes[0] | unsigned{bytes[1]} << 8;
    return bytes[0];
}

HWY_INLINE unsigned bits_of(hn::Mask<Doubles> mask) { return bits_of(Doubles(), mask); }

/// A bit for every lane of a vector.
template <class Tag>
inline constexpr unsigned all_lanes = (1u << hn::MaxLanes(Tag())) - 1;

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
