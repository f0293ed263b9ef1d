#include "surfaces/cell_ranges.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/cell_ranges_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"
#include "surfaces/turned-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::surfaces::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Wholes = hn::Rebind<std::int32_t, Doubles>;
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
                            std::size_t end, const CellGrid& grid, const CellOutput& out) {
    const auto [ranges, crossed, large] = out;
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

}  // namespace pliant::surfaces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::surfaces {

HWY_EXPORT(CellsOfTriangles);
HWY_EXPORT(FacesOfTriangles);
HWY_EXPORT(PlacesOfVertices);

void places_of_vertices(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                        VertexPlace* places) {
    HWY_DYNAMIC_DISPATCH(PlacesOfVertices)(vertices, begin, end, grid, places);
}

FoundCells cells_of_triangles(const VertexPlace* places, const std::array<std::uint32_t, 3>* triangles,
                              std::size_t begin, std::size_t end, const CellGrid& grid, const CellOutput& out) {
    return HWY_DYNAMIC_DISPATCH(CellsOfTriangles)(places, triangles, begin, end, grid, out);
}

void faces_of_triangles(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                        std::size_t begin, std::size_t end, int axis, std::uint16_t* faces) {
    HWY_DYNAMIC_DISPATCH(FacesOfTriangles)(vertices, triangles, begin, end, axis, faces);
}

}  // namespace pliant::surfaces
#endif
