#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "detect/depth_layers/closest_search.hpp"
#include "geometry/closest_point.hpp"
#include "numeric/box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/depth_layers/closest_search_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/closest_features-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::depth_layers::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;
using broad_phase::block_size;

// A point and a triangle rounded to floats move by less, together.
constexpr double rounding_of_both = 0x1p-22;

HWY_INLINE FloatPoints3 load_points(const float (*rows)[block_size], std::size_t i) {
    const Floats d;
    return {hn::Load(d, rows[0] + i), hn::Load(d, rows[1] + i), hn::Load(d, rows[2] + i)};
}

/// Squared distances of a point to eight disks, rounded down.
HWY_INLINE void squares_to_disks(const DiskBlock& disks, const FloatPoints3& p, float* squares) {
    const Floats d;
    const auto zero = hn::Zero(d);
    for (std::size_t i = 0; i < block_size; i += float_lanes) {
        const FloatPoints3 n = load_points(disks.normal, i), way = p - load_points(disks.centre, i);
        const auto along = dot(way, n);
        const FloatPoints3 by{hn::Mul(along, n.x), hn::Mul(along, n.y), hn::Mul(along, n.z)}, off = way - by;
        const auto above = hn::Max(zero, hn::Sub(hn::Abs(along), hn::Load(d, disks.height + i)));
        const auto beside = hn::Max(zero, hn::Sub(hn::Sqrt(dot(off, off)), hn::Load(d, disks.radius + i)));
        const auto square = hn::Add(hn::Mul(above, above), hn::Mul(beside, beside));
        hn::Store(hn::Mul(square, hn::Set(d, 1 - 0x1p-18f)), d, squares + i);
    }
}

/// A bit for each of eight triangles that may be as near to a point as `most`.
HWY_INLINE unsigned possibly_near(const CornersBlock& block, const FloatPoints3& p, float most) {
    const Floats d;
    unsigned bits = 0;
    for (std::size_t i = 0; i < block_size; i += float_lanes) {
        const FloatPoints3 a = load_points(block.corner[0], i), b = load_points(block.corner[1], i),
                           c = load_points(block.corner[2], i);
        const narrow_phase::HWY_NAMESPACE::FeatureOffsets<Float> offsets{p - a, b - a, c - a};
        const auto far =
            narrow_phase::HWY_NAMESPACE::certainly_far<FeatureKind::vertex_triangle>(d, offsets, hn::Set(d, most));
        bits |= (~bits_of(d, far) & all_lanes<Floats>) << i;
    }
    return bits;
}

/// One after the other: each begins with the triangle that was closest to the last.
class Search {
public:
    Search(const LocalSurface& surface, const DiskTree& tree) : surface_(surface), tree_(tree) {}

    ClosestFound find(const Vec3& p) {
        const Floats d;
        point_ = p;
        rounded_ = {hn::Set(d, static_cast<float>(p.x)), hn::Set(d, static_cast<float>(p.y)),
                    hn::Set(d, static_cast<float>(p.z))};
        const std::uint32_t first = best_.triangle;
        best_.distance = std::numeric_limits<double>::infinity();
        consider(first == none ? tree_.triangles()[0] : first);
        visit(tree_.height() - 1, 0);
        return best_;
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void consider(std::uint32_t triangle) {
        const Vec3 q = geometry::closest_point(point_, surface_.corners(triangle));
        const double distance = std::sqrt(dot(q - point_, q - point_));
        if (distance > best_.distance || (distance == best_.distance && triangle > best_.triangle)) return;
        best_ = {q, distance, triangle};
        most_ = upper_float(distance + rounding_of_both);
        most_square_ = upper_float(double(most_) * double(most_));
    }

    void test_triangles(std::size_t leaf) {
        unsigned bits = possibly_near(tree_.corners()[leaf], rounded_, most_);
        for (; bits != 0; bits &= bits - 1) {
            consider(tree_.triangles()[broad_phase::slot_of(leaf, static_cast<std::size_t>(std::countr_zero(bits)))]);
        }
    }

    void visit(std::size_t level, std::size_t block) {
        alignas(32) float squares[block_size];
        squares_to_disks(tree_.level(level)[block], rounded_, squares);
        std::uint8_t lanes[block_size];
        std::size_t count = 0;
        for (std::uint8_t lane = 0; lane < block_size; ++lane) {
            if (squares[lane] > most_square_) continue;
            std::size_t at = count++;
            for (; at > 0 && squares[lanes[at - 1]] > squares[lane]; --at) lanes[at] = lanes[at - 1];
            lanes[at] = lane;
        }
        for (std::size_t i = 0; i < count && squares[lanes[i]] <= most_square_; ++i) {
            const std::size_t below = broad_phase::slot_of(block, lanes[i]);
            if (level == 0) {
                test_triangles(below);
            } else {
                visit(level - 1, below);
            }
        }
    }

    const LocalSurface& surface_;
    const DiskTree& tree_;
    Vec3 point_;
    FloatPoints3 rounded_;
    ClosestFound best_{{}, 0, none};
    float most_ = 0, most_square_ = 0;
};

void FindClosest(const LocalSurface& surface, const DiskTree& tree, std::span<const Vec3> points, ClosestFound* found) {
    Search search(surface, tree);
    for (const Vec3& p : points) *found++ = search.find(p);
}

}  // namespace pliant::depth_layers::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::depth_layers {

HWY_EXPORT(FindClosest);

void find_closest(const LocalSurface& surface, const DiskTree& tree, std::span<const Vec3> points,
                  ClosestFound* found) {
    HWY_DYNAMIC_DISPATCH(FindClosest)(surface, tree, points, found);
}

}  // namespace pliant::depth_layers
#endif
