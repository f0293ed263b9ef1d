// Boxes and vertices quantised to a byte per coordinate: a vector compares four or more boxes with few instructions.
// Included once per vector target.
#if defined(PLIANT_SPATIAL_HASH_BOX_CODES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SPATIAL_HASH_BOX_CODES_INL
#undef PLIANT_SPATIAL_HASH_BOX_CODES_INL
#else
#define PLIANT_SPATIAL_HASH_BOX_CODES_INL
#endif

#include <cstddef>
#include <cstdint>

#include "detect/spatial_hash/block_boxes-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::spatial_hash::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// Quantisation is monotonic, so it is conservative: where a vertex is in a closed box, its code is in the codes of
/// that box; the converse does not hold. x is in the lowest byte, then y and z; the highest byte is the same in all
/// codes.
class BoxCode {
public:
    using Numbers = hn::RebindToUnsigned<Floats>;

    /// Codes of the boxes of a block.
    struct alignas(32) Boxes {
        std::uint32_t lo[broad_phase::block_size], hi[broad_phase::block_size];
    };

    /// Whether its extents are finite floats.
    static HWY_INLINE bool suits(const BoxAround& box) {
        constexpr float largest = std::numeric_limits<float>::max();
        return box.hi[0] - box.lo[0] <= largest && box.hi[1] - box.lo[1] <= largest && box.hi[2] - box.lo[2] <= largest;
    }

    /// Codes are steps from lo to hi.
    HWY_INLINE void set_box(const BoxAround& box) {
        constexpr float steps = 254, smallest = 1e-30f;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float extent = box.hi[axis] - box.lo[axis];
            lo_[axis] = box.lo[axis];
            per_unit_[axis] = extent > smallest ? steps / extent : 0;
        }
    }

    /// Bounds outside of the box get any code.
    HWY_INLINE void boxes(const BlockBoxes& boxes, Boxes& out) const {
        const Floats f;
        const Numbers u;
        for (std::size_t lane = 0; lane < broad_phase::block_size; lane += float_lanes) {
            hn::Store(
                code(hn::Load(f, boxes.lo[0] + lane), hn::Load(f, boxes.lo[1] + lane), hn::Load(f, boxes.lo[2] + lane)),
                u, out.lo + lane);
            hn::Store(
                code(hn::Load(f, boxes.hi[0] + lane), hn::Load(f, boxes.hi[1] + lane), hn::Load(f, boxes.hi[2] + lane)),
                u, out.hi + lane);
        }
    }

    /// Codes of a vector of vertices, and which of them may be in the box; others have any code.
    struct Coded {
        hn::Vec<Numbers> code;
        hn::Mask<Numbers> in;
    };
    [[nodiscard]] HWY_INLINE Coded vertices(Float x, Float y, Float z) const {
        const Numbers u;
        const auto i = steps(x, 0), j = steps(y, 1), k = steps(z, 2);
        const auto beyond = hn::AndNot(hn::Set(u, 0xff), hn::Or(i, hn::Or(j, k)));
        return {joined(i, j, k), hn::Eq(beyond, hn::Set(u, no_steps))};
    }

    /// The boxes of `blocks` blocks that may hold a vertex, as bits.
    template <std::size_t blocks>
    class Test;

private:
    // Rounding to integer by addition: the low bits of 2^23 + n are n.
    static constexpr float magic = 0x1p23f;
    static constexpr std::uint32_t no_steps = 0x4b000000u;  // its bits

    [[nodiscard]] HWY_INLINE hn::Vec<Numbers> steps(Float coordinate, std::size_t axis) const {
        const Floats f;
        const auto scaled = hn::Mul(hn::Sub(coordinate, hn::Set(f, lo_[axis])), hn::Set(f, per_unit_[axis]));
        return hn::BitCast(Numbers(), hn::Add(scaled, hn::Set(f, magic)));
    }
    static HWY_INLINE hn::Vec<Numbers> joined(hn::Vec<Numbers> i, hn::Vec<Numbers> j, hn::Vec<Numbers> k) {
        return hn::Or(i, hn::Or(hn::ShiftLeft<8>(j), hn::ShiftLeft<16>(k)));
    }
    [[nodiscard]] HWY_INLINE hn::Vec<Numbers> code(Float x, Float y, Float z) const {
        return joined(steps(x, 0), steps(y, 1), steps(z, 2));
    }

    float lo_[3], per_unit_[3];
};

#if HWY_TARGET == HWY_SCALAR

template <std::size_t blocks>
class BoxCode::Test {
public:
    HWY_INLINE explicit Test(const Boxes* boxes) : boxes_(boxes) {}

    [[nodiscard]] HWY_INLINE std::uint32_t operator()(std::uint32_t code) const {
        std::uint32_t held = 0;
        for (std::size_t i = 0; i < blocks * broad_phase::block_size; ++i) {
            const Boxes& b = boxes_[i / broad_phase::block_size];
            held |= std::uint32_t{within(code, b.lo[i % broad_phase::block_size], b.hi[i % broad_phase::block_size])}
                    << i;
        }
        return held;
    }

private:
    static HWY_INLINE bool within(std::uint32_t code, std::uint32_t lo, std::uint32_t hi) {
        for (int shift = 0; shift < 24; shift += 8) {
            const std::uint32_t c = code >> shift & 0xff;
            if (c < (lo >> shift & 0xff) || c > (hi >> shift & 0xff)) return false;
        }
        return true;
    }

    const Boxes* boxes_;
};

#else

template <std::size_t blocks>
class BoxCode::Test {
public:
    HWY_INLINE explicit Test(const Boxes* boxes) {
        for (std::size_t v = 0; v < vectors; ++v) {
            const Boxes& own = boxes[v * float_lanes / broad_phase::block_size];
            const std::size_t lane = v * float_lanes % broad_phase::block_size;
            lo_[v] = hn::BitCast(bytes_, hn::Load(u_, own.lo + lane));
            hi_[v] = hn::BitCast(bytes_, hn::Load(u_, own.hi + lane));
        }
    }

    [[nodiscard]] HWY_INLINE std::uint32_t operator()(std::uint32_t code) const {
        const auto wanted = hn::Set(u_, code);
        const auto c = hn::BitCast(bytes_, wanted);
        std::uint32_t held = 0;
        for (std::size_t v = 0; v < vectors; ++v) {
            const auto nearest = hn::Min(hn::Max(c, lo_[v]), hi_[v]);
            held |= std::uint32_t{bits_of(u_, hn::Eq(hn::BitCast(u_, nearest), wanted))} << v * float_lanes;
        }
        return held;
    }

private:
    using Bytes = hn::Repartition<std::uint8_t, Numbers>;
    static constexpr std::size_t vectors = blocks * broad_phase::block_size / float_lanes;

    Numbers u_;
    Bytes bytes_;
    hn::Vec<Bytes> lo_[vectors], hi_[vectors];
};

#endif

}  // namespace pliant::spatial_hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
