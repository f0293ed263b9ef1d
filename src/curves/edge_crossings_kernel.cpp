#include "curves/edge_crossings.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "curves/edge_crossings_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::curves::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

constexpr Doubles d;
constexpr std::size_t lanes = hn::MaxLanes(Doubles());

/// A determinant, and the sum of the magnitudes of its terms.
struct Determinant {
    Double value, terms;
};

/// Of three differences of points, as in geometry/edge_crossing.cpp.
HWY_INLINE Determinant determinant(const Points3& u, const Points3& v, const Points3& w) {
    const auto xy = hn::Mul(u.x, v.y), yx = hn::Mul(u.y, v.x), yz = hn::Mul(u.y, v.z), zy = hn::Mul(u.z, v.y),
               zx = hn::Mul(u.z, v.x), xz = hn::Mul(u.x, v.z);
    const auto value =
        hn::Add(hn::Add(hn::Mul(hn::Sub(yz, zy), w.x), hn::Mul(hn::Sub(zx, xz), w.y)), hn::Mul(hn::Sub(xy, yx), w.z));
    const auto terms = hn::Add(hn::Add(hn::Mul(hn::Add(hn::Abs(yz), hn::Abs(zy)), hn::Abs(w.x)),
                                       hn::Mul(hn::Add(hn::Abs(zx), hn::Abs(xz)), hn::Abs(w.y))),
                               hn::Mul(hn::Add(hn::Abs(xy), hn::Abs(yx)), hn::Abs(w.z)));
    return {value, terms};
}

HWY_INLINE Double not_negative(Double value) { return hn::Max(value, hn::Zero(d)); }

/// One vector for each number of a geometry::EdgeCrossing.
struct Found {
    Points3 position;
    Double along, error;
    Double weights[3];
};

HWY_INLINE Found cross_edges(const Points3& p, const Points3& q, const Points3* t) {
    const auto unit = hn::Set(d, simd::Rounding<double>::unit), zero = hn::Zero(d), one = hn::Set(d, 1);
    const auto fair = hn::Set(d, geometry::fair_weights);
    // More than the determinants lose by underflow, where differences are below 2^100.
    const auto lost = hn::Set(d, 1e-265);
    const Points3 u = t[1] - t[0], v = t[2] - t[0], pq = q - p;

    const Determinant at_p = determinant(u, v, p - t[0]), at_q = determinant(u, v, q - t[0]);
    const auto ten_units = hn::Mul(hn::Set(d, 10), unit);
    const auto height_error = hn::Add(hn::Mul(ten_units, hn::Max(at_p.terms, at_q.terms)), lost);
    const auto downwards = hn::Gt(at_p.value, at_q.value);
    const auto above = not_negative(hn::IfThenElse(downwards, at_p.value, hn::Neg(at_p.value)));
    const auto below = not_negative(hn::IfThenElse(downwards, hn::Neg(at_q.value), at_q.value));
    const auto heights = hn::Add(above, below);

    const Points3 corners[3] = {t[0] - p, t[1] - p, t[2] - p};
    const Determinant w0 = determinant(corners[1], corners[2], pq), w1 = determinant(corners[2], corners[0], pq),
                      w2 = determinant(corners[0], corners[1], pq);
    const auto weight_error = hn::Add(hn::Mul(ten_units, max_of(w0.terms, w1.terms, w2.terms)), lost);
    const auto turned = hn::Lt(hn::Add(hn::Add(w0.value, w1.value), w2.value), zero);
    const auto weight = [&](Double value)
                            HWY_ATTR { return not_negative(hn::IfThenElse(turned, hn::Neg(value), value)); };
    const auto a = weight(w0.value), b = weight(w1.value), c = weight(w2.value), sum = hn::Add(hn::Add(a, b), c);

    Found found;
    found.along = hn::Min(hn::Div(above, heights), one);
    const auto at_end = hn::Eq(found.along, one);
    const auto at = [&](Double from, Double to, Double way)
                        HWY_ATTR { return hn::IfThenElse(at_end, to, hn::Add(from, hn::Mul(found.along, way))); };
    found.position = {at(p.x, q.x, pq.x), at(p.y, q.y, pq.y), at(p.z, q.z, pq.z)};
    found.weights[0] = hn::Div(a, sum);
    found.weights[1] = hn::Div(b, sum);
    found.weights[2] = hn::Div(c, sum);

    // Bounds as in geometry/edge_crossing.cpp: (N - 1) e / sum, and a few units.
    const auto eight_units = hn::Mul(hn::Set(d, 8), unit);
    const auto along_error = hn::Add(hn::Div(height_error, heights), eight_units);
    const auto barycentric_error = hn::Add(hn::Div(hn::Add(weight_error, weight_error), sum), eight_units);
    const auto edge_size = largest_magnitude(pq), size = hn::Max(largest_magnitude(u), largest_magnitude(v));
    const auto off =
        hn::Max(hn::Mul(along_error, edge_size), hn::Mul(hn::Add(barycentric_error, barycentric_error), size));
    const auto farthest = hn::Max(hn::Max(largest_magnitude(p), largest_magnitude(q)),
                                  max_of(largest_magnitude(t[0]), largest_magnitude(t[1]), largest_magnitude(t[2])));
    const auto rounding = hn::Add(hn::Mul(eight_units, farthest), hn::Set(d, 1e-300));
    const auto error = hn::Add(hn::Mul(hn::Add(one, hn::Mul(hn::Set(d, 16), unit)), off), rounding);
    const auto certain =
        hn::And(hn::And(hn::Lt(height_error, hn::Mul(fair, heights)), hn::Lt(weight_error, hn::Mul(fair, sum))),
                hn::Lt(farthest, hn::Set(d, 0x1p100)));
    found.error = hn::IfThenElse(certain, error, hn::Set(d, -1));
    return found;
}

HWY_INLINE void write(const Found& found, std::size_t count, geometry::EdgeCrossing* out) {
    HWY_ALIGN double rows[8][lanes];
    const Double columns[8] = {found.position.x, found.position.y, found.position.z, found.along,
                               found.weights[0], found.weights[1], found.weights[2], found.error};
    for (std::size_t k = 0; k < 8; ++k) hn::Store(columns[k], d, rows[k]);
    for (std::size_t i = 0; i < count; ++i) {
        out[i].position = {rows[0][i], rows[1][i], rows[2][i]};
        out[i].along = rows[3][i];
        out[i].barycentric = {rows[4][i], rows[5][i], rows[6][i]};
        out[i].error = rows[7][i];
    }
}

void FindEdgeCrossings(const simd::Vertices& vertices, const EdgeAndTriangle* asked, std::size_t count,
                       geometry::EdgeCrossing* out) {
    with_vertices(vertices, [&](const auto* v) HWY_ATTR {
        for (std::size_t first = 0; first < count; first += lanes) {
            std::uint32_t ids[5][lanes];
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const EdgeAndTriangle& one = asked[std::min(first + lane, count - 1)];
                ids[0][lane] = one.from;
                ids[1][lane] = one.to;
                for (std::size_t k = 0; k < 3; ++k) ids[2 + k][lane] = one.corners[k];
            }
            const Points3 t[3] = {load(d, v, ids[2]), load(d, v, ids[3]), load(d, v, ids[4])};
            write(cross_edges(load(d, v, ids[0]), load(d, v, ids[1]), t), std::min(lanes, count - first), out + first);
        }
    });
}

}  // namespace pliant::curves::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::curves {

HWY_EXPORT(FindEdgeCrossings);

void find_edge_crossings(const simd::Vertices& vertices, const EdgeAndTriangle* asked, std::size_t count,
                         geometry::EdgeCrossing* out) {
    HWY_DYNAMIC_DISPATCH(FindEdgeCrossings)(vertices, asked, count, out);
}

}  // namespace pliant::curves
#endif
