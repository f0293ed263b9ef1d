// Gathers, vector algebra, masks and compress against plain scalar code, on every vector target.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "each_target.hpp"
#include "simd/vertices.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes_test.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/area-inl.hpp"
#include "simd/compress-inl.hpp"
#include "simd/coordinates-inl.hpp"
#include "simd/gather-inl.hpp"
#include "simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// Coordinates that name their vertex and their axis.
template <class Vertex>
std::vector<Vertex> numbered_vertices() {
    std::vector<Vertex> vertices;
    for (int i = 0; i < 100; ++i) {
        Vertex v{};
        v.x = static_cast<decltype(v.x)>(4 * i + 1);
        v.y = static_cast<decltype(v.y)>(4 * i + 2);
        v.z = static_cast<decltype(v.z)>(4 * i + 3);
        vertices.push_back(v);
    }
    return vertices;
}

template <class Tag>
struct Stored {
    hn::TFromD<Tag> x[hn::MaxLanes(Tag())], y[hn::MaxLanes(Tag())], z[hn::MaxLanes(Tag())];
};

template <class Tag>
HWY_INLINE Stored<Tag> stored(Tag d, const Coordinates<hn::Vec<Tag>>& p) {
    Stored<Tag> out;
    hn::StoreU(p.x, d, out.x);
    hn::StoreU(p.y, d, out.y);
    hn::StoreU(p.z, d, out.z);
    return out;
}

template <class Tag>
bool hold(const Stored<Tag>& lanes, const std::uint32_t* ids) {
    for (std::size_t i = 0; i < hn::MaxLanes(Tag()); ++i) {
        const auto first = static_cast<hn::TFromD<Tag>>(4 * ids[i]);
        if (lanes.x[i] != first + 1 || lanes.y[i] != first + 2 || lanes.z[i] != first + 3) return false;
    }
    return true;
}

/// Numbers of vertices: far apart, next to each other, and some of them twice.
std::vector<std::uint32_t> some_ids() {
    return {0, 99, 7, 7, 31, 32, 33, 34, 98, 1, 64, 63, 5, 5, 5, 50, 12, 80, 3, 44, 90, 0, 99, 17};
}

template <class Tag, class Vertex>
HWY_INLINE bool gathers(Tag d, const std::vector<Vertex>& vertices) {
    const std::vector<std::uint32_t> ids = some_ids();
    for (std::size_t first = 0; first + hn::MaxLanes(d) <= ids.size(); ++first) {
        if (!hold<Tag>(stored(d, load(d, vertices.data(), ids.data() + first)), ids.data() + first)) return false;
    }
    return true;
}

bool GathersAreRight() {
    const auto floats = numbered_vertices<FloatVertex>();
    const auto doubles = numbered_vertices<DoubleVertex>();
    bool right = gathers(Doubles(), doubles) && gathers(Doubles(), floats) && gathers(Floats(), floats);
#if HWY_TARGET <= HWY_AVX3
    right = right && gathers(SixteenFloats(), floats);
#endif
    return right;
}

bool CornersAreRight() {
    const auto vertices = numbered_vertices<FloatVertex>();
    std::vector<std::uint32_t> corners;
    for (std::uint32_t i = 0; i < 60; ++i) corners.push_back(i * 37 % 100);
    const std::uint32_t numbers[8] = {19, 0, 7, 7, 3, 12, 1, 18};
    for (std::size_t k = 0; k < 3; ++k) {
        std::uint32_t by_number[8], in_order[8];
        for (std::size_t i = 0; i < 8; ++i) {
            by_number[i] = corners[3 * numbers[i] + k];
            in_order[i] = corners[3 * i + k];
        }
        const Floats d;
        if (!hold<Floats>(stored(d, gather_corners(vertices.data(), corners.data(), numbers, k)), by_number))
            return false;
        if (!hold<Floats>(stored(d, gather_corners(vertices.data(), corners.data(), nullptr, k)), in_order))
            return false;
    }
    return true;
}

/// The same bits as scalar code: no product is fused, and sums are added from left to right.
template <class Tag>
HWY_INLINE bool algebra_rounds_as_scalar(Tag d) {
    using Scalar = hn::TFromD<Tag>;
    for (int i = 1; i < 200; ++i) {
        const auto number = [&](int k) { return std::sin(static_cast<Scalar>(i * k)) / static_cast<Scalar>(k); };
        const Scalar a[3] = {number(3), number(5), number(7)}, b[3] = {number(11), number(13), number(17)};
        const Coordinates<hn::Vec<Tag>> p{hn::Set(d, a[0]), hn::Set(d, a[1]), hn::Set(d, a[2])},
            q{hn::Set(d, b[0]), hn::Set(d, b[1]), hn::Set(d, b[2])};
        const Scalar xx = a[0] * b[0], yy = a[1] * b[1], zz = a[2] * b[2], yz = a[1] * b[2], zy = a[2] * b[1];
        if (hn::GetLane(dot(p, q)) != xx + yy + zz || hn::GetLane(cross(p, q).x) != yz - zy) return false;
        if (hn::GetLane(sum_of_magnitudes(p)) != std::abs(a[0]) + std::abs(a[1]) + std::abs(a[2])) return false;
        if (hn::GetLane(largest_magnitude(p)) != std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])}))
            return false;
        if (hn::GetLane(min_of(p.x, p.y, p.z)) != std::min({a[0], a[1], a[2]})) return false;
        if (hn::GetLane(max_of(p.x, p.y, p.z)) != std::max({a[0], a[1], a[2]})) return false;
        if (hn::GetLane((p - q).y) != a[1] - b[1] || hn::GetLane((p + q).z) != a[2] + b[2]) return false;
    }
    return true;
}

bool AlgebraRoundsAsScalar() { return algebra_rounds_as_scalar(Floats()) && algebra_rounds_as_scalar(Doubles()); }

bool SumOfMagnitudesKeepsNan() {
    const Floats d;
    const auto nan = hn::Set(d, std::nanf("")), one = hn::Set(d, 1.0f);
    const auto is_nan = [&](const FloatPoints3& p) HWY_ATTR { return std::isnan(hn::GetLane(sum_of_magnitudes(p))); };
    return is_nan({nan, one, one}) && is_nan({one, nan, one}) && is_nan({one, one, nan}) && !is_nan({one, one, one});
}

template <class Tag>
HWY_INLINE bool masks_are_bits(Tag d) {
    for (std::size_t n = 0; n <= hn::MaxLanes(d); ++n) {
        if (bits_of(d, hn::FirstN(d, n)) != (1u << n) - 1) return false;
    }
    return all_lanes<Tag> == (1u << hn::MaxLanes(d)) - 1;
}

bool MasksAreBits() {
    bool right = masks_are_bits(Floats()) && masks_are_bits(Doubles());
#if HWY_TARGET <= HWY_AVX3
    right = right && masks_are_bits(SixteenFloats());
#endif
    return right;
}

/// Every set of lanes: the kept ones come first, in their order.
bool CompressKeepsTheOrder() {
    const Floats d;
    float values[float_lanes], out[float_lanes];
    for (std::size_t i = 0; i < float_lanes; ++i) values[i] = static_cast<float>(i);
    for (unsigned kept = 0; kept <= all_lanes<Floats>; ++kept) {
        hn::StoreU(hn::TableLookupLanes(hn::LoadU(d, values), compress_indices(d, kept)), d, out);
        std::size_t next = 0;
        for (std::size_t i = 0; i < float_lanes; ++i) {
            if ((kept >> i & 1) != 0 && out[next++] != values[i]) return false;
        }
        if (next != static_cast<std::size_t>(std::popcount(kept))) return false;
    }
    return true;
}

/// Area is proven for a plain triangle, and for none that is flat, has a point for an edge, or is not finite.
template <class Tag>
HWY_INLINE bool areas_are_proven(Tag d) {
    using Scalar = hn::TFromD<Tag>;
    const auto points = [&](Scalar x, Scalar y, Scalar z) HWY_ATTR {
        return Coordinates<hn::Vec<Tag>>{hn::Set(d, x), hn::Set(d, y), hn::Set(d, z)};
    };
    const auto a = points(0, 0, 0), b = points(3, 0, 1), c = points(0, 5, 1);
    const auto proven = [&](const auto& p, const auto& q, const auto& r)
                            HWY_ATTR { return bits_of(d, has_area(d, p, q, r)); };
    const Scalar infinity = std::numeric_limits<Scalar>::infinity();
    return proven(a, b, c) == all_lanes<Tag> && proven(a, b, points(6, 0, 2)) == 0 && proven(a, b, b) == 0 &&
           proven(a, b, points(0, infinity, 1)) == 0 && proven(a, b, points(0, infinity - infinity, 1)) == 0;
}

bool AreasAreProven() { return areas_are_proven(Floats()) && areas_are_proven(Doubles()); }

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {
namespace {

HWY_EXPORT(GathersAreRight);
HWY_EXPORT(CornersAreRight);
HWY_EXPORT(AlgebraRoundsAsScalar);
HWY_EXPORT(SumOfMagnitudesKeepsNan);
HWY_EXPORT(MasksAreBits);
HWY_EXPORT(CompressKeepsTheOrder);
HWY_EXPORT(AreasAreProven);

#define PLIANT_ON_EACH_TARGET(Function)                                                                          \
    TEST(Lanes, Function) {                                                                                      \
        EXPECT_GE(on_each_target([](const std::string&) { EXPECT_TRUE(HWY_DYNAMIC_DISPATCH(Function)()); }), 1); \
    }

PLIANT_ON_EACH_TARGET(GathersAreRight)
PLIANT_ON_EACH_TARGET(CornersAreRight)
PLIANT_ON_EACH_TARGET(AlgebraRoundsAsScalar)
PLIANT_ON_EACH_TARGET(SumOfMagnitudesKeepsNan)
PLIANT_ON_EACH_TARGET(MasksAreBits)
PLIANT_ON_EACH_TARGET(CompressKeepsTheOrder)
PLIANT_ON_EACH_TARGET(AreasAreProven)

}  // namespace
}  // namespace pliant::simd
#endif
