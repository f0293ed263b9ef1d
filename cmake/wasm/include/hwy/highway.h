// Highway 1.0's WASM target has no vectors of doubles: they compile, but GetLane returns their bits as an integer. Here
// are the operations on them that pliant uses, each one instruction of WebAssembly. Min and Max have x86's rule for NaN
// (the second argument), as those of floats have. Masks become bits by one instruction, too.
#include_next <hwy/highway.h>

#if defined(PLIANT_HIGHWAY_DOUBLES) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_HIGHWAY_DOUBLES
#undef PLIANT_HIGHWAY_DOUBLES
#else
#define PLIANT_HIGHWAY_DOUBLES
#endif

#if HWY_TARGET == HWY_WASM && !HWY_HAVE_FLOAT64

HWY_BEFORE_NAMESPACE();
namespace hwy {
namespace HWY_NAMESPACE {

template <size_t N>
using DoubleTag = Simd<double, N, 0>;
template <size_t N>
using DoubleVector = Vec128<double, N>;
template <size_t N>
using DoubleMask = Mask128<double, N>;

template <size_t N, HWY_IF_LE128(double, N)>
HWY_API DoubleVector<N> Set(DoubleTag<N> /* tag */, const double t) {
    return {wasm_f64x2_splat(t)};
}

#define PLIANT_BINARY(name, instruction)                                       \
    template <size_t N>                                                        \
    HWY_API DoubleVector<N> name(const DoubleVector<N> a, const DoubleVector<N> b) { \
        return {instruction};                                                  \
    }
PLIANT_BINARY(operator+, wasm_f64x2_add(a.raw, b.raw))
PLIANT_BINARY(operator-, wasm_f64x2_sub(a.raw, b.raw))
PLIANT_BINARY(operator*, wasm_f64x2_mul(a.raw, b.raw))
PLIANT_BINARY(operator/, wasm_f64x2_div(a.raw, b.raw))
PLIANT_BINARY(Min, wasm_f64x2_pmin(b.raw, a.raw))
PLIANT_BINARY(Max, wasm_f64x2_pmax(b.raw, a.raw))
#undef PLIANT_BINARY

#define PLIANT_UNARY(name, instruction)                     \
    template <size_t N>                                     \
    HWY_API DoubleVector<N> name(const DoubleVector<N> v) { \
        return {instruction(v.raw)};                        \
    }
PLIANT_UNARY(Abs, wasm_f64x2_abs)
PLIANT_UNARY(Sqrt, wasm_f64x2_sqrt)
PLIANT_UNARY(Round, wasm_f64x2_nearest)
PLIANT_UNARY(Trunc, wasm_f64x2_trunc)
PLIANT_UNARY(Floor, wasm_f64x2_floor)
PLIANT_UNARY(Ceil, wasm_f64x2_ceil)
#undef PLIANT_UNARY

#define PLIANT_COMPARISON(name, instruction)                                      \
    template <size_t N>                                                           \
    HWY_API DoubleMask<N> name(const DoubleVector<N> a, const DoubleVector<N> b) { \
        return {instruction(a.raw, b.raw)};                                       \
    }
PLIANT_COMPARISON(operator==, wasm_f64x2_eq)
PLIANT_COMPARISON(operator!=, wasm_f64x2_ne)
PLIANT_COMPARISON(operator>, wasm_f64x2_gt)
PLIANT_COMPARISON(operator<=, wasm_f64x2_le)
PLIANT_COMPARISON(operator>=, wasm_f64x2_ge)
#undef PLIANT_COMPARISON

/// Not fused, as everywhere in pliant.
template <size_t N>
HWY_API DoubleVector<N> MulAdd(const DoubleVector<N> mul, const DoubleVector<N> x, const DoubleVector<N> add) {
    return mul * x + add;
}

template <size_t N>
HWY_API double GetLane(const DoubleVector<N> v) {
    return wasm_f64x2_extract_lane(v.raw, 0);
}

HWY_API double ExtractLane(const DoubleVector<2> v, size_t i) {
    return i == 0 ? wasm_f64x2_extract_lane(v.raw, 0) : wasm_f64x2_extract_lane(v.raw, 1);
}

template <size_t N, HWY_IF_LE128(double, N)>
HWY_API DoubleVector<N> PromoteTo(DoubleTag<N> /* tag */, const Vec128<float, N> v) {
    return {wasm_f64x2_promote_low_f32x4(v.raw)};
}

template <size_t N, HWY_IF_LE64(float, N)>
HWY_API Vec128<float, N> DemoteTo(Simd<float, N, 0> /* tag */, const DoubleVector<N> v) {
    return {wasm_f32x4_demote_f64x2_zero(v.raw)};
}

namespace detail {

HWY_INLINE uint64_t MaskBits(hwy::SizeTag<1> /* tag */, __v128_u mask) { return wasm_i8x16_bitmask(mask); }
HWY_INLINE uint64_t MaskBits(hwy::SizeTag<2> /* tag */, __v128_u mask) { return wasm_i16x8_bitmask(mask); }
HWY_INLINE uint64_t MaskBits(hwy::SizeTag<4> /* tag */, __v128_u mask) { return wasm_i32x4_bitmask(mask); }
HWY_INLINE uint64_t MaskBits(hwy::SizeTag<8> /* tag */, __v128_u mask) { return wasm_i64x2_bitmask(mask); }

template <typename T, size_t N>
HWY_INLINE size_t StoreBits(const Mask128<T, N> mask, uint8_t* bits) {
    const uint64_t mask_bits = OnlyActive<T, N>(MaskBits(hwy::SizeTag<sizeof(T)>(), mask.raw));
    CopyBytes<(N + 7) / 8>(&mask_bits, bits);
    return (N + 7) / 8;
}

}  // namespace detail

#define PLIANT_STORE_MASK_BITS(T)                                                                      \
    template <size_t N>                                                                                \
    HWY_API size_t StoreMaskBits(Simd<T, N, 0> /* tag */, const Mask128<T, N> mask, uint8_t* bits) { \
        return detail::StoreBits(mask, bits);                                                          \
    }
PLIANT_STORE_MASK_BITS(float)
PLIANT_STORE_MASK_BITS(double)
PLIANT_STORE_MASK_BITS(int32_t)
PLIANT_STORE_MASK_BITS(uint32_t)
PLIANT_STORE_MASK_BITS(uint8_t)
#undef PLIANT_STORE_MASK_BITS

}  // namespace HWY_NAMESPACE
}  // namespace hwy
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET == HWY_WASM
#endif  // per target
