// Cells, and rows of them along x: the vertices of a row are one range of the table.
// Included once per vector target.
#if defined(PLIANT_SPATIAL_HASH_CELL_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SPATIAL_HASH_CELL_ROWS_INL
#undef PLIANT_SPATIAL_HASH_CELL_ROWS_INL
#else
#define PLIANT_SPATIAL_HASH_CELL_ROWS_INL
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::spatial_hash::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// The primes of [Teschner2003, 4.1] for j and k.
constexpr std::uint32_t prime_j = 19349663u, prime_k = 83492791u;
// Cell numbers are clamped to this range. All of them are exact floats.
constexpr float last_cell = 0x1p23f;
// Cells are shorter along x than along y and z by this factor: a row is looked up by its two ends, so more cells in it
// cost nothing, and fewer vertices beyond the ends of the box are read.
constexpr float cells_along_x = 4;

using Integers = hn::RebindToSigned<Floats>;

template <class Tag>
HWY_INLINE hn::Vec<hn::RebindToSigned<Tag>> cell_of(Tag d, hn::Vec<Tag> coordinate, hn::Vec<Tag> inverse_cell) {
    const auto scaled = hn::Floor(hn::Mul(coordinate, inverse_cell));
    const auto clamped = hn::Min(hn::Max(scaled, hn::Set(d, -last_cell)), hn::Set(d, last_cell));
    return hn::ConvertTo(hn::RebindToSigned<Tag>(), clamped);
}

HWY_INLINE std::int32_t cell_of(float coordinate, float inverse_cell) {
    return static_cast<std::int32_t>(std::clamp(std::floor(coordinate * inverse_cell), -last_cell, last_cell));
}

HWY_INLINE std::uint32_t hash_row(std::int32_t j, std::int32_t k) {
    return static_cast<std::uint32_t>(j) * prime_j ^ static_cast<std::uint32_t>(k) * prime_k;
}

/// The difference of two cell numbers; unsigned, so that it cannot overflow.
HWY_INLINE std::uint32_t steps(std::int32_t from, std::int32_t to) {
    return static_cast<std::uint32_t>(to) - static_cast<std::uint32_t>(from);
}

/// The half-open ranges [lo, hi) of y and z, in cells, of a row. Coordinates beyond the last row belong to it: there lo
/// is -infinity and hi is NaN, and both comparisons accept everything.
struct RowSides {
    float j_lo, j_hi, k_lo, k_hi;

    HWY_INLINE RowSides(std::int32_t j, std::int32_t k) : j_lo(low(j)), j_hi(high(j)), k_lo(low(k)), k_hi(high(k)) {}

private:
    static HWY_INLINE float low(std::int32_t cell) {
        const auto side = static_cast<float>(cell);
        return side > -last_cell ? side : -std::numeric_limits<float>::infinity();
    }
    static HWY_INLINE float high(std::int32_t cell) {
        const auto side = static_cast<float>(cell + 1);
        return side <= last_cell ? side : std::numeric_limits<float>::quiet_NaN();
    }
};

/// Ranges of two rows may overlap in the table: a vertex counts in its own row. y and z are in cells.
HWY_INLINE hn::Mask<Floats> in_row(Float y, Float z, const RowSides& row) {
    const Floats f;
    const auto in_j = hn::AndNot(hn::Ge(y, hn::Set(f, row.j_hi)), hn::Ge(y, hn::Set(f, row.j_lo)));
    const auto in_k = hn::AndNot(hn::Ge(z, hn::Set(f, row.k_hi)), hn::Ge(z, hn::Set(f, row.k_lo)));
    return hn::And(in_j, in_k);
}

/// The cells of a box: rows along x, in the plane of y and z.
struct Rows {
    std::int32_t first[3], last[3];
    std::uint32_t length;  // cells of a row

    HWY_INLINE Rows(const BoxAround& box, float inverse_cell) {
        const hn::CappedTag<float, 4> f;
        const hn::RebindToSigned<decltype(f)> n;
        alignas(16) static constexpr float finer[4] = {cells_along_x, 1, 1, 1};
        alignas(16) std::int32_t from[4], to[4];
        for (std::size_t i = 0; i < 4; i += hn::MaxLanes(f)) {
            const auto inverse = hn::Mul(hn::Load(f, finer + i), hn::Set(f, inverse_cell));
            hn::Store(cell_of(f, hn::Load(f, box.lo + i), inverse), n, from + i);
            hn::Store(cell_of(f, hn::Load(f, box.hi + i), inverse), n, to + i);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            first[axis] = from[axis];
            last[axis] = to[axis];
        }
        length = steps(first[0], last[0]) + 1;
    }

    [[nodiscard]] HWY_INLINE std::uint64_t number() const {
        return (std::uint64_t{steps(first[1], last[1])} + 1) * (std::uint64_t{steps(first[2], last[2])} + 1);
    }

    /// Calls range(begin, end, j, k) for the vertices of each row; ranges may overlap.
    template <class Range>
    HWY_INLINE void each(const CellTable& table, const Range& range) const {
        for (std::int32_t k = first[2]; k <= last[2]; ++k) {
            for (std::int32_t j = first[1]; j <= last[1]; ++j) {
                const std::uint32_t bucket =
                    (hash_row(j, k) + static_cast<std::uint32_t>(first[0])) & (table.buckets - 1);
                const std::uint32_t end = bucket + length;
                std::uint32_t from = table.starts[bucket], to = table.starts[std::min(end, table.buckets)];
                // A row wraps around at the end of the table. One call site, so that it is inlined.
                for (bool once_more = end > table.buckets;; once_more = false) {
                    range(from, to, j, k);
                    if (HWY_LIKELY(!once_more)) break;
                    from = 0;
                    to = table.starts[end - table.buckets];
                }
            }
        }
    }
};

}  // namespace pliant::spatial_hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
