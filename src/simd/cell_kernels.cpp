#include "simd/cell_kernels.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/cell_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

using Wholes = hn::Rebind<std::int32_t, Doubles>;
using Whole = hn::Vec<Wholes>;
using Shorts = hn::Rebind<std::uint16_t, Doubles>;

/// Places along one direction, a lane a triangle.
struct PlacesAlong {
    Whole first, last;
    hn::Mask<Doubles> between;  // no middle of a column lies within the range
};

HWY_INLINE PlacesAlong places_along(Double a, Double b, Double c, const CellGrid& grid, std::size_t k) {
    const Doubles d;
    const auto lo = hn::Set(d, grid.lo[k]), per_unit = hn::Set(d, grid.per_unit[k]), last = hn::Set(d, grid.last[k]);
    const auto margin = hn::Set(d, grid.margin), half = hn::Set(d, 0.5), zero = hn::Zero(d);
    const auto low = hn::Mul(hn::Sub(hn::Min(hn::Min(a, b), c), lo), per_unit);
    const auto high = hn::Mul(hn::Sub(hn::Max(hn::Max(a, b), c), lo), per_unit);
    const auto place = [&](Double at) {
        return hn::DemoteTo(Wholes(), hn::IfThenElseZero(hn::Gt(at, zero), hn::Min(at, last)));
    };
    const auto columns = hn::Set(d, grid.columns_per_place);
    const auto from = hn::Sub(hn::Sub(hn::Mul(low, columns), half), margin);
    const auto to = hn::Add(hn::Sub(hn::Mul(high, columns), half), margin);
    return {place(low), place(high), hn::Lt(hn::Floor(to), from)};
}

/// Reaches into more than two columns.
HWY_INLINE unsigned wide(const PlacesAlong& places, unsigned shift) {
    const Wholes w;
    const int columns = static_cast<int>(shift);
    const auto reach = hn::Sub(hn::ShiftRightSame(places.last, columns), hn::ShiftRightSame(places.first, columns));
    return bits_of(w, hn::Gt(reach, hn::Set(w, 1)));
}

HWY_INLINE void store(const PlacesAlong& places, const CellRanges& ranges, std::size_t k, std::size_t at) {
    const Shorts shorts;
    hn::StoreU(hn::DemoteTo(shorts, places.first), shorts, ranges.first[k] + at);
    hn::StoreU(hn::DemoteTo(shorts, places.last), shorts, ranges.last[k] + at);
}

/// The coordinate along the axis last.
HWY_INLINE Points3 axis_last(const Points3& p, int axis) {
    if (axis == 0) return {p.y, p.z, p.x};
    if (axis == 1) return {p.z, p.x, p.y};
    return p;
}

/// Corners of the next triangles, `used` of them; other lanes have those of the first.
struct CornersOfSome {
    Points3 a, b, c;
};

template <class Vertex>
HWY_INLINE CornersOfSome load_corners(const Vertex* vertices, const std::array<std::uint32_t, 3>* triangles,
                                      std::size_t used) {
    alignas(32) std::uint32_t id[3][4];
    for (std::size_t lane = 0; lane < double_lanes; ++lane) {
        const auto& t = triangles[lane < used ? lane : 0];
        for (std::size_t k = 0; k < 3; ++k) id[k][lane] = t[k];
    }
    return {gather(vertices, id[0]), gather(vertices, id[1]), gather(vertices, id[2])};
}

template <class Vertex>
HWY_INLINE FoundCells find_cells(const Vertex* vertices, const std::array<std::uint32_t, 3>* triangles,
                                 std::size_t begin, std::size_t end, const CellGrid& grid, const CellRanges& ranges,
                                 std::uint32_t* crossed, std::uint32_t* large) {
    FoundCells found{0, 0};
    for (std::size_t i = begin; i < end; i += double_lanes) {
        const std::size_t used = end - i < double_lanes ? end - i : double_lanes;
        const CornersOfSome corners = load_corners(vertices, triangles + i, used);
        const Points3 a = axis_last(corners.a, grid.axis), b = axis_last(corners.b, grid.axis),
                      c = axis_last(corners.c, grid.axis);
        const PlacesAlong x = places_along(a.x, b.x, c.x, grid, 0), y = places_along(a.y, b.y, c.y, grid, 1),
                          z = places_along(a.z, b.z, c.z, grid, 2);
        store(x, ranges, 0, i - begin);
        store(y, ranges, 1, i - begin);
        store(z, ranges, 2, i - begin);
        const unsigned all = (1u << used) - 1, is_large = (wide(x, grid.shift) | wide(y, grid.shift)) & all;
        const unsigned is_crossed = all & ~is_large & ~bits_of(hn::Or(x.between, y.between));
        for (std::size_t lane = 0; (is_large | is_crossed) != 0 && lane < used; ++lane) {
            crossed[found.crossed] = large[found.large] = static_cast<std::uint32_t>(i + lane);
            found.crossed += is_crossed >> lane & 1u;
            found.large += is_large >> lane & 1u;
        }
    }
    return found;
}

FoundCells CellsOfTriangles(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                            std::size_t end, const CellGrid& grid, const CellRanges& ranges, std::uint32_t* crossed,
                            std::uint32_t* large) {
    return with_vertices(
        vertices, [&](const auto* v) { return find_cells(v, triangles, begin, end, grid, ranges, crossed, large); });
}

/// Places along one direction, and whether points are within the box there.
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
HWY_INLINE Points3 load_slowly(const StridedPoints& points, std::size_t first, std::size_t used) {
    const Doubles d;
    alignas(32) double p[3][4];
    for (std::size_t lane = 0; lane < double_lanes; ++lane) {
        Scalar xyz[3];
        std::memcpy(xyz, points.data + (first + (lane < used ? lane : 0)) * points.stride, sizeof xyz);
        for (std::size_t k = 0; k < 3; ++k) p[k][lane] = xyz[k];
    }
    return {hn::Load(d, p[0]), hn::Load(d, p[1]), hn::Load(d, p[2])};
}

/// `more`: there is memory behind the last of these, so that four coordinates can be read of each.
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
    return load_slowly<Scalar>(points, first, used);
}

/// Without branches: what comes next is as good as random.
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
        for (std::size_t lane = 0; lane < used; ++lane) {
            const std::uint64_t* bits =
                cells.bits + 2 * static_cast<std::size_t>(static_cast<std::uint32_t>(word[lane]));
            const auto state = static_cast<unsigned>((bits[0] >> bit[lane] & 1) * 2 + (bits[1] >> bit[lane] & 1));
            const unsigned known = state & (0u - (within >> lane & 1u));
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

/// A bit for each triangle that the box leaves out along one direction.
HWY_INLINE hn::Mask<Doubles> beside(Double a, Double b, Double c, double lo, double hi) {
    const Doubles d;
    return hn::Or(hn::Lt(hn::Max(hn::Max(a, b), c), hn::Set(d, lo)), hn::Gt(hn::Min(hn::Min(a, b), c), hn::Set(d, hi)));
}

template <class Vertex>
HWY_INLINE std::size_t keep_within(const Vertex* vertices, const std::array<std::uint32_t, 3>* triangles,
                                   std::size_t begin, std::size_t end, const CoordinateBox& box,
                                   std::array<std::uint32_t, 3>* out) {
    std::size_t kept = 0;
    for (std::size_t i = begin; i < end; i += double_lanes) {
        const std::size_t used = end - i < double_lanes ? end - i : double_lanes;
        const auto [a, b, c] = load_corners(vertices, triangles + i, used);
        const unsigned left_out = bits_of(
            hn::Or(hn::Or(beside(a.x, b.x, c.x, box.lo[0], box.hi[0]), beside(a.y, b.y, c.y, box.lo[1], box.hi[1])),
                   beside(a.z, b.z, c.z, box.lo[2], box.hi[2])));
        for (std::size_t lane = 0; lane < used; ++lane) {
            out[kept] = triangles[i + lane];
            kept += (left_out >> lane & 1u) ^ 1u;
        }
    }
    return kept;
}

std::size_t TrianglesWithin(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                            std::size_t end, const CoordinateBox& box, std::array<std::uint32_t, 3>* out) {
    return with_vertices(vertices, [&](const auto* v) { return keep_within(v, triangles, begin, end, box, out); });
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(CellsOfTriangles);
HWY_EXPORT(TrianglesWithin);
HWY_EXPORT(StatesOfPoints);

void states_of_points(const CellBits& cells, const StridedPoints& points, std::size_t begin, std::size_t end,
                      std::uint8_t* states) {
    HWY_DYNAMIC_DISPATCH(StatesOfPoints)(cells, points, begin, end, states);
}

std::size_t triangles_within(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                             std::size_t end, const CoordinateBox& box, std::array<std::uint32_t, 3>* out) {
    return HWY_DYNAMIC_DISPATCH(TrianglesWithin)(vertices, triangles, begin, end, box, out);
}

FoundCells cells_of_triangles(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                              std::size_t begin, std::size_t end, const CellGrid& grid, const CellRanges& ranges,
                              std::uint32_t* crossed, std::uint32_t* large) {
    return HWY_DYNAMIC_DISPATCH(CellsOfTriangles)(vertices, triangles, begin, end, grid, ranges, crossed, large);
}

}  // namespace pliant::simd
#endif
