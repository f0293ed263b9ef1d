#include "simd/sieve.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/sieve.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

using Integers = hn::Rebind<std::int32_t, Floats>;

/// First and last cell along each axis of the next triangles.
struct CellRanges {
    alignas(32) std::int32_t first[3][8];
    alignas(32) std::int32_t last[3][8];
};

/// Never falls as the coordinate rises, so that what lies between two coordinates lies between their cells.
HWY_INLINE auto cell_of(Float coordinate, float origin, float per_unit, std::int32_t cells) {
    const Floats d;
    const auto place = hn::Mul(hn::Sub(coordinate, hn::Set(d, origin)), hn::Set(d, per_unit));
    const auto within = hn::Min(hn::Max(place, hn::Zero(d)), hn::Set(d, static_cast<float>(cells - 1)));
    return hn::ConvertTo(Integers(), within);
}

HWY_INLINE void find_ranges(const TriangleList& list, std::size_t i, const SieveGrid& grid, float margin,
                            CellRanges& ranges) {
    const Floats d;
    const Integers n;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t axis = grid.axis[k];
        const auto p = hn::LoadU(d, list.corner[axis] + i), q = hn::LoadU(d, list.corner[3 + axis] + i),
                   r = hn::LoadU(d, list.corner[6 + axis] + i);
        const auto lo = hn::Sub(hn::Min(hn::Min(p, q), r), hn::Set(d, margin));
        const auto hi = hn::Add(hn::Max(hn::Max(p, q), r), hn::Set(d, margin));
        hn::Store(cell_of(lo, grid.origin[k], grid.per_unit[k], grid.cells[k]), n, ranges.first[k]);
        hn::Store(cell_of(hi, grid.origin[k], grid.per_unit[k], grid.cells[k]), n, ranges.last[k]);
    }
}

/// visit(word, bits) for every word that a triangle reaches, until it returns true.
template <class Visit>
HWY_INLINE bool visit_cells(const CellRanges& ranges, std::size_t lane, const SieveGrid& grid, const Visit& visit) {
    const std::uint64_t bits =
        (~std::uint64_t{0} >> (63 - ranges.last[0][lane])) & (~std::uint64_t{0} << ranges.first[0][lane]);
    for (std::int32_t row = ranges.first[2][lane]; row <= ranges.last[2][lane]; ++row) {
        for (std::int32_t word = ranges.first[1][lane]; word <= ranges.last[1][lane]; ++word) {
            if (visit(static_cast<std::size_t>(row * grid.cells[1] + word), bits)) return true;
        }
    }
    return false;
}

void MarkCells(const TriangleList& list, const SieveGrid& grid, float margin, std::uint64_t* marks) {
    CellRanges ranges;
    for (std::size_t i = 0; i < list.count; i += float_lanes) {
        find_ranges(list, i, grid, margin, ranges);
        const std::size_t lanes = std::min(float_lanes, list.count - i);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            visit_cells(ranges, lane, grid, [&](std::size_t word, std::uint64_t bits) {
                marks[word] |= bits;
                return false;
            });
        }
    }
}

std::size_t KeepMarked(const TriangleList& list, const SieveGrid& grid, float margin, const std::uint64_t* marks) {
    CellRanges ranges;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.count; i += float_lanes) {
        find_ranges(list, i, grid, margin, ranges);
        const std::size_t lanes = std::min(float_lanes, list.count - i);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const bool marked = visit_cells(
                ranges, lane, grid, [&](std::size_t word, std::uint64_t bits) { return (marks[word] & bits) != 0; });
            if (!marked) continue;
            for (float* row : list.corner) row[kept] = row[i + lane];
            list.number[kept++] = list.number[i + lane];
        }
    }
    return kept;
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(MarkCells);
HWY_EXPORT(KeepMarked);

SieveGrid sieve_grid(const Box& box, float size) {
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

}  // namespace pliant::simd
#endif
