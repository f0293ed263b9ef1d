#include "narrow_phase/inside_tests.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/inside_tests_kernel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

template <class Vector>
struct Determinant {
    Vector value, error;
};

/// det(u, v, w) of differences.
template <class Tag, class Vector>
HWY_INLINE Determinant<Vector> determinant(Tag d, const Coordinates<Vector>& u, const Coordinates<Vector>& v,
                                           const Coordinates<Vector>& w) {
    using Limits = simd::Rounding<hn::TFromD<Tag>>;
    const auto uv = hn::Mul(u.x, v.y), vu = hn::Mul(u.y, v.x);
    const auto vw = hn::Mul(v.x, w.y), wv = hn::Mul(v.y, w.x);
    const auto wu = hn::Mul(w.x, u.y), uw = hn::Mul(w.y, u.x);
    const auto value =
        hn::Add(hn::Add(hn::Mul(hn::Sub(uv, vu), w.z), hn::Mul(hn::Sub(vw, wv), u.z)), hn::Mul(hn::Sub(wu, uw), v.z));
    const auto wz = hn::Abs(w.z), uz = hn::Abs(u.z), vz = hn::Abs(v.z);
    const auto magnitude =
        hn::Add(hn::Add(hn::Mul(hn::Add(hn::Abs(uv), hn::Abs(vu)), wz), hn::Mul(hn::Add(hn::Abs(vw), hn::Abs(wv)), uz)),
                hn::Mul(hn::Add(hn::Abs(wu), hn::Abs(uw)), vz));
    const auto sizes = hn::Add(hn::Add(hn::Set(d, 1), wz), hn::Add(uz, vz));
    const auto error = hn::Add(hn::Mul(magnitude, hn::Set(d, simd::determinant_units * Limits::unit)),
                               hn::Mul(sizes, hn::Set(d, Limits::cross_underflow)));
    return {value, error};
}

template <class Tag, class Vertex>
void signs_of(Tag d, const Vertex* vertices, const broad_phase::TetrahedronBlock* blocks, std::size_t first,
              std::size_t last, VolumeSigns* out) {
    for (std::size_t i = first; i < last; ++i) {
        unsigned positive = 0, negative = 0;
        for (std::size_t lane = 0; lane < broad_phase::block_size; lane += hn::MaxLanes(d)) {
            const auto a = load(d, vertices, blocks[i].vertex[0] + lane);
            const auto u = load(d, vertices, blocks[i].vertex[1] + lane) - a;
            const auto v = load(d, vertices, blocks[i].vertex[2] + lane) - a;
            const auto w = load(d, vertices, blocks[i].vertex[3] + lane) - a;
            const auto volume = determinant(d, u, v, w);
            positive |= bits_of(d, hn::Gt(volume.value, volume.error)) << lane;
            negative |= bits_of(d, hn::Lt(volume.value, hn::Neg(volume.error))) << lane;
        }
        out[i] = {static_cast<std::uint8_t>(positive), static_cast<std::uint8_t>(negative)};
    }
}

void SignsOfVolumes(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks, std::size_t first,
                    std::size_t last, VolumeSigns* out) {
    if (vertices.doubles != nullptr) {
        signs_of(Doubles(), vertices.doubles, blocks, first, last, out);
    } else {
        signs_of(Floats(), vertices.floats, blocks, first, last, out);
    }
}

struct JudgedLanes {
    unsigned outside, inside;
};

/// All four of one sign: inside; two of opposite signs: outside.
template <class Tag, class Vector>
HWY_INLINE JudgedLanes lanes_by_signs(Tag d, const Determinant<Vector> (&volumes)[4]) {
    auto some_positive = hn::Gt(volumes[0].value, volumes[0].error);
    auto some_negative = hn::Lt(volumes[0].value, hn::Neg(volumes[0].error));
    auto all_positive = some_positive, all_negative = some_negative;
    for (int i = 1; i < 4; ++i) {
        const auto positive = hn::Gt(volumes[i].value, volumes[i].error);
        const auto negative = hn::Lt(volumes[i].value, hn::Neg(volumes[i].error));
        some_positive = hn::Or(some_positive, positive);
        some_negative = hn::Or(some_negative, negative);
        all_positive = hn::And(all_positive, positive);
        all_negative = hn::And(all_negative, negative);
    }
    return {bits_of(d, hn::And(some_positive, some_negative)), bits_of(d, hn::Or(all_positive, all_negative))};
}

template <class Tag, class Vector>
HWY_INLINE JudgedLanes judge_by_half_spaces(Tag d, const Coordinates<Vector> (&corner)[4],
                                            const Coordinates<Vector>& p) {
    const auto a = corner[0] - p, b = corner[1] - p, c = corner[2] - p, e = corner[3] - p;
    const Determinant<Vector> volumes[4] = {determinant(d, b, c, e), determinant(d, a, e, c), determinant(d, a, b, e),
                                            determinant(d, a, c, b)};
    return lanes_by_signs(d, volumes);
}

template <class Tag, class Vector>
HWY_INLINE JudgedLanes judge_by_barycentric(Tag d, const Coordinates<Vector> (&corner)[4],
                                            const Coordinates<Vector>& p) {
    const auto u = corner[1] - corner[0], v = corner[2] - corner[0], w = corner[3] - corner[0], q = p - corner[0];
    const auto of_b = determinant(d, q, v, w), of_c = determinant(d, u, q, w), of_d = determinant(d, u, v, q),
               whole = determinant(d, u, v, w);
    const auto rest = hn::Sub(whole.value, hn::Add(hn::Add(of_b.value, of_c.value), of_d.value));
    // The errors of its parts, and those of three sums, which the parts' magnitudes within their errors cover.
    const auto errors = hn::Add(hn::Add(of_b.error, of_c.error), hn::Add(of_d.error, whole.error));
    const Determinant<Vector> volumes[4] = {{rest, hn::Add(errors, errors)}, of_b, of_c, of_d};
    return lanes_by_signs(d, volumes);
}

/// Candidates per batch.
constexpr std::size_t batch_size = 64;
struct Batch {
    std::uint32_t ids[5][batch_size + broad_phase::block_size];  // four corners and the vertex
    std::uint32_t candidate[batch_size + broad_phase::block_size];
    std::size_t count;
};

HWY_INLINE void fill(const broad_phase::TetrahedronBlock* blocks, const broad_phase::Candidates& candidates,
                     std::size_t first, Batch& out) {
    out.count = std::min(batch_size, candidates.size() - first);
    for (std::size_t n = 0; n < out.count; ++n) {
        const std::uint32_t slot = candidates.slot(first + n);
        const broad_phase::TetrahedronBlock& block = blocks[broad_phase::block_of(slot)];
        for (std::size_t i = 0; i < 4; ++i) out.ids[i][n] = block.vertex[i][broad_phase::lane_of(slot)];
        out.ids[4][n] = candidates.vertex(first + n);
        out.candidate[n] = static_cast<std::uint32_t>(first + n);
    }
}

/// Repeats the last candidate in lanes without one.
HWY_INLINE void fill_up(Batch& batch, std::size_t lanes) {
    for (auto& ids : batch.ids) {
        for (std::size_t n = batch.count; n < batch.count + lanes; ++n) ids[n] = ids[batch.count - 1];
    }
}

/// Writes the verdicts; the candidates that are not certain stay in the batch.
template <class Tag, class Vertex>
HWY_INLINE void judge_batch(Tag d, const Vertex* vertices, bool by_half_spaces, Batch& batch, Inside* out) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    const std::size_t count = batch.count;
    fill_up(batch, lanes);
    std::size_t left = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
        const Coordinates<hn::Vec<Tag>> corners[4] = {
            load(d, vertices, batch.ids[0] + first), load(d, vertices, batch.ids[1] + first),
            load(d, vertices, batch.ids[2] + first), load(d, vertices, batch.ids[3] + first)};
        const auto p = load(d, vertices, batch.ids[4] + first);
        const JudgedLanes judged =
            by_half_spaces ? judge_by_half_spaces(d, corners, p) : judge_by_barycentric(d, corners, p);
        const std::size_t in_vector = std::min(lanes, count - first);
        for (std::size_t lane = 0; lane < in_vector; ++lane) {
            const bool outside = (judged.outside >> lane & 1) != 0, inside = (judged.inside >> lane & 1) != 0;
            const std::size_t n = first + lane;
            out[batch.candidate[n]] = outside ? Inside::no : inside ? Inside::yes : Inside::unsure;
            for (auto& ids : batch.ids) ids[left] = ids[n];
            batch.candidate[left] = batch.candidate[n];
            left += outside || inside ? 0 : 1;
        }
    }
    batch.count = left;
}

/// Floats first where the vertices are: twice the lanes, and few candidates are left for doubles.
void Judge(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
           const broad_phase::Candidates& candidates, bool by_half_spaces, Inside* out) {
    Batch batch;
    for (std::size_t first = 0; first < candidates.size(); first += batch_size) {
        fill(blocks, candidates, first, batch);
        if (vertices.doubles != nullptr) {
            judge_batch(Doubles(), vertices.doubles, by_half_spaces, batch, out);
            continue;
        }
        judge_batch(Floats(), vertices.floats, by_half_spaces, batch, out);
        if (batch.count > 0) judge_batch(Doubles(), vertices.floats, by_half_spaces, batch, out);
    }
}

/// The largest magnitude among the coordinates relative to a corner as a power of two, to scale by.
HWY_INLINE Double scale_of(const Points3& a, const Points3 (&others)[4]) {
    const Doubles d;
    const hn::RebindToUnsigned<Doubles> bits;
    const hn::RebindToSigned<Doubles> whole;
    const auto quarter = hn::Set(d, 0.25);
    const auto far = [&](Double p, Double q)
                         HWY_ATTR { return hn::Abs(hn::Sub(hn::Mul(p, quarter), hn::Mul(q, quarter))); };
    auto largest = hn::Zero(d);
    for (const Points3& p : others) {
        largest = hn::Max(largest, max_of(far(p.x, a.x), far(p.y, a.y), far(p.z, a.z)));
    }
    const auto biased = hn::BitCast(whole, hn::ShiftRight<52>(hn::BitCast(bits, largest)));
    const auto exponent = hn::Sub(biased, hn::Set(whole, 1022));
    const auto clamped = hn::Min(hn::Max(exponent, hn::Set(whole, -1000)), hn::Set(whole, 1000));
    const auto inverse = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(hn::Set(whole, 1023), clamped)));
    return hn::IfThenElse(hn::Eq(largest, hn::Zero(d)), hn::Set(d, 1), inverse);
}

/// u . (v x w), rounded like the scalar code of geometry::barycentric.
HWY_INLINE Double rounded_determinant(const Points3& u, const Points3& v, const Points3& w) {
    return dot(u, cross(v, w));
}

/// The operations of geometry::barycentric in the same order, for the same bytes.
HWY_INLINE void weigh(const Points3 (&corner)[4], const Points3& p, double (&out)[4][double_lanes]) {
    const Doubles d;
    const Points3& a = corner[0];
    const auto scale = hn::Mul(scale_of(a, {p, corner[1], corner[2], corner[3]}), hn::Set(d, 0.25));
    const auto from_first = [&](const Points3& q) HWY_ATTR {
        return Points3{hn::Sub(hn::Mul(scale, q.x), hn::Mul(scale, a.x)),
                       hn::Sub(hn::Mul(scale, q.y), hn::Mul(scale, a.y)),
                       hn::Sub(hn::Mul(scale, q.z), hn::Mul(scale, a.z))};
    };
    const Points3 u = from_first(corner[1]), v = from_first(corner[2]), w = from_first(corner[3]), q = from_first(p);
    const auto volume = rounded_determinant(u, v, w), quarter = hn::Set(d, 0.25);
    const auto thin = hn::Eq(volume, hn::Zero(d));
    const auto b = hn::Div(rounded_determinant(q, v, w), volume), c = hn::Div(rounded_determinant(u, q, w), volume),
               e = hn::Div(rounded_determinant(u, v, q), volume);
    const auto rest = hn::Sub(hn::Sub(hn::Sub(hn::Set(d, 1), b), c), e);
    hn::StoreU(hn::IfThenElse(thin, quarter, rest), d, out[0]);
    hn::StoreU(hn::IfThenElse(thin, quarter, b), d, out[1]);
    hn::StoreU(hn::IfThenElse(thin, quarter, c), d, out[2]);
    hn::StoreU(hn::IfThenElse(thin, quarter, e), d, out[3]);
}

/// Pairs come in any order: tetrahedra and vertices are prefetched a batch ahead.
struct PairsToWeigh {
    std::uint32_t ids[5][batch_size + broad_phase::block_size];  // four corners and the vertex
    std::size_t count;

    /// Repeats the last pair in lanes without one.
    template <class Vertex>
    HWY_INLINE void fill(const Vertex* vertices, const std::array<std::uint32_t, 4>* tetrahedra,
                         const VertexInTetrahedron* pairs) {
        for (std::size_t n = 0; n < count; ++n) hwy::Prefetch(tetrahedra + pairs[n].tetrahedron);
        for (std::size_t n = 0; n < count + double_lanes; ++n) {
            const VertexInTetrahedron& pair = pairs[std::min(n, count - 1)];
            for (std::size_t i = 0; i < 4; ++i) ids[i][n] = tetrahedra[pair.tetrahedron][i];
            ids[4][n] = pair.vertex;
            for (const auto& of_corner : ids) hwy::Prefetch(vertices + of_corner[n]);
        }
    }
};

template <class Vertex>
HWY_INLINE void weigh_some(const Vertex* vertices, const std::array<std::uint32_t, 4>* tetrahedra,
                           const VertexInTetrahedron* pairs, std::size_t count, std::array<double, 4>* out) {
    PairsToWeigh some;
    some.count = count;
    some.fill(vertices, tetrahedra, pairs);
    double weights[4][double_lanes];
    for (std::size_t first = 0; first < count; first += double_lanes) {
        const Points3 corners[4] = {gather(vertices, some.ids[0] + first), gather(vertices, some.ids[1] + first),
                                    gather(vertices, some.ids[2] + first), gather(vertices, some.ids[3] + first)};
        weigh(corners, gather(vertices, some.ids[4] + first), weights);
        for (std::size_t lane = 0; lane < std::min(double_lanes, count - first); ++lane) {
            for (std::size_t i = 0; i < 4; ++i) out[first + lane][i] = weights[i][lane];
        }
    }
}

void Weigh(const simd::Vertices& vertices, const std::array<std::uint32_t, 4>* tetrahedra,
           const VertexInTetrahedron* pairs, std::size_t count, std::array<double, 4>* out) {
    for (std::size_t first = 0; first < count; first += batch_size) {
        const std::size_t some = std::min(batch_size, count - first);
        with_vertices(vertices,
                      [&](const auto* v) HWY_ATTR { weigh_some(v, tetrahedra, pairs + first, some, out + first); });
    }
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(SignsOfVolumes);
HWY_EXPORT(Judge);
HWY_EXPORT(Weigh);

void volume_signs(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks, std::size_t first,
                  std::size_t last, VolumeSigns* out) {
    HWY_DYNAMIC_DISPATCH(SignsOfVolumes)(vertices, blocks, first, last, out);
}

void judge(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
           const broad_phase::Candidates& candidates, bool by_half_spaces, Inside* out) {
    HWY_DYNAMIC_DISPATCH(Judge)(vertices, blocks, candidates, by_half_spaces, out);
}

void weigh(const simd::Vertices& vertices, const std::array<std::uint32_t, 4>* tetrahedra,
           const VertexInTetrahedron* pairs, std::size_t count, std::array<double, 4>* out) {
    HWY_DYNAMIC_DISPATCH(Weigh)(vertices, tetrahedra, pairs, count, out);
}

}  // namespace pliant::narrow_phase
#endif
