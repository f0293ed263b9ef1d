#include "surfaces/line_crossings.hpp"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/line_crossings_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::surfaces::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// The scalar path: tails, and targets without enough lanes.
template <class Vertex>
struct PlainTest {
    int first, second;
    double lo[3], per_unit[3], margin, last;

    explicit PlainTest(const LineGrid& grid)
        : first((grid.axis + 1) % 3), second((grid.axis + 2) % 3), margin(grid.margin), last(grid.last) {
        for (int k = 0; k < 3; ++k) {
            lo[k] = grid.lo[k];
            per_unit[k] = grid.per_unit[k];
        }
    }

    [[nodiscard]] bool between_lines(double a, double b, double c, int k) const {
        const double low = a < b ? (a < c ? a : c) : (b < c ? b : c), high = a > b ? (a > c ? a : c) : (b > c ? b : c);
        const double from = (low - lo[k]) * per_unit[k] - margin, to = (high - lo[k]) * per_unit[k] + margin;
        return !(std::floor(to) >= from && to >= 0 && from <= last);
    }

    bool operator()(const Vertex& p, const Vertex& q, const Vertex& r) const {
        const auto *a = &p.x, *b = &q.x, *c = &r.x;
        return !between_lines(a[first], b[first], c[first], first) &&
               !between_lines(a[second], b[second], c[second], second);
    }
};

#if HWY_TARGET == HWY_SCALAR

template <class Vertex>
struct LineTest : PlainTest<Vertex> {
    using PlainTest<Vertex>::PlainTest;
};

#else

template <class Vertex>
struct LineTest;

/// All three coordinates in one vector.
template <>
struct LineTest<simd::FloatVertex> {
    using Four = hn::FixedTag<float, 4>;
    using Vector = hn::Vec<Four>;
    Vector lo, per_unit, margin, last;

    explicit LineTest(const LineGrid& grid) {
        const Four d;
        // Scale 0 for the axis itself and the padding lane: they always pass, at line 0.
        alignas(16) float l[4] = {}, s[4] = {};
        for (int k = 0; k < 3; ++k) {
            l[k] = static_cast<float>(grid.lo[k]);
            s[k] = k == grid.axis ? 0 : static_cast<float>(grid.per_unit[k]);
        }
        lo = hn::Load(d, l);
        per_unit = hn::Load(d, s);
        margin = hn::Set(d, static_cast<float>(grid.margin));
        last = hn::Set(d, static_cast<float>(grid.last));
    }

    HWY_INLINE bool operator()(const simd::FloatVertex& p, const simd::FloatVertex& q,
                               const simd::FloatVertex& r) const {
        const Four d;
        const auto a = hn::Load(d, &p.x), b = hn::Load(d, &q.x), c = hn::Load(d, &r.x);
        const auto low = hn::Min(hn::Min(a, b), c), high = hn::Max(hn::Max(a, b), c);
        const auto from = hn::Sub(hn::Mul(hn::Sub(low, lo), per_unit), margin);
        const auto to = hn::Add(hn::Mul(hn::Sub(high, lo), per_unit), margin);
        return hn::AllTrue(d, hn::Ge(hn::Floor(hn::Min(to, last)), hn::Max(from, hn::Zero(d))));
    }
};

/// The two coordinates across the lines.
template <>
struct LineTest<simd::DoubleVertex> {
    using Two = hn::FixedTag<double, 2>;
    using Vector = hn::Vec<Two>;
    int axis;
    Vector lo, per_unit, margin, last;

    explicit LineTest(const LineGrid& grid) : axis(grid.axis) {
        const Two d;
        const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
        alignas(16) const double l[2] = {grid.lo[u], grid.lo[v]}, s[2] = {grid.per_unit[u], grid.per_unit[v]};
        lo = hn::Load(d, l);
        per_unit = hn::Load(d, s);
        margin = hn::Set(d, grid.margin);
        last = hn::Set(d, grid.last);
    }

    HWY_INLINE Vector load(const simd::DoubleVertex& p) const {
        const Two d;
        if (axis == 2) return hn::Load(d, &p.x);
        if (axis == 0) return hn::LoadU(d, &p.y);
        return hn::InterleaveLower(d, hn::Load(d, &p.x), hn::Load(d, &p.z));
    }

    HWY_INLINE bool operator()(const simd::DoubleVertex& p, const simd::DoubleVertex& q,
                               const simd::DoubleVertex& r) const {
        const Two d;
        const auto a = load(p), b = load(q), c = load(r);
        const auto low = hn::Min(hn::Min(a, b), c), high = hn::Max(hn::Max(a, b), c);
        const auto from = hn::Sub(hn::Mul(hn::Sub(low, lo), per_unit), margin);
        const auto to = hn::Add(hn::Mul(hn::Sub(high, lo), per_unit), margin);
        return hn::AllTrue(d, hn::Ge(hn::Floor(hn::Min(to, last)), hn::Max(from, hn::Zero(d))));
    }
};

#endif

template <class Vertex>
HWY_INLINE std::size_t keep_crossed(const Vertex* vertices, const std::array<std::uint32_t, 3>* triangles,
                                    std::size_t begin, std::size_t end, const LineGrid& grid, std::uint32_t* out) {
    const LineTest<Vertex> test(grid);
    std::size_t kept = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const auto& t = triangles[i];
        out[kept] = static_cast<std::uint32_t>(i);
        kept += test(vertices[t[0]], vertices[t[1]], vertices[t[2]]) ? 1 : 0;
    }
    return kept;
}

std::size_t PossiblyCrossed(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                            std::size_t begin, std::size_t end, const LineGrid& grid, std::uint32_t* out) {
    return vertices.doubles != nullptr ? keep_crossed(vertices.doubles, triangles, begin, end, grid, out)
                                       : keep_crossed(vertices.floats, triangles, begin, end, grid, out);
}

/// One edge function, one triangle per lane, and its error bound [Shewchuk1997, 4.2].
struct EdgeValues {
    Double value, error;
};

HWY_INLINE EdgeValues edge_values(Double au, Double av, Double bu, Double bv, Double u, Double v) {
    const Doubles d;
    const auto left = hn::Mul(hn::Sub(bu, au), hn::Sub(v, av)), right = hn::Mul(hn::Sub(bv, av), hn::Sub(u, au));
    const auto size = hn::Add(hn::Abs(left), hn::Abs(right));
    return {hn::Sub(left, right), hn::Add(hn::Mul(hn::Set(d, 0x1.8p-51), size), hn::Set(d, 1e-300))};
}

/// The only line that may lie within the range of three coordinates; -1 where there are several.
HWY_INLINE Double single_line(Double a, Double b, Double c, double lo, double per_unit, double margin, double last) {
    const Doubles d;
    const auto low = hn::Min(hn::Min(a, b), c), high = hn::Max(hn::Max(a, b), c);
    const auto from = hn::Sub(hn::Mul(hn::Sub(low, hn::Set(d, lo)), hn::Set(d, per_unit)), hn::Set(d, margin));
    const auto to = hn::Add(hn::Mul(hn::Sub(high, hn::Set(d, lo)), hn::Set(d, per_unit)), hn::Set(d, margin));
    const auto first = hn::Ceil(hn::Max(from, hn::Zero(d)));
    const auto end = hn::Floor(hn::Min(to, hn::Set(d, last)));
    return hn::IfThenElse(hn::Eq(first, end), first, hn::Set(d, -1.0));
}

/// Turned corners: the axis of the lines comes last.
HWY_INLINE Points3 turned(const Points3& p, int axis) {
    if (axis == 0) return {p.y, p.z, p.x};
    if (axis == 1) return {p.z, p.x, p.y};
    return p;
}

/// One triangle per lane, each with the one line that may cross it.
struct Verdicts {
    Double column, row, depth;
    unsigned decided, crossed, fronts;  // one bit per lane
};

HWY_INLINE Verdicts judge(const Points3& a, const Points3& b, const Points3& c, const LineGrid& grid,
                          const LinePlaces& places) {
    const Doubles d;
    const std::size_t first = static_cast<std::size_t>(grid.axis + 1) % 3;
    const std::size_t second = static_cast<std::size_t>(grid.axis + 2) % 3;
    const auto column = single_line(a.x, b.x, c.x, grid.lo[first], grid.per_unit[first], grid.margin, grid.last);
    const auto row = single_line(a.y, b.y, c.y, grid.lo[second], grid.per_unit[second], grid.margin, grid.last);
    const auto half = hn::Set(d, 0.5);
    const auto u = hn::Add(hn::Set(d, places.lo[0]), hn::Mul(hn::Add(column, half), hn::Set(d, places.step[0])));
    const auto v = hn::Add(hn::Set(d, places.lo[1]), hn::Mul(hn::Add(row, half), hn::Set(d, places.step[1])));
    const auto of_c = edge_values(a.x, a.y, b.x, b.y, u, v), of_a = edge_values(b.x, b.y, c.x, c.y, u, v),
               of_b = edge_values(c.x, c.y, a.x, a.y, u, v);
    const auto up = [&](const EdgeValues& e) { return hn::Gt(e.value, e.error); };
    const auto down = [&](const EdgeValues& e) { return hn::Lt(e.value, hn::Neg(e.error)); };
    const auto front = hn::And(hn::And(up(of_a), up(of_b)), up(of_c));
    const auto back = hn::And(hn::And(down(of_a), down(of_b)), down(of_c));
    const auto missed =
        hn::And(hn::Or(hn::Or(up(of_a), up(of_b)), up(of_c)), hn::Or(hn::Or(down(of_a), down(of_b)), down(of_c)));
    const auto single = hn::And(hn::Ge(column, hn::Zero(d)), hn::Ge(row, hn::Zero(d)));
    const auto weighted =
        hn::Add(hn::Add(hn::Mul(of_a.value, a.z), hn::Mul(of_b.value, b.z)), hn::Mul(of_c.value, c.z));
    const auto depth = hn::Div(weighted, hn::Add(hn::Add(of_a.value, of_b.value), of_c.value));
    const auto low = hn::Min(hn::Min(a.z, b.z), c.z), high = hn::Max(hn::Max(a.z, b.z), c.z);
    const unsigned singles = bits_of(single), fronts = bits_of(front), crossed = fronts | bits_of(back);
    return {column, row, hn::Min(hn::Max(depth, low), high), singles & (crossed | bits_of(missed)), crossed, fronts};
}

template <class Vertex>
HWY_INLINE Decided cross_single(const Vertex* vertices, const std::array<std::uint32_t, 3>* all,
                                std::uint32_t* triangles, std::size_t count, const LineGrid& grid,
                                const LinePlaces& places, LineCrossing* crossings) {
    const Doubles d;
    Decided decided{0, 0};
    for (std::size_t begin = 0; begin < count; begin += double_lanes) {
        const std::size_t used = count - begin < double_lanes ? count - begin : double_lanes;
        alignas(32) std::uint32_t id[3][4];
        std::uint32_t number[4];
        for (std::size_t lane = 0; lane < double_lanes; ++lane) {
            number[lane] = triangles[begin + (lane < used ? lane : 0)];
            for (std::size_t k = 0; k < 3; ++k) id[k][lane] = all[number[lane]][k];
        }
        const Verdicts v = judge(turned(gather(vertices, id[0]), grid.axis), turned(gather(vertices, id[1]), grid.axis),
                                 turned(gather(vertices, id[2]), grid.axis), grid, places);
        alignas(32) double columns[4], rows[4], depths[4];
        hn::Store(v.column, d, columns);
        hn::Store(v.row, d, rows);
        hn::Store(v.depth, d, depths);
        for (std::size_t lane = 0; lane < used; ++lane) {
            const unsigned bit = 1u << lane;
            if ((v.decided & bit) == 0) {
                triangles[decided.left++] = number[lane];
            } else if ((v.crossed & bit) != 0) {
                const auto column = static_cast<std::uint32_t>(columns[lane]),
                           row = static_cast<std::uint32_t>(rows[lane]);
                crossings[decided.crossings++] = {row * places.columns + column,
                                                  {depths[lane], number[lane], (v.fronts & bit) != 0 ? -1 : 1}};
            }
        }
    }
    return decided;
}

Decided CrossSingleLines(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* all,
                         std::uint32_t* triangles, std::size_t count, const LineGrid& grid, const LinePlaces& places,
                         LineCrossing* crossings) {
    return vertices.doubles != nullptr ? cross_single(vertices.doubles, all, triangles, count, grid, places, crossings)
                                       : cross_single(vertices.floats, all, triangles, count, grid, places, crossings);
}

/// A vertex is four numbers: with two or four lanes, each lane always holds the same coordinate.
template <class Scalar, class Vertex>
HWY_INLINE Box<double> bounds_of_range(const Vertex* vertices, std::size_t begin, std::size_t end) {
    const hn::CappedTag<Scalar, 4> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<Scalar, 4>());
    alignas(64) Scalar lo[4], hi[4];
    const auto* numbers = reinterpret_cast<const Scalar*>(vertices);
    for (std::size_t lane = 0; lane < 4; lane += lanes) {
        auto low = hn::Load(d, numbers + 4 * begin + lane), high = low;
        for (std::size_t i = begin + 1; i < end; ++i) {
            const auto v = hn::Load(d, numbers + 4 * i + lane);
            low = hn::Min(low, v);
            high = hn::Max(high, v);
        }
        hn::Store(low, d, lo + lane);
        hn::Store(high, d, hi + lane);
    }
    return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

Box<double> BoundsOf(const simd::Vertices& vertices, std::size_t begin, std::size_t end) {
    return vertices.doubles != nullptr ? bounds_of_range<double>(vertices.doubles, begin, end)
                                       : bounds_of_range<float>(vertices.floats, begin, end);
}

}  // namespace pliant::surfaces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::surfaces {

HWY_EXPORT(PossiblyCrossed);
HWY_EXPORT(BoundsOf);
HWY_EXPORT(CrossSingleLines);

Decided cross_single_lines(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* all,
                           std::uint32_t* triangles, std::size_t count, const LineGrid& grid, const LinePlaces& places,
                           LineCrossing* crossings) {
    return HWY_DYNAMIC_DISPATCH(CrossSingleLines)(vertices, all, triangles, count, grid, places, crossings);
}

Box<double> vertex_bounds(const simd::Vertices& vertices, std::size_t begin, std::size_t end) {
    return HWY_DYNAMIC_DISPATCH(BoundsOf)(vertices, begin, end);
}

std::size_t possibly_crossed(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, const LineGrid& grid, std::uint32_t* out) {
    return HWY_DYNAMIC_DISPATCH(PossiblyCrossed)(vertices, triangles, begin, end, grid, out);
}

}  // namespace pliant::surfaces
#endif
