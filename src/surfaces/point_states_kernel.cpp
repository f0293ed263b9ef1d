#include "surfaces/point_states.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/point_states_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"
#include "surfaces/turned-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::surfaces::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Wholes = hn::Rebind<std::int32_t, Doubles>;
using Whole = hn::Vec<Wholes>;

/// Places along one direction, and whether the points are within the box in that direction.
struct PointsAlong {
    Whole place;
    hn::Mask<Doubles> within;
};

HWY_INLINE PointsAlong points_along(Double p, const CellBits& cells, std::size_t k) {
    const Doubles d;
    const CellGrid& grid = cells.grid;
    const auto at = hn::Mul(hn::Sub(p, hn::Set(d, grid.lo[k])), hn::Set(d, grid.per_unit[k]));
    const auto kept = hn::IfThenElseZero(hn::Gt(at, hn::Zero(d)), hn::Min(at, hn::Set(d, grid.last[k])));
    return {hn::DemoteTo(Wholes(), kept),
            hn::And(hn::Ge(p, hn::Set(d, cells.lo[k])), hn::Le(p, hn::Set(d, cells.hi[k])))};
}

template <class Scalar>
HWY_INLINE Points3 load_by_lane(const StridedPoints& points, std::size_t first, std::size_t used) {
    const Doubles d;
    alignas(32) double p[3][4];
    for (std::size_t lane = 0; lane < double_lanes; ++lane) {
        Scalar xyz[3];
        std::memcpy(xyz, points.data + (first + (lane < used ? lane : 0)) * points.stride, sizeof xyz);
        for (std::size_t k = 0; k < 3; ++k) p[k][lane] = xyz[k];
    }
    return {hn::Load(d, p[0]), hn::Load(d, p[1]), hn::Load(d, p[2])};
}

/// `more`: memory behind the last point is readable, so that each point can be loaded as four coordinates.
template <class Scalar>
HWY_INLINE Points3 load_points(const StridedPoints& points, std::size_t first, std::size_t used, bool more) {
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
    if constexpr (sizeof(Scalar) == sizeof(float)) {
        if (more) {
            const Doubles d;
            const FourFloats f;
            const auto at = [&](std::size_t lane) {
                return hn::LoadU(f, reinterpret_cast<const float*>(points.data + (first + lane) * points.stride));
            };
            const auto v0 = at(0), v1 = at(1), v2 = at(2), v3 = at(3);
            const auto xy02 = hn::InterleaveLower(f, v0, v2), xy13 = hn::InterleaveLower(f, v1, v3);
            const auto z02 = hn::InterleaveUpper(f, v0, v2), z13 = hn::InterleaveUpper(f, v1, v3);
            return {hn::PromoteTo(d, hn::InterleaveLower(f, xy02, xy13)),
                    hn::PromoteTo(d, hn::InterleaveUpper(f, xy02, xy13)),
                    hn::PromoteTo(d, hn::InterleaveLower(f, z02, z13))};
        }
    }
#endif
    (void)more;
    return load_by_lane<Scalar>(points, first, used);
}

/// Expands bits to byte masks, lowest bit first in memory.
alignas(64) constexpr std::uint32_t bytes_of_bits[16] = {
    0x00000000u, 0x000000ffu, 0x0000ff00u, 0x0000ffffu, 0x00ff0000u, 0x00ff00ffu, 0x00ffff00u, 0x00ffffffu,
    0xff000000u, 0xff0000ffu, 0xff00ff00u, 0xff00ffffu, 0xffff0000u, 0xffff00ffu, 0xffffff00u, 0xffffffffu};

/// Branchless: branches on the cells of consecutive points would be mispredicted.
template <class Scalar>
HWY_INLINE void find_states(const CellBits cells, const StridedPoints points, std::size_t begin, std::size_t end,
                            std::uint8_t* HWY_RESTRICT states) {
    const Doubles d;
    const Wholes w;
    const int shift = static_cast<int>(cells.grid.shift);
    const auto columns = hn::Set(w, static_cast<int>(cells.columns)), words = hn::Set(w, static_cast<int>(cells.words));
    alignas(16) std::int32_t word[4], bit[4];
    for (std::size_t i = begin; i < end; i += double_lanes) {
        const std::size_t used = end - i < double_lanes ? end - i : double_lanes;
        const auto [a, b, c] = axis_last(load_points<Scalar>(points, i, used, end - i > double_lanes), cells.grid.axis);
        const PointsAlong x = points_along(a, cells, 0), y = points_along(b, cells, 1), z = points_along(c, cells, 2);
        const auto row = hn::Mul(hn::ShiftRightSame(y.place, shift), columns);
        const auto column = hn::Add(row, hn::ShiftRightSame(x.place, shift));
        hn::Store(hn::Add(hn::Mul(column, words), hn::ShiftRight<6>(z.place)), w, word);
        hn::Store(hn::And(z.place, hn::Set(w, 63)), w, bit);
        const unsigned within = bits_of(d, hn::And(hn::And(x.within, y.within), z.within));
        const auto nothing = hn::Add(hn::Add(hn::Sub(a, a), hn::Sub(b, b)), hn::Sub(c, c));
        const unsigned odd = ~bits_of(d, hn::Eq(nothing, hn::Zero(d)));
        const auto state_in_cell = [&](std::size_t lane) {
            const std::uint64_t* bits =
                cells.bits + 2 * static_cast<std::size_t>(static_cast<std::uint32_t>(word[lane]));
            return static_cast<unsigned>((bits[0] >> bit[lane] & 1) * 2 + (bits[1] >> bit[lane] & 1));
        };
        if (double_lanes == 4 && used == 4 && (odd & 15u) == 0) {  // four bytes at once
            const unsigned four =
                state_in_cell(0) | state_in_cell(1) << 8 | state_in_cell(2) << 16 | state_in_cell(3) << 24;
            const std::uint32_t known = four & bytes_of_bits[within & 15u];
            std::memcpy(states + i, &known, 4);
            continue;
        }
        for (std::size_t lane = 0; lane < used; ++lane) {
            const unsigned known = state_in_cell(lane) & (0u - (within >> lane & 1u));
            states[i + lane] = static_cast<std::uint8_t>(known | (odd >> lane & 1u) * 4);
        }
    }
}

void StatesOfPoints(const CellBits& cells, const StridedPoints& points, std::size_t begin, std::size_t end,
                    std::uint8_t* states) {
    if (points.doubles) {
        find_states<double>(cells, points, begin, end, states);
    } else {
        find_states<float>(cells, points, begin, end, states);
    }
}

}  // namespace pliant::surfaces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::surfaces {

HWY_EXPORT(StatesOfPoints);

void states_of_points(const CellBits& cells, const StridedPoints& points, std::size_t begin, std::size_t end,
                      std::uint8_t* states) {
    HWY_DYNAMIC_DISPATCH(StatesOfPoints)(cells, points, begin, end, states);
}

}  // namespace pliant::surfaces
#endif
