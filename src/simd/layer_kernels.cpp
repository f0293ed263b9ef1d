#include "simd/layer_kernels.hpp"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/layer_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// By hand, for doubles and for the scalar target.
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

/// All three coordinates at once.
template <>
struct LineTest<FloatVertex> {
    using Four = hn::FixedTag<float, 4>;
    using Vector = hn::Vec<Four>;
    Vector lo, per_unit, margin, last, ignored;

    explicit LineTest(const LineGrid& grid) {
        const Four d;
        alignas(16) float l[4] = {}, s[4] = {}, i[4] = {};
        for (int k = 0; k < 3; ++k) {
            l[k] = static_cast<float>(grid.lo[k]);
            s[k] = k == grid.axis ? 0 : static_cast<float>(grid.per_unit[k]);
        }
        i[grid.axis] = i[3] = 1;
        lo = hn::Load(d, l);
        per_unit = hn::Load(d, s);
        margin = hn::Set(d, static_cast<float>(grid.margin));
        last = hn::Set(d, static_cast<float>(grid.last));
        ignored = hn::Load(d, i);
    }

    HWY_INLINE bool operator()(const FloatVertex& p, const FloatVertex& q, const FloatVertex& r) const {
        const Four d;
        const auto a = hn::Load(d, &p.x), b = hn::Load(d, &q.x), c = hn::Load(d, &r.x);
        const auto low = hn::Min(hn::Min(a, b), c), high = hn::Max(hn::Max(a, b), c);
        const auto from = hn::Sub(hn::Mul(hn::Sub(low, lo), per_unit), margin);
        const auto to = hn::Add(hn::Mul(hn::Sub(high, lo), per_unit), margin);
        const auto crossed = hn::And(hn::Ge(hn::Floor(to), from), hn::And(hn::Ge(to, hn::Zero(d)), hn::Le(from, last)));
        return hn::AllTrue(d, hn::Or(crossed, hn::Gt(ignored, hn::Zero(d))));
    }
};

/// The two coordinates that count.
template <>
struct LineTest<DoubleVertex> {
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

    HWY_INLINE Vector load(const DoubleVertex& p) const {
        const Two d;
        if (axis == 2) return hn::Load(d, &p.x);
        if (axis == 0) return hn::LoadU(d, &p.y);
        return hn::InterleaveLower(d, hn::Load(d, &p.x), hn::Load(d, &p.z));
    }

    HWY_INLINE bool operator()(const DoubleVertex& p, const DoubleVertex& q, const DoubleVertex& r) const {
        const Two d;
        const auto a = load(p), b = load(q), c = load(r);
        const auto low = hn::Min(hn::Min(a, b), c), high = hn::Max(hn::Max(a, b), c);
        const auto from = hn::Sub(hn::Mul(hn::Sub(low, lo), per_unit), margin);
        const auto to = hn::Add(hn::Mul(hn::Sub(high, lo), per_unit), margin);
        return hn::AllTrue(d,
                           hn::And(hn::Ge(hn::Floor(to), from), hn::And(hn::Ge(to, hn::Zero(d)), hn::Le(from, last))));
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

std::size_t PossiblyCrossed(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                            std::size_t end, const LineGrid& grid, std::uint32_t* out) {
    return vertices.doubles != nullptr ? keep_crossed(vertices.doubles, triangles, begin, end, grid, out)
                                       : keep_crossed(vertices.floats, triangles, begin, end, grid, out);
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(PossiblyCrossed);

std::size_t possibly_crossed(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                             std::size_t end, const LineGrid& grid, std::uint32_t* out) {
    return HWY_DYNAMIC_DISPATCH(PossiblyCrossed)(vertices, triangles, begin, end, grid, out);
}

}  // namespace pliant::simd
#endif
