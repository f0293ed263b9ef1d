// Determinants with an error bound, and the loop that tests candidates of tetrahedra in batches.
// Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_INSIDE_TESTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_INSIDE_TESTS_INL
#undef PLIANT_NARROW_PHASE_INSIDE_TESTS_INL
#else
#define PLIANT_NARROW_PHASE_INSIDE_TESTS_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "narrow_phase/inside_tests.hpp"
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

/// Candidates that are tested together.
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
        const broad_phase::TetrahedronBlock& block = blocks[slot / broad_phase::block_size];
        for (std::size_t i = 0; i < 4; ++i) out.ids[i][n] = block.vertex[i][slot % broad_phase::block_size];
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

/// Writes the verdicts that are certain; the others stay in the batch.
template <class Test, class Tag, class Vertex>
HWY_INLINE void judge_batch(Tag d, const Vertex* vertices, Batch& batch, Inside* out) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    const std::size_t count = batch.count;
    fill_up(batch, lanes);
    std::size_t left = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
        const Coordinates<hn::Vec<Tag>> corners[4] = {
            load(d, vertices, batch.ids[0] + first), load(d, vertices, batch.ids[1] + first),
            load(d, vertices, batch.ids[2] + first), load(d, vertices, batch.ids[3] + first)};
        const auto p = load(d, vertices, batch.ids[4] + first);
        const JudgedLanes judged = Test::lanes(d, corners, p);
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

/// Where candidates lie by a test: Test::lanes(d, corners, point) says in which lanes the point is outside or inside,
/// with proof. Floats first where the coordinates are floats: twice as many lanes, and few candidates are left for
/// doubles.
template <class Test>
HWY_INLINE void judge_by(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
                         const broad_phase::Candidates& candidates, Inside* out) {
    Batch batch;
    for (std::size_t first = 0; first < candidates.size(); first += batch_size) {
        fill(blocks, candidates, first, batch);
        if (vertices.doubles != nullptr) {
            judge_batch<Test>(Doubles(), vertices.doubles, batch, out);
            continue;
        }
        judge_batch<Test>(Floats(), vertices.floats, batch, out);
        if (batch.count > 0) judge_batch<Test>(Doubles(), vertices.floats, batch, out);
    }
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
