#include "detect/gjk_cut/sieve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/gjk_cut/sieve_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "detect/gjk_cut/triangle_list-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::gjk_cut::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Integers = hn::Rebind<std::int32_t, Floats>;
using Integer = hn::Vec<Integers>;

/// Cells of the next triangles along each axis, and the words that most of them reach: two rows of two, or fewer, in
/// which case some are named twice.
struct CellRanges {
    alignas(32) std::int32_t first[3][8];
    alignas(32) std::int32_t last[3][8];
    alignas(32) std::int32_t word[4][8];
    unsigned larger;  // bits of those that reach more words
};

/// Monotonic: what lies between two coordinates lies between their cells.
HWY_INLINE Integer cell_of(Float coordinate, float origin, float per_unit, std::int32_t cells) {
    const Floats d;
    const auto place = hn::Mul(hn::Sub(coordinate, hn::Set(d, origin)), hn::Set(d, per_unit));
    const auto within = hn::Min(hn::Max(place, hn::Zero(d)), hn::Set(d, static_cast<float>(cells - 1)));
    return hn::ConvertTo(Integers(), within);
}

HWY_INLINE void find_ranges(const TriangleList& list, std::size_t i, const SieveGrid& grid, float margin,
                            CellRanges& ranges) {
    const Floats d;
    const Integers n;
    Integer first[3], last[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t axis = grid.axis[k];
        const auto p = corner(list, axis, i), q = corner(list, 3 + axis, i), r = corner(list, 6 + axis, i);
        const auto lo = hn::Sub(hn::Min(hn::Min(p, q), r), hn::Set(d, margin));
        const auto hi = hn::Add(hn::Max(hn::Max(p, q), r), hn::Set(d, margin));
        first[k] = cell_of(lo, grid.origin[k], grid.per_unit[k], grid.cells[k]);
        last[k] = cell_of(hi, grid.origin[k], grid.per_unit[k], grid.cells[k]);
        hn::Store(first[k], n, ranges.first[k]);
        hn::Store(last[k], n, ranges.last[k]);
    }
    const auto width = hn::Set(n, grid.cells[1]);
    const auto first_row = hn::Mul(first[2], width), last_row = hn::Mul(last[2], width);
    hn::Store(hn::Add(first_row, first[1]), n, ranges.word[0]);
    hn::Store(hn::Add(first_row, last[1]), n, ranges.word[1]);
    hn::Store(hn::Add(last_row, first[1]), n, ranges.word[2]);
    hn::Store(hn::Add(last_row, last[1]), n, ranges.word[3]);
    const auto reach = hn::Max(hn::Sub(last[1], first[1]), hn::Sub(last[2], first[2]));
    ranges.larger = bits_of(n, hn::Gt(reach, hn::Set(n, 1)));
}

HWY_INLINE std::uint64_t bits_along(const CellRanges& ranges, std::size_t lane) {
    return (~std::uint64_t{0} >> (63 - ranges.last[0][lane])) & (~std::uint64_t{0} << ranges.first[0][lane]);
}

/// visit(word) for every word that a triangle reaches.
template <class Visit>
HWY_INLINE void visit_words(const CellRanges& ranges, std::size_t lane, const SieveGrid& grid, const Visit& visit) {
    for (std::int32_t row = ranges.first[2][lane]; row <= ranges.last[2][lane]; ++row) {
        for (std::int32_t word = ranges.first[1][lane]; word <= ranges.last[1][lane]; ++word) {
            visit(static_cast<std::uint32_t>(row * grid.cells[1] + word));
        }
    }
}

void MarkCells(const TriangleList list, const SieveGrid grid, float margin, std::uint64_t* marks) {
    CellRanges ranges;
    for (std::size_t i = 0; i < list.count; i += float_lanes) {
        find_ranges(list, i, grid, margin, ranges);
        const std::size_t lanes = std::min(float_lanes, list.count - i);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::uint64_t bits = bits_along(ranges, lane);
            if ((ranges.larger >> lane & 1) != 0) {
                visit_words(ranges, lane, grid, [&](std::size_t word) { marks[word] |= bits; });
            } else {
                // All loads before any store: no store-to-load dependency between words that are named twice.
                const std::int32_t a = ranges.word[0][lane], b = ranges.word[1][lane], c = ranges.word[2][lane],
                                   d = ranges.word[3][lane];
                const std::uint64_t at_a = marks[a] | bits, at_b = marks[b] | bits, at_c = marks[c] | bits,
                                    at_d = marks[d] | bits;
                marks[a] = at_a;
                marks[b] = at_b;
                marks[c] = at_c;
                marks[d] = at_d;
            }
        }
    }
}

/// Bits of the next triangles that have a marked cell. Branchless for those that reach at most two words by two.
HWY_INLINE unsigned marked(const CellRanges& ranges, const SieveGrid& grid, const std::uint64_t* marks) {
    unsigned found = 0;
    for (std::size_t lane = 0; lane < float_lanes; ++lane) {
        const std::uint64_t reached = marks[ranges.word[0][lane]] | marks[ranges.word[1][lane]] |
                                      marks[ranges.word[2][lane]] | marks[ranges.word[3][lane]];
        found |= (reached & bits_along(ranges, lane)) != 0 ? 1u << lane : 0u;
    }
    for (unsigned left = ranges.larger; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        std::uint64_t reached = 0;
        visit_words(ranges, lane, grid, [&](std::size_t word) { reached |= marks[word]; });
        found |= (reached & bits_along(ranges, lane)) != 0 ? 1u << lane : 0u;
    }
    return found;
}

std::size_t KeepMarked(const TriangleList list, const SieveGrid grid, float margin, const std::uint64_t* marks) {
    CellRanges ranges;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.count; i += float_lanes) {
        find_ranges(list, i, grid, margin, ranges);
        const unsigned found = marked(ranges, grid, marks) & valid_bits(list.count - i);
        if (found != 0) kept += copy_kept(list, i, found, list, kept);
    }
    return kept;
}

}  // namespace pliant::gjk_cut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::gjk_cut {

HWY_EXPORT(MarkCells);
HWY_EXPORT(KeepMarked);

SieveGrid sieve_grid(const Box<float>& box, float size) {
    SieveGrid grid;
    const auto width = [&](std::size_t axis) { return box.hi[axis] - box.lo[axis]; };
    // The widest along the bits of a word: there cells cost nothing.
    std::sort(grid.axis.begin(), grid.axis.end(),
              [&](std::size_t p, std::size_t q) { return width(p) != width(q) ? width(p) > width(q) : p < q; });
    for (std::size_t k = 0; k < 3; ++k) {
        const float wide = width(grid.axis[k]);
        const float wanted = size > 0 ? std::clamp(wide / size, 1.0f, 64.0f) : 1.0f;
        grid.cells[k] = k == 0 ? 64 : static_cast<std::int32_t>(wanted);
        grid.origin[k] = box.lo[grid.axis[k]];
        grid.per_unit[k] = wide > 0x1p-60f ? static_cast<float>(grid.cells[k]) / wide : 0;
    }
    return grid;
}

void mark_cells(const TriangleList& list, const SieveGrid& grid, float margin, std::uint64_t* marks) {
    HWY_DYNAMIC_DISPATCH(MarkCells)(list, grid, margin, marks);
}

void keep_marked(TriangleList& list, const SieveGrid& grid, float margin, const std::uint64_t* marks) {
    list.count = HWY_DYNAMIC_DISPATCH(KeepMarked)(list, grid, margin, marks);
}

}  // namespace pliant::gjk_cut
#endif
