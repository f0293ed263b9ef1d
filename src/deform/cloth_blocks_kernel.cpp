#include "deform/cloth_blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/cloth_blocks_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::deform::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

static_assert(block_lanes % double_lanes == 0);

/// Vertices of some lanes.
struct Corner {
    Points3 at;
    Double inverse_mass;
};

HWY_INLINE Double splat(double x) { return hn::Set(Doubles(), x); }
HWY_INLINE Points3 times(Double s, const Points3& p) { return {hn::Mul(s, p.x), hn::Mul(s, p.y), hn::Mul(s, p.z)}; }
HWY_INLINE Double load_lanes(const Lanes8& values, std::size_t lane) { return hn::LoadU(Doubles(), &values[lane]); }

// Vertices are read and written whole: a wide load right after narrow stores would stall.
#if HWY_TARGET == HWY_SCALAR

HWY_INLINE Corner load_corner(const ClothVertex* vertices, const std::uint32_t* ids) {
    const ClothVertex& v = vertices[ids[0]];
    return {{splat(v.x), splat(v.y), splat(v.z)}, splat(v.unused)};
}

HWY_INLINE void store_corner(ClothVertex* vertices, const std::uint32_t* ids, const Points3& at, Double /*mass*/) {
    ClothVertex& v = vertices[ids[0]];
    v.x = hn::GetLane(at.x), v.y = hn::GetLane(at.y), v.z = hn::GetLane(at.z);
}

#elif HWY_MAX_BYTES >= 32

HWY_INLINE Corner load_corner(const ClothVertex* vertices, const std::uint32_t* ids) {
    const Doubles d;
    const auto v0 = hn::Load(d, &vertices[ids[0]].x), v1 = hn::Load(d, &vertices[ids[1]].x);
    const auto v2 = hn::Load(d, &vertices[ids[2]].x), v3 = hn::Load(d, &vertices[ids[3]].x);
    const auto xz01 = hn::InterleaveLower(d, v0, v1), yw01 = hn::InterleaveUpper(d, v0, v1);
    const auto xz23 = hn::InterleaveLower(d, v2, v3), yw23 = hn::InterleaveUpper(d, v2, v3);
    return {
        {hn::ConcatLowerLower(d, xz23, xz01), hn::ConcatLowerLower(d, yw23, yw01), hn::ConcatUpperUpper(d, xz23, xz01)},
        hn::ConcatUpperUpper(d, yw23, yw01)};
}

HWY_INLINE void store_corner(ClothVertex* vertices, const std::uint32_t* ids, const Points3& at, Double mass) {
    const Doubles d;
    const auto xy02 = hn::InterleaveLower(d, at.x, at.y), xy13 = hn::InterleaveUpper(d, at.x, at.y);
    const auto zw02 = hn::InterleaveLower(d, at.z, mass), zw13 = hn::InterleaveUpper(d, at.z, mass);
    hn::Store(hn::ConcatLowerLower(d, zw02, xy02), d, &vertices[ids[0]].x);
    hn::Store(hn::ConcatLowerLower(d, zw13, xy13), d, &vertices[ids[1]].x);
    hn::Store(hn::ConcatUpperUpper(d, zw02, xy02), d, &vertices[ids[2]].x);
    hn::Store(hn::ConcatUpperUpper(d, zw13, xy13), d, &vertices[ids[3]].x);
}

#else

HWY_INLINE Corner load_corner(const ClothVertex* vertices, const std::uint32_t* ids) {
    const Doubles d;
    const ClothVertex &p = vertices[ids[0]], &q = vertices[ids[1]];
    const auto xy0 = hn::Load(d, &p.x), xy1 = hn::Load(d, &q.x), zw0 = hn::Load(d, &p.z), zw1 = hn::Load(d, &q.z);
    return {{hn::InterleaveLower(d, xy0, xy1), hn::InterleaveUpper(d, xy0, xy1), hn::InterleaveLower(d, zw0, zw1)},
            hn::InterleaveUpper(d, zw0, zw1)};
}

HWY_INLINE void store_corner(ClothVertex* vertices, const std::uint32_t* ids, const Points3& at, Double mass) {
    const Doubles d;
    hn::Store(hn::InterleaveLower(d, at.x, at.y), d, &vertices[ids[0]].x);
    hn::Store(hn::InterleaveLower(d, at.z, mass), d, &vertices[ids[0]].z);
    hn::Store(hn::InterleaveUpper(d, at.x, at.y), d, &vertices[ids[1]].x);
    hn::Store(hn::InterleaveUpper(d, at.z, mass), d, &vertices[ids[1]].z);
}

#endif

/// a / b where b is positive, else zero.
HWY_INLINE Double ratio(Double a, Double b) {
    const Doubles d;
    const auto positive = hn::Gt(b, hn::Zero(d));
    return hn::IfThenElseZero(positive, hn::Div(a, hn::IfThenElse(positive, b, splat(1))));
}

/// Two edges of a triangle, deformed, and what its rest shape makes of them.
struct Triangles {
    Corner corner[3];
    Double inverse[4];

    [[nodiscard]] HWY_INLINE Points3 thread(std::size_t k) const {
        const Points3 e1 = corner[1].at - corner[0].at, e2 = corner[2].at - corner[0].at;
        return times(inverse[2 * k], e1) + times(inverse[2 * k + 1], e2);
    }

    /// Takes a constraint's value away: g1 and g2 are its gradients, that of the first corner minus their sum.
    HWY_INLINE void move(Double value, const Points3& g1, const Points3& g2, Double compliance) {
        const Points3 g0 = g1 + g2;
        const Double gives =
            hn::Add(hn::Add(hn::Mul(corner[0].inverse_mass, dot(g0, g0)), hn::Mul(corner[1].inverse_mass, dot(g1, g1))),
                    hn::Mul(corner[2].inverse_mass, dot(g2, g2)));
        const auto mobile = hn::Gt(gives, hn::Zero(Doubles()));
        const Double push =
            hn::IfThenElseZero(mobile, hn::Div(value, hn::IfThenElse(mobile, hn::Add(gives, compliance), splat(1))));
        corner[0].at = corner[0].at + times(hn::Mul(push, corner[0].inverse_mass), g0);
        corner[1].at = corner[1].at - times(hn::Mul(push, corner[1].inverse_mass), g1);
        corner[2].at = corner[2].at - times(hn::Mul(push, corner[2].inverse_mass), g2);
    }

    HWY_INLINE void stretch(std::size_t k, Double compliance) {
        const Points3 along = thread(k);
        const Double length = hn::Sqrt(dot(along, along));
        const Points3 n = times(ratio(splat(1), length), along);
        move(hn::Sub(length, splat(1)), times(inverse[2 * k], n), times(inverse[2 * k + 1], n), compliance);
    }

    HWY_INLINE void shear(Double compliance) {
        const Points3 warp = thread(0), weft = thread(1);
        move(dot(warp, weft), times(inverse[0], weft) + times(inverse[2], warp),
             times(inverse[1], weft) + times(inverse[3], warp), compliance);
    }
};

void SolveMembranes(const MembraneBlock* blocks, std::size_t count, ClothVertex* vertices, double per_square_second) {
    const Double stiffer = splat(per_square_second);
    for (std::size_t b = 0; b < count; ++b) {
        const MembraneBlock& block = blocks[b];
        for (std::size_t lane = 0; lane < block_lanes; lane += double_lanes) {
            Triangles t;
            for (std::size_t k = 0; k < 3; ++k) t.corner[k] = load_corner(vertices, &block.vertices[k][lane]);
            for (std::size_t k = 0; k < 4; ++k) t.inverse[k] = load_lanes(block.inverse[k], lane);
            const Double stretch = hn::Mul(load_lanes(block.stretch_gives, lane), stiffer);
            t.stretch(0, stretch);
            t.stretch(1, stretch);
            t.shear(hn::Mul(load_lanes(block.shear_gives, lane), stiffer));
            for (std::size_t k = 0; k < 3; ++k)
                store_corner(vertices, &block.vertices[k][lane], t.corner[k].at, t.corner[k].inverse_mass);
        }
    }
}

/// The three components of the sum share their weights, so that one division solves them. A hinge that is bent at rest
/// keeps the length of the sum.
void SolveHinges(const HingeBlock* blocks, std::size_t count, ClothVertex* vertices, double per_square_second) {
    const Doubles d;
    const Double stiffer = splat(per_square_second);
    for (std::size_t b = 0; b < count; ++b) {
        const HingeBlock& block = blocks[b];
        for (std::size_t lane = 0; lane < block_lanes; lane += double_lanes) {
            Corner corner[4];
            Double weight[4], mobility = hn::Zero(d);
            Points3 sum{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
            for (std::size_t k = 0; k < 4; ++k) {
                corner[k] = load_corner(vertices, &block.vertices[k][lane]);
                weight[k] = load_lanes(block.weights[k], lane);
                sum = sum + times(weight[k], corner[k].at);
                mobility = hn::Add(mobility, hn::Mul(corner[k].inverse_mass, hn::Mul(weight[k], weight[k])));
            }
            const Double rest = load_lanes(block.rest, lane), size = hn::Sqrt(dot(sum, sum));
            const Double bent = ratio(hn::Sub(size, rest), size);
            const Double share = hn::IfThenElse(hn::Gt(rest, hn::Zero(d)), bent, splat(1));
            const Double gives = hn::Mul(load_lanes(block.gives, lane), stiffer);
            const auto mobile = hn::Gt(mobility, hn::Zero(d));
            const Double push =
                hn::IfThenElseZero(mobile, hn::Div(share, hn::IfThenElse(mobile, hn::Add(mobility, gives), splat(1))));
            for (std::size_t k = 0; k < 4; ++k) {
                const Double by = hn::Mul(hn::Mul(corner[k].inverse_mass, weight[k]), push);
                store_corner(vertices, &block.vertices[k][lane], corner[k].at - times(by, sum), corner[k].inverse_mass);
            }
        }
    }
}

}  // namespace pliant::deform::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::deform {

HWY_EXPORT(SolveMembranes);
HWY_EXPORT(SolveHinges);

void solve(std::span<const MembraneBlock> blocks, ClothVertex* vertices, double seconds) {
    HWY_DYNAMIC_DISPATCH(SolveMembranes)(blocks.data(), blocks.size(), vertices, 1 / (seconds * seconds));
}

void solve(std::span<const HingeBlock> blocks, ClothVertex* vertices, double seconds) {
    HWY_DYNAMIC_DISPATCH(SolveHinges)(blocks.data(), blocks.size(), vertices, 1 / (seconds * seconds));
}

}  // namespace pliant::deform
#endif
