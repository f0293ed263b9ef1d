#include "detect/gjk_cut/triangle_list.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/gjk_cut/triangle_list_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "detect/gjk_cut/triangle_list-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::gjk_cut::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Kept = hn::Mask<Floats>;

HWY_INLINE Kept within(std::size_t left) { return hn::FirstN(Floats(), std::min(left, float_lanes)); }

HWY_INLINE Float least(const TriangleList& list, std::size_t axis, std::size_t i) {
    return hn::Min(hn::Min(corner(list, axis, i), corner(list, 3 + axis, i)), corner(list, 6 + axis, i));
}

HWY_INLINE Float greatest(const TriangleList& list, std::size_t axis, std::size_t i) {
    return hn::Max(hn::Max(corner(list, axis, i), corner(list, 3 + axis, i)), corner(list, 6 + axis, i));
}

/// Copies what `keep(i)` keeps.
template <class Keep>
HWY_INLINE std::size_t copy_list(const TriangleList& from, const TriangleList& to, const Keep& keep) {
    std::size_t written = 0;
    for (std::size_t i = 0; i < from.count; i += float_lanes) {
        const unsigned kept = bits_of(Floats(), keep(i)) & valid_bits(from.count - i);
        if (kept != 0) written += copy_kept(from, i, kept, to, written);
    }
    return written;
}

/// The least of `lo` and the greatest of `hi`, vector by vector: lo(i) and hi(i) give those of the triangles at i.
template <class Lo, class Hi>
HWY_INLINE Interval range_of(std::size_t count, const Lo& lo, const Hi& hi) {
    const Floats d;
    const auto infinite = hn::Set(d, std::numeric_limits<float>::infinity());
    auto least = infinite, greatest = hn::Neg(infinite);
    std::size_t i = 0;
    for (; i + float_lanes <= count; i += float_lanes) {
        least = hn::Min(least, lo(i));
        greatest = hn::Max(greatest, hi(i));
    }
    if (i < count) {
        const Kept valid = within(count - i);
        least = hn::Min(least, hn::IfThenElse(valid, lo(i), infinite));
        greatest = hn::Max(greatest, hn::IfThenElse(valid, hi(i), hn::Neg(infinite)));
    }
    return {hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, greatest))};
}

Box<float> BoxOf(const TriangleList& list) {
    Box<float> box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Interval range = range_of(
            list.count, [&](std::size_t i) { return least(list, axis, i); },
            [&](std::size_t i) { return greatest(list, axis, i); });
        box.lo[axis] = range.lo;
        box.hi[axis] = range.hi;
    }
    return box;
}

// Lists and rows by value, here and below: compilers take the stores of vectors for ones that may change them.
std::size_t KeepMeeting(const TriangleList from, const Box<float>& box, const TriangleList to) {
    const Floats d;
    return copy_list(from, to, [&](std::size_t i) {
        const auto apart = [&](std::size_t axis) {
            return hn::Or(hn::Lt(greatest(from, axis, i), hn::Set(d, box.lo[axis])),
                          hn::Lt(hn::Set(d, box.hi[axis]), least(from, axis, i)));
        };
        return hn::Not(hn::Or(hn::Or(apart(0), apart(1)), apart(2)));
    });
}

HWY_INLINE Float along(const Direction& direction, Float x, Float y, Float z) {
    const Floats d;
    return dot(FloatPoints3{x, y, z},
               FloatPoints3{hn::Set(d, direction[0]), hn::Set(d, direction[1]), hn::Set(d, direction[2])});
}

HWY_INLINE Float corner_along(const TriangleList& list, std::size_t which, std::size_t i, const Direction& direction) {
    return along(direction, corner(list, 3 * which, i), corner(list, 3 * which + 1, i), corner(list, 3 * which + 2, i));
}

Interval Project(const TriangleList list, const Direction& direction, float* lo, float* hi) {
    const Floats d;
    const auto infinite = hn::Set(d, std::numeric_limits<float>::infinity());
    auto all_lo = infinite, all_hi = hn::Neg(infinite);
    for (std::size_t i = 0; i < list.count; i += float_lanes) {
        const auto p = corner_along(list, 0, i, direction), q = corner_along(list, 1, i, direction),
                   r = corner_along(list, 2, i, direction);
        const auto low = hn::Min(hn::Min(p, q), r), high = hn::Max(hn::Max(p, q), r);
        hn::StoreU(low, d, lo + i);
        hn::StoreU(high, d, hi + i);
        const Kept valid = within(list.count - i);
        all_lo = hn::Min(all_lo, hn::IfThenElse(valid, low, infinite));
        all_hi = hn::Max(all_hi, hn::IfThenElse(valid, high, hn::Neg(infinite)));
    }
    return {hn::GetLane(hn::MinOfLanes(d, all_lo)), hn::GetLane(hn::MaxOfLanes(d, all_hi))};
}

std::size_t PlaceOf(const float* row, std::size_t count, float value) {
    const Floats d;
    const auto wanted = hn::Set(d, value);
    for (std::size_t i = 0; i < count; i += float_lanes) {
        const unsigned equal = bits_of(d, hn::Eq(hn::LoadU(d, row + i), wanted)) & valid_bits(count - i);
        if (equal != 0) return i + static_cast<std::size_t>(std::countr_zero(equal));
    }
    return count;
}

std::size_t KeepBetween(const TriangleList list, const float* lo, const float* hi, Interval range) {
    const Floats d;
    const auto range_lo = hn::Set(d, range.lo), range_hi = hn::Set(d, range.hi);
    return copy_list(list, list, [&](std::size_t i) {
        return hn::Not(hn::Or(hn::Lt(hn::LoadU(d, hi + i), range_lo), hn::Lt(range_hi, hn::LoadU(d, lo + i))));
    });
}

HWY_INLINE Float centroids_along(const TriangleList& list, std::size_t i, const Direction& direction) {
    const auto sum = [&](std::size_t axis) {
        return hn::Add(hn::Add(corner(list, axis, i), corner(list, 3 + axis, i)), corner(list, 6 + axis, i));
    };
    return along(direction, sum(0), sum(1), sum(2));
}

std::size_t Split(const TriangleList list, const Direction& direction, float threshold, TriangleList& rest) {
    const Floats d;
    const auto limit = hn::Set(d, threshold);
    std::size_t low = 0, high = 0;
    for (std::size_t i = 0; i < list.count; i += float_lanes) {
        const unsigned valid = valid_bits(list.count - i);
        const unsigned below = bits_of(d, hn::Lt(centroids_along(list, i, direction), limit)) & valid;
        const unsigned above = valid & ~below;
        if (above != 0) high += copy_kept(list, i, above, rest, high);
        if (below != 0) low += copy_kept(list, i, below, list, low);
    }
    rest.count = high;
    return low;
}

void WriteBoxes(const TriangleList list, float margin, const BoxRows rows) {
    const Floats d;
    const auto wider = hn::Set(d, margin);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < list.count; i += float_lanes) {
            hn::StoreU(hn::Sub(least(list, axis, i), wider), d, rows.bound[axis] + i);
            hn::StoreU(hn::Add(greatest(list, axis, i), wider), d, rows.bound[3 + axis] + i);
        }
    }
}

/// One box, in every lane.
struct OneBox {
    Float lo[3], hi[3];
};

HWY_INLINE OneBox one_box(const BoxRows& rows, std::size_t i) {
    const Floats d;
    const auto bound = [&](std::size_t row) HWY_ATTR { return hn::Set(d, rows.bound[row][i]); };
    return {{bound(0), bound(1), bound(2)}, {bound(3), bound(4), bound(5)}};
}

/// Bits of the boxes at k, k + 1, ..., end - 1 of b that are not apart from one.
HWY_INLINE unsigned not_apart(const OneBox& a, const BoxRows& b, std::size_t k, std::size_t end) {
    const Floats d;
    const auto apart = [&](std::size_t axis) HWY_ATTR {
        return hn::Or(hn::Lt(hn::LoadU(d, b.bound[3 + axis] + k), a.lo[axis]),
                      hn::Lt(a.hi[axis], hn::LoadU(d, b.bound[axis] + k)));
    };
    const unsigned bits = bits_of(d, hn::Or(hn::Or(apart(0), apart(1)), apart(2)));
    return ~bits & valid_bits(end - k);
}

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE broad_phase::Pair* write_pairs(std::size_t i, std::size_t k, unsigned bits, broad_phase::Pair* out) {
    *out = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k)};
    return out + bits;
}

#else

/// As compress_orders, for lanes that are then interleaved: in wide vectors each half gives two pairs of the first four
/// and two of the last.
constexpr CompressOrders make_pair_orders() {
    CompressOrders orders = compress_orders;
    if (float_lanes < 8) return orders;
    for (auto& lane : orders.lane) {
        for (std::size_t k = 2; k < 4; ++k) std::swap(lane[k], lane[k + 2]);
    }
    return orders;
}

constexpr CompressOrders pair_orders = make_pair_orders();

/// Always whole vectors: how many there are is not to be foreseen, and a branch that guesses costs more.
HWY_INLINE broad_phase::Pair* write_pairs(std::size_t i, std::size_t k, unsigned bits, broad_phase::Pair* out) {
    const Numbers n;
    const auto lanes = hn::BitCast(n, hn::Load(hn::RebindToSigned<Floats>(), pair_orders.lane[bits]));
    const auto first = hn::Set(n, static_cast<std::uint32_t>(i));
    const auto second = hn::Add(lanes, hn::Set(n, static_cast<std::uint32_t>(k)));
    auto* to = reinterpret_cast<std::uint32_t*>(out);
    hn::StoreU(hn::InterleaveLower(n, first, second), n, to);
    hn::StoreU(hn::InterleaveUpper(n, first, second), n, to + float_lanes);
    return out + std::popcount(bits);
}

#endif

std::size_t PairsBetween(const BoxRows a, const BoxRows b, broad_phase::Pair* out) {
    broad_phase::Pair* end = out;
    for (std::size_t i = 0; i < a.count; ++i) {
        const OneBox box = one_box(a, i);
        for (std::size_t k = 0; k < b.count; k += float_lanes)
            end = write_pairs(i, k, not_apart(box, b, k, b.count), end);
    }
    return static_cast<std::size_t>(end - out);
}

std::size_t PairsInStretches(const BoxRows a, const BoxRows b, const Stretch* stretches, broad_phase::Pair* out) {
    broad_phase::Pair* end = out;
    for (std::size_t i = 0; i < a.count; ++i) {
        const OneBox box = one_box(a, i);
        const std::size_t last = stretches[i].end;
        for (std::size_t k = stretches[i].begin; k < last; k += float_lanes) {
            end = write_pairs(i, k, not_apart(box, b, k, last), end);
        }
    }
    return static_cast<std::size_t>(end - out);
}

std::size_t PairsWithin(const BoxRows a, broad_phase::Pair* out) {
    broad_phase::Pair* end = out;
    for (std::size_t i = 0; i + 1 < a.count; ++i) {
        const OneBox box = one_box(a, i);
        for (std::size_t k = i + 1; k < a.count; k += float_lanes)
            end = write_pairs(i, k, not_apart(box, a, k, a.count), end);
    }
    return static_cast<std::size_t>(end - out);
}

HWY_INLINE void store_relative(const simd::DoubleVertex& v, const Frame& frame, float* x, float* y, float* z) {
    *x = static_cast<float>(v.x * frame.scale - frame.centre[0] * frame.scale);
    *y = static_cast<float>(v.y * frame.scale - frame.centre[1] * frame.scale);
    *z = static_cast<float>(v.z * frame.scale - frame.centre[2] * frame.scale);
}

/// Numbers along one axis: how they are turned into those of a frame, and the least and greatest of these, lane by
/// lane.
struct Along {
    Float scale, centre, least, greatest;
};

HWY_INLINE Along along_axis(const Frame& frame, std::size_t axis) {
    const Floats d;
    const auto infinite = hn::Set(d, std::numeric_limits<float>::infinity());
    return {hn::Set(d, static_cast<float>(frame.scale)),
            hn::Set(d, static_cast<float>(frame.centre[axis] * frame.scale)), infinite, hn::Neg(infinite)};
}

HWY_INLINE void store_relative(Float value, Along& along, float* to) {
    value = hn::Sub(hn::Mul(value, along.scale), along.centre);
    hn::StoreU(value, Floats(), to);
    along.least = hn::Min(along.least, value);
    along.greatest = hn::Max(along.greatest, value);
}

Box<float> LoadFloats(const simd::FloatVertex* vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                      std::size_t count, const Frame& frame, const TriangleList to) {
    const Floats d;
    const Numbers n;
    Along x = along_axis(frame, 0), y = along_axis(frame, 1), z = along_axis(frame, 2);
    for (std::size_t i = 0; i < count; i += float_lanes) {
        std::uint32_t last[float_lanes];
        const std::uint32_t* some = numbers + i;
        if (i + float_lanes > count) {
            for (std::size_t lane = 0; lane < float_lanes; ++lane) last[lane] = numbers[std::min(i + lane, count - 1)];
            some = last;
        }
        // All are read before any is stored: behind a store numbers would be read again.
        const FloatPoints3 points[3] = {gather_corners(vertices, corners, some, 0),
                                        gather_corners(vertices, corners, some, 1),
                                        gather_corners(vertices, corners, some, 2)};
        hn::StoreU(hn::LoadU(n, some), n, to.number + i);
        for (std::size_t k = 0; k < 3; ++k) {
            store_relative(points[k].x, x, to.corner[3 * k] + i);
            store_relative(points[k].y, y, to.corner[3 * k + 1] + i);
            store_relative(points[k].z, z, to.corner[3 * k + 2] + i);
        }
    }
    const auto least = [d](const Along& along) HWY_ATTR { return hn::GetLane(hn::MinOfLanes(d, along.least)); };
    const auto greatest = [d](const Along& along) HWY_ATTR { return hn::GetLane(hn::MaxOfLanes(d, along.greatest)); };
    return {{least(x), least(y), least(z)}, {greatest(x), greatest(y), greatest(z)}};
}

Box<float> LoadDoubles(const simd::DoubleVertex* vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                       std::size_t count, const Frame& frame, const TriangleList& to) {
    for (std::size_t i = 0; i < count; ++i) {
        to.number[i] = numbers[i];
        for (std::size_t k = 0; k < 3; ++k) {
            store_relative(vertices[corners[3 * std::size_t{numbers[i]} + k]], frame, to.corner[3 * k] + i,
                           to.corner[3 * k + 1] + i, to.corner[3 * k + 2] + i);
        }
    }
    return BoxOf(to);
}

}  // namespace pliant::gjk_cut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::gjk_cut {

HWY_EXPORT(BoxOf);
HWY_EXPORT(KeepMeeting);
HWY_EXPORT(Project);
HWY_EXPORT(PlaceOf);
HWY_EXPORT(KeepBetween);
HWY_EXPORT(Split);
HWY_EXPORT(WriteBoxes);
HWY_EXPORT(PairsBetween);
HWY_EXPORT(PairsInStretches);
HWY_EXPORT(PairsWithin);
HWY_EXPORT(LoadFloats);
HWY_EXPORT(LoadDoubles);

Box<float> load_triangles(const simd::Vertices& vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                          std::size_t count, const Frame& frame, TriangleList& to) {
    to.count = count;
    if (vertices.doubles != nullptr) {
        return HWY_DYNAMIC_DISPATCH(LoadDoubles)(vertices.doubles, corners, numbers, count, frame, to);
    }
    return HWY_DYNAMIC_DISPATCH(LoadFloats)(vertices.floats, corners, numbers, count, frame, to);
}

Box<float> box_of(const TriangleList& list) { return HWY_DYNAMIC_DISPATCH(BoxOf)(list); }

void keep_meeting(const TriangleList& from, const Box<float>& box, TriangleList& to) {
    to.count = HWY_DYNAMIC_DISPATCH(KeepMeeting)(from, box, to);
}

Interval project(const TriangleList& list, const Direction& direction, float* lo, float* hi) {
    return HWY_DYNAMIC_DISPATCH(Project)(list, direction, lo, hi);
}

std::size_t place_of(const float* row, std::size_t count, float value) {
    return HWY_DYNAMIC_DISPATCH(PlaceOf)(row, count, value);
}

void keep_between(TriangleList& list, const float* lo, const float* hi, Interval range) {
    list.count = HWY_DYNAMIC_DISPATCH(KeepBetween)(list, lo, hi, range);
}

float centroid_along(const TriangleList& list, std::size_t i, const Direction& direction) {
    const auto sum = [&](std::size_t axis) {
        return (list.corner[axis][i] + list.corner[3 + axis][i]) + list.corner[6 + axis][i];
    };
    return (sum(0) * direction[0] + sum(1) * direction[1]) + sum(2) * direction[2];
}

void split(TriangleList& list, const Direction& direction, float threshold, TriangleList& rest) {
    list.count = HWY_DYNAMIC_DISPATCH(Split)(list, direction, threshold, rest);
}

void write_boxes(const TriangleList& list, float margin, BoxRows& rows) {
    rows.count = list.count;
    HWY_DYNAMIC_DISPATCH(WriteBoxes)(list, margin, rows);
}

std::size_t pairs_not_apart(const BoxRows& a, const BoxRows& b, broad_phase::Pair* out) {
    return HWY_DYNAMIC_DISPATCH(PairsBetween)(a, b, out);
}

std::size_t pairs_not_apart(const BoxRows& a, const BoxRows& b, const Stretch* stretches, broad_phase::Pair* out) {
    return HWY_DYNAMIC_DISPATCH(PairsInStretches)(a, b, stretches, out);
}

std::size_t pairs_not_apart(const BoxRows& a, broad_phase::Pair* out) {
    return HWY_DYNAMIC_DISPATCH(PairsWithin)(a, out);
}

}  // namespace pliant::gjk_cut
#endif
