#include <algorithm>
#include <limits>

#include "broad_phase/features.hpp"
#include "numeric/box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/feature_boxes_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "broad_phase/box_bounds-inl.hpp"
#include "simd/area-inl.hpp"
#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::broad_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// A number that is at least `value`, in the precision of the vertices.
HWY_INLINE float at_least(double value, float) { return value > 0 ? upper_float(value) : 0.0f; }
HWY_INLINE double at_least(double value, double) { return value; }

/// Bounds of points along one axis.
template <class Vector>
struct Range {
    Vector lo, hi;

    HWY_INLINE void add(Range other) {
        lo = hn::Min(lo, other.lo);
        hi = hn::Max(hi, other.hi);
    }
};

template <class Tag>
struct FeatureBoxes {
    using Scalar = hn::TFromD<Tag>;
    using Vector = hn::Vec<Tag>;
    using Vertex = std::conditional_t<std::is_same_v<Scalar, float>, simd::FloatVertex, simd::DoubleVertex>;
    using Point = Coordinates<Vector>;

    const Vertex *start, *end;
    const BoxContents& contents;
    bool moves = contents.moves();
    bool whole = contents.fraction >= 1;
    // Rounded up: boxes of a longer step, of a larger distance.
    Scalar fraction = std::min(at_least(contents.fraction, Scalar{}), Scalar{1});
    Scalar half_distance = at_least(0.5 * contents.distance, Scalar{});
    bool widened = (moves && !whole) || contents.distance > 0 || contents.thickness != nullptr;

    /// One corner of each lane: where it is at the end, or after the fraction of the step.
    HWY_INLINE Range<Vector> later(Tag d, Vector s, Vector e) const {
        if (whole) return {e, e};
        // s + f (e - s) is off by at most three units of (|s| + |e|); four, and underflow, are added.
        const auto at = hn::Add(s, hn::Mul(hn::Set(d, fraction), hn::Sub(e, s)));
        using Limits = simd::Rounding<Scalar>;
        const auto error = hn::Add(hn::Mul(hn::Add(hn::Abs(s), hn::Abs(e)), hn::Set(d, 4 * Limits::unit)),
                                   hn::Set(d, Scalar{Limits::underflow}));
        return {hn::Sub(at, error), hn::Add(at, error)};
    }

    /// How far the box of each lane reaches beyond its feature, rounded up.
    template <std::size_t corners>
    HWY_INLINE Vector reach(Tag d, const CornerBlock& features, std::size_t lane) const {
        if (contents.thickness == nullptr) return hn::Set(d, half_distance);
        alignas(64) Scalar reach[hn::MaxLanes(Tag())];
        for (std::size_t i = 0; i < hn::MaxLanes(Tag()); ++i) {
            double thickness = 0;
            for (std::size_t k = 0; k < corners; ++k) {
                thickness = std::max(thickness, contents.thickness[features.vertex[k][lane + i]]);
            }
            reach[i] = at_least(thickness, Scalar{});
        }
        const auto sum = hn::Add(hn::Load(d, reach), hn::Set(d, half_distance));
        return hn::Mul(sum, hn::Set(d, Scalar{1} + 4 * simd::Rounding<Scalar>::unit));
    }

    HWY_INLINE void store(Range<Vector> range, Vector reach, float* lo, float* hi) const {
        if (!widened) return store_bounds(range.lo, range.hi, lo, hi);
        store_widened_bounds(hn::Sub(range.lo, reach), hn::Add(range.hi, reach), lo, hi);
    }

    /// Zero where all coordinates are finite, else NaN.
    static HWY_INLINE Vector not_finite(const Point& p) {
        const auto sum = hn::Add(hn::Add(hn::Mul(p.x, hn::Zero(Tag())), hn::Mul(p.y, hn::Zero(Tag()))),
                                 hn::Mul(p.z, hn::Zero(Tag())));
        return sum;
    }

    template <std::size_t corners>
    HWY_INLINE unsigned sound(Tag d, const Point* s, const Point* e, Suspicion suspicion) const {
        if constexpr (corners < 3) {
            return 0;
        } else {
            if (suspicion == Suspicion::no_area) return bits_of(d, has_area(d, e[0], e[1], e[2]));
            auto sum = hn::Zero(d);
            for (std::size_t k = 0; k < corners; ++k) sum = hn::Add(sum, hn::Add(not_finite(s[k]), not_finite(e[k])));
            return bits_of(d, hn::Eq(sum, hn::Zero(d)));
        }
    }

    template <std::size_t corners, class AtCorner>
    HWY_INLINE void store_box(Vector beyond, BoxBlock& box, std::size_t lane, const AtCorner& at) const {
        Range<Vector> x = at(0, &Point::x), y = at(0, &Point::y), z = at(0, &Point::z);
        for (std::size_t k = 1; k < corners; ++k) {
            x.add(at(k, &Point::x));
            y.add(at(k, &Point::y));
            z.add(at(k, &Point::z));
        }
        store(x, beyond, box.lo[0] + lane, box.hi[0] + lane);
        store(y, beyond, box.lo[1] + lane, box.hi[1] + lane);
        store(z, beyond, box.lo[2] + lane, box.hi[2] + lane);
    }

    template <std::size_t corners>
    HWY_INLINE unsigned lanes(Tag d, const CornerBlock& features, std::size_t lane, const BoxOutput& out,
                              std::size_t block) const {
        Point s[corners], e[corners];
        for (std::size_t k = 0; k < corners; ++k) {
            s[k] = load(d, start, features.vertex[k] + lane);
            e[k] = moves ? load(d, end, features.vertex[k] + lane) : s[k];
        }
        const auto beyond = reach<corners>(d, features, lane);
        store_box<corners>(beyond, out.start[block], lane, [&](std::size_t k, Vector Point::*axis) HWY_ATTR {
            return Range<Vector>{s[k].*axis, s[k].*axis};
        });
        if (moves) {
            store_box<corners>(beyond, out.end[block], lane, [&](std::size_t k, Vector Point::*axis) HWY_ATTR {
                return later(d, s[k].*axis, e[k].*axis);
            });
        }
        return out.suspects != nullptr ? sound<corners>(d, s, e, out.suspicion) << lane : 0;
    }

    template <std::size_t corners>
    void blocks(std::span<const CornerBlock> features, const BoxOutput out) const {
        const Tag d;
        for (std::size_t i = 0; i < features.size(); ++i) {
            unsigned good = 0;
            for (std::size_t lane = 0; lane < block_size; lane += hn::MaxLanes(Tag())) {
                good |= lanes<corners>(d, features[i], lane, out, i);
            }
            if (out.suspects != nullptr) out.suspects[i] = static_cast<std::uint8_t>(~good);
        }
    }

    void run(Corners corners, std::span<const CornerBlock> features, const BoxOutput& out) const {
        switch (corners) {
            case Corners::of_vertex: return blocks<1>(features, {out.start, out.end});
            case Corners::of_edge: return blocks<2>(features, {out.start, out.end});
            case Corners::of_triangle: return blocks<3>(features, out);
        }
    }
};

void BoxesOfFeatures(Corners corners, const BoxContents& contents, std::span<const CornerBlock> features,
                     const BoxOutput& out) {
    if (contents.start.doubles != nullptr) {
        const FeatureBoxes<Doubles> kernel{contents.start.doubles, contents.end.doubles, contents};
        kernel.run(corners, features, out);
    } else {
        const FeatureBoxes<Floats> kernel{contents.start.floats, contents.end.floats, contents};
        kernel.run(corners, features, out);
    }
}

}  // namespace pliant::broad_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::broad_phase {

HWY_EXPORT(BoxesOfFeatures);

void feature_boxes(Corners corners, const BoxContents& contents, std::span<const CornerBlock> features,
                   const BoxOutput& out) {
    HWY_DYNAMIC_DISPATCH(BoxesOfFeatures)(corners, contents, features, out);
}

}  // namespace pliant::broad_phase
#endif
