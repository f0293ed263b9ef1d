#include "surfaces/cell_ranges.hpp"

#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/cell_ranges_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::surfaces::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Wholes = hn::Rebind<std::int32_t, Doubles>;
using Whole = hn::Vec<Wholes>;
using Shorts = hn::Rebind<std::uint16_t, Doubles>;

/// Sign of one component of normals: 1 positive, 2 negative, 64 within its rounding error.
HWY_INLINE Double way_of(Double left, Double right) {
    const Doubles d;
    const auto normal = hn::Sub(left, right);
    const auto size = hn::Add(hn::Abs(left), hn::Abs(right));
    const auto rounding = hn::Add(hn::Mul(hn::Set(d, 0x1p-49), size), hn::Set(d, 1e-290));
    const auto certain = hn::And(hn::Gt(hn::Abs(normal), rounding), hn::Lt(rounding, hn::Set(d, 1e270)));
    const auto way = hn::IfThenElse(hn::Gt(normal, hn::Zero(d)), hn::Set(d, 1.0), hn::Set(d, 2.0));
    return hn::IfThenElse(certain, way, hn::Set(d, double{unknown_faces}));
}

HWY_INLINE void store_faces(const Points3& a, const Points3& b, const Points3& c, std::uint16_t* faces) {
    const Doubles d;
    const Points3 u = b - a, v = c - a;
    const auto x = way_of(hn::Mul(u.y, v.z), hn::Mul(u.z, v.y)), y = way_of(hn::Mul(u.z, v.x), hn::Mul(u.x, v.z)),
               z = way_of(hn::Mul(u.x, v.y), hn::Mul(u.y, v.x));
    const auto all = hn::Add(hn::Add(x, hn::Mul(hn::Set(d, 4.0), y)), hn::Mul(hn::Set(d, 16.0), z));
    const auto known = hn::Min(all, hn::Set(d, double{unknown_faces}));
    hn::StoreU(hn::DemoteTo(Shorts(), hn::DemoteTo(Wholes(), known)), Shorts(), faces);
}

/// Turned: the coordinate along the axis comes last.
HWY_INLINE Points3 axis_last(const Points3& p, int axis) {
    if (axis == 0) return {p.y, p.z, p.x};
    if (axis == 1) return {p.z, p.x, p.y};
    return p;
}

/// Corners of the next `used` triangles; unused lanes repeat the first triangle.
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
HWY_INLINE void find_faces(const Vertex* vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                           std::size_t end, int axis, std::uint16_t* faces) {
    for (std::size_t i = begin; i < end; i += double_lanes) {
        const auto [a, b, c] = load_corners(vertices, triangles + i, end - i < double_lanes ? end - i : double_lanes);
        store_faces(axis_last(a, axis), axis_last(b, axis), axis_last(c, axis), faces + (i - begin));
    }
}

void FacesOfTriangles(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                      std::size_t end, int axis, std::uint16_t* faces) {
    with_vertices(vertices, [&](const auto* v) { find_faces(v, triangles, begin, end, axis, faces); });
}

#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32

HWY_INLINE Double load_vertex(const simd::DoubleVertex& v) { return hn::Load(Doubles(), &v.x); }
HWY_INLINE Double load_vertex(const simd::FloatVertex& v) {
    return hn::PromoteTo(Doubles(), hn::Load(FourFloats(), &v.x));
}

/// All coordinates of a vertex in one vector.
template <class Vertex>
HWY_INLINE void find_places(const Vertex* vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                            VertexPlace* places) {
    const Doubles d;
    const Wholes w;
    const hn::Repartition<std::uint8_t, Wholes> bytes;
    alignas(32) double lo[4] = {}, per_unit[4] = {}, last[4] = {};
    alignas(16) std::uint8_t order[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 13, 14, 15};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = (static_cast<std::size_t>(grid.axis) + 1 + k) % 3;
        lo[from] = grid.lo[k];
        per_unit[from] = grid.per_unit[k];
        last[from] = grid.last[k];
        for (std::size_t i = 0; i < 4; ++i) order[4 * k + i] = static_cast<std::uint8_t>(4 * from + i);
    }
    const auto low = hn::Load(d, lo), scale = hn::Load(d, per_unit), most = hn::Load(d, last), zero = hn::Zero(d);
    const auto axis_to_end = hn::Load(bytes, order);
    for (std::size_t i = begin; i < end; ++i) {
        const auto at = hn::Mul(hn::Sub(load_vertex(vertices[i]), low), scale);
        const auto place = hn::DemoteTo(w, hn::IfThenElseZero(hn::Gt(at, zero), hn::Min(at, most)));
        const auto turned = hn::BitCast(w, hn::TableLookupBytes(hn::BitCast(bytes, place), axis_to_end));
        hn::StoreU(hn::DemoteTo(Shorts(), turned), Shorts(), places[i].data());
    }
}

#else

template <class Vertex>
HWY_INLINE void find_places(const Vertex* vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                            VertexPlace* places) {
    for (std::size_t i = begin; i < end; ++i) {
        const auto* v = &vertices[i].x;
        for (std::size_t k = 0; k < 3; ++k) {
            const double at = v[(static_cast<std::size_t>(grid.axis) + 1 + k) % 3];
            places[i][k] = static_cast<std::uint16_t>(grid.place(at, k));
        }
        places[i][3] = 0;
    }
}

#endif

void PlacesOfVertices(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                      VertexPlace* places) {
    with_vertices(vertices, [&](const auto* v) { find_places(v, begin, end, grid, places); });
}

/// What follows from the box of a triangle.
struct Verdict {
    bool large, crossed;
};

/// Whether a range may contain the middle of a column, which lies at one of its places first_middle to last_middle:
/// more first_middles lie up to the range's end than last_middles before its start.
#if HWY_TARGET == HWY_SCALAR

struct RangeTest {
    CellGrid grid;

    explicit RangeTest(const CellGrid& of) : grid(of) {}

    HWY_INLINE Verdict operator()(const VertexPlace& a, const VertexPlace& b, const VertexPlace& c,
                                  CellRange& range) const {
        bool large = false, crossed = true;
        const int mask = (1 << grid.shift) - 1;
        for (std::size_t k = 0; k < 4; ++k) {
            const int first = a[k] < b[k] ? (a[k] < c[k] ? a[k] : c[k]) : (b[k] < c[k] ? b[k] : c[k]);
            const int last = a[k] > b[k] ? (a[k] > c[k] ? a[k] : c[k]) : (b[k] > c[k] ? b[k] : c[k]);
            range.first[k] = static_cast<std::uint16_t>(first);
            range.last[k] = static_cast<std::uint16_t>(last);
            if (k >= 2) continue;
            large |= (last >> grid.shift) - (first >> grid.shift) > 1;
            const int to = (last >> grid.shift) - ((last & mask) < static_cast<int>(grid.first_middle) ? 1 : 0);
            const int from = (first >> grid.shift) - ((first & mask) <= static_cast<int>(grid.last_middle) ? 1 : 0);
            crossed &= to > from;
        }
        return {large, crossed};
    }
};

#else

/// First places in the lower half of a vector, last ones in the upper.
struct RangeTest {
    using Eight = hn::FixedTag<std::uint16_t, 8>;
    using EightSigned = hn::FixedTag<std::int16_t, 8>;
    using Two = hn::FixedTag<std::uint64_t, 2>;
    using Half = hn::FixedTag<std::uint16_t, 4>;
    int shift;
    hn::Vec<EightSigned> within_column, middles;

    explicit RangeTest(const CellGrid& grid) : shift(static_cast<int>(grid.shift)) {
        const EightSigned s;
        alignas(16) std::int16_t m[8];
        for (std::size_t k = 0; k < 8; ++k) {
            m[k] = static_cast<std::int16_t>(k < 4 ? grid.last_middle + 1 : grid.first_middle);
        }
        middles = hn::Load(s, m);
        within_column = hn::Set(s, static_cast<std::int16_t>((1u << grid.shift) - 1));
    }

    HWY_INLINE Verdict operator()(const VertexPlace& a, const VertexPlace& b, const VertexPlace& c,
                                  CellRange& range) const {
        const Eight e;
        const EightSigned s;
        const Half h;
        const Two t;
        const auto p = hn::LoadU(h, a.data()), q = hn::LoadU(h, b.data()), r = hn::LoadU(h, c.data());
        const auto both = hn::Combine(e, hn::Max(hn::Max(p, q), r), hn::Min(hn::Min(p, q), r));
        hn::Store(both, e, range.first.data());
        const auto column = hn::BitCast(s, hn::ShiftRightSame(both, shift));
        const auto below = hn::Lt(hn::And(hn::BitCast(s, both), within_column), middles);
        const auto middle = hn::Add(column, hn::VecFromMask(s, below));  // a mask is -1
        const auto upper = [&](hn::Vec<EightSigned> v) { return hn::BitCast(s, hn::Shuffle01(hn::BitCast(t, v))); };
        const auto reach = hn::Sub(upper(column), column);
        const unsigned large = bits_of(s, hn::Gt(reach, hn::Set(s, 1))) & 3u;
        const unsigned crossed = bits_of(s, hn::Gt(upper(middle), middle)) & 3u;
        return {large != 0, crossed == 3};
    }
};

#endif

FoundCells CellsOfTriangles(const VertexPlace* places, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                            std::size_t end, const CellGrid& grid, CellRange* ranges, std::uint32_t* crossed,
                            std::uint32_t* large) {
    FoundCells found{0, 0};
    const RangeTest test(grid);
    for (std::size_t i = begin; i < end; ++i) {
        const auto& t = triangles[i];
        const Verdict verdict = test(places[t[0]], places[t[1]], places[t[2]], ranges[i - begin]);
        crossed[found.crossed] = large[found.large] = static_cast<std::uint32_t>(i);
        found.crossed += static_cast<std::size_t>(verdict.crossed & !verdict.large);
        found.large += static_cast<std::size_t>(verdict.large);
    }
    return found;
}

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

template <class Scalar>
Scalar rounded_down(double value) {
    if constexpr (sizeof(Scalar) == sizeof(double))
        return value;
    else
        return lower_float(value);
}

/// A vertex is four numbers: with two or four lanes, each lane always holds the same coordinate.
template <class Scalar, class Vertex>
HWY_INLINE void find_sides(const Vertex* vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                           std::uint8_t* sides) {
    const hn::CappedTag<Scalar, 4> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<Scalar, 4>());
    alignas(64) Scalar lo[4], hi[4];
    for (std::size_t k = 0; k < 3; ++k) {
        lo[k] = rounded_down<Scalar>(box.lo[k]);
        hi[k] = -rounded_down<Scalar>(-box.hi[k]);
    }
    lo[3] = -std::numeric_limits<Scalar>::infinity();
    hi[3] = -lo[3];
    for (std::size_t i = begin; i < end; ++i) {
        unsigned beyond = 0;
        for (std::size_t lane = 0; lane < 4; lane += lanes) {
            const auto v = hn::Load(d, reinterpret_cast<const Scalar*>(vertices + i) + lane);
            beyond |= bits_of(d, hn::Lt(v, hn::Load(d, lo + lane))) << lane;
            beyond |= bits_of(d, hn::Gt(v, hn::Load(d, hi + lane))) << (4 + lane);
        }
        sides[i] = static_cast<std::uint8_t>(beyond);
    }
}

void SidesBeyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                 std::uint8_t* sides) {
    if (vertices.doubles != nullptr) {
        find_sides<double>(vertices.doubles, begin, end, box, sides);
    } else {
        find_sides<float>(vertices.floats, begin, end, box, sides);
    }
}

}  // namespace pliant::surfaces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::surfaces {

HWY_EXPORT(CellsOfTriangles);
HWY_EXPORT(FacesOfTriangles);
HWY_EXPORT(PlacesOfVertices);
HWY_EXPORT(SidesBeyond);
HWY_EXPORT(StatesOfPoints);

void states_of_points(const CellBits& cells, const StridedPoints& points, std::size_t begin, std::size_t end,
                      std::uint8_t* states) {
    HWY_DYNAMIC_DISPATCH(StatesOfPoints)(cells, points, begin, end, states);
}

void sides_beyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                  std::uint8_t* sides) {
    HWY_DYNAMIC_DISPATCH(SidesBeyond)(vertices, begin, end, box, sides);
}

std::size_t triangles_within(const std::uint8_t* sides, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, std::array<std::uint32_t, 3>* out) {
    std::size_t kept = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const auto [a, b, c] = triangles[i];
        out[kept] = {a, b, c};
        kept += (sides[a] & sides[b] & sides[c]) == 0 ? 1 : 0;
    }
    return kept;
}

void places_of_vertices(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                        VertexPlace* places) {
    HWY_DYNAMIC_DISPATCH(PlacesOfVertices)(vertices, begin, end, grid, places);
}

FoundCells cells_of_triangles(const VertexPlace* places, const std::array<std::uint32_t, 3>* triangles,
                              std::size_t begin, std::size_t end, const CellGrid& grid, CellRange* ranges,
                              std::uint32_t* crossed, std::uint32_t* large) {
    return HWY_DYNAMIC_DISPATCH(CellsOfTriangles)(places, triangles, begin, end, grid, ranges, crossed, large);
}

void faces_of_triangles(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                        std::size_t begin, std::size_t end, int axis, std::uint16_t* faces) {
    HWY_DYNAMIC_DISPATCH(FacesOfTriangles)(vertices, triangles, begin, end, axis, faces);
}

}  // namespace pliant::surfaces
#endif
