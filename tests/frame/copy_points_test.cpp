// Copying points of any stride, on every vector target.
#include "simd/vertices.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "each_target.hpp"
#include "frame/copy_points.hpp"
#include "oracle/random.hpp"

namespace pliant::frame {

using namespace simd;
namespace {

template <class Scalar>
struct VertexOf;
template <>
struct VertexOf<float> {
    using Type = FloatVertex;
};
template <>
struct VertexOf<double> {
    using Type = DoubleVertex;
};

template <class Scalar>
class CopyPoints : public testing::Test {
protected:
    /// Points in a block of memory that ends with the last coordinate: reading on is caught by a sanitizer.
    struct Memory {
        std::unique_ptr<std::byte[]> bytes;
        std::vector<std::array<Scalar, 3>> points;
    };

    static Memory memory(std::size_t count, std::size_t stride) {
        oracle::Random random(oracle::first_seed(241));
        const std::size_t size = stride * (count - 1) + 3 * sizeof(Scalar);
        Memory m{std::make_unique<std::byte[]>(size), {}};
        std::memset(m.bytes.get(), 0xff, size);  // NaN between the points
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3 p = random.in_cube();
            m.points.push_back({Scalar(p.x), Scalar(p.y), Scalar(p.z)});
            std::memcpy(m.bytes.get() + i * stride, m.points.back().data(), 3 * sizeof(Scalar));
        }
        return m;
    }

    static void set(Memory& m, std::size_t stride, std::size_t point, std::size_t axis, Scalar value) {
        std::memcpy(m.bytes.get() + point * stride + axis * sizeof(Scalar), &value, sizeof value);
    }
};

using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CopyPoints, Scalars);

TYPED_TEST(CopyPoints, AnyStride) {
    using Copied = typename VertexOf<TypeParam>::Type;
    constexpr std::size_t count = 37, size = sizeof(TypeParam);
    for (const std::size_t stride : {3 * size, 4 * size, 5 * size, 8 * size, 3 * size + 1, 6 * size + 3}) {
        const auto m = TestFixture::memory(count, stride);
        on_each_target([&](const std::string&) {
            std::vector<Copied> out(count, Copied{9, 9, 9, 9});
            // Odd, so that pairs of vertices lie on no boundary of their size.
            const PointsRead later = copy_points(m.bytes.get(), stride, count, 5, count, out.data()),
                             first = copy_points(m.bytes.get(), stride, count, 0, 5, out.data());
            EXPECT_TRUE(first.finite) << stride;
            EXPECT_TRUE(later.finite) << stride;
            Box<double> box = Box<double>::empty();
            for (const auto& p : m.points) box = united(box, {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}});
            EXPECT_EQ(united(first.box, later.box).lo, box.lo) << stride;
            EXPECT_EQ(united(first.box, later.box).hi, box.hi) << stride;
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_EQ(out[i].x, m.points[i][0]);
                EXPECT_EQ(out[i].y, m.points[i][1]);
                EXPECT_EQ(out[i].z, m.points[i][2]);
                EXPECT_EQ(out[i].unused, 0);
            }
        });
    }
}

TYPED_TEST(CopyPoints, SeesEveryNumberThatIsNotFinite) {
    using Copied = typename VertexOf<TypeParam>::Type;
    using Limits = std::numeric_limits<TypeParam>;
    constexpr std::size_t count = 11, size = sizeof(TypeParam);
    for (const std::size_t stride : {3 * size, 4 * size, 3 * size + 1}) {
        for (std::size_t place = 0; place < 3 * count; ++place) {
            for (const TypeParam bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
                auto m = TestFixture::memory(count, stride);
                TestFixture::set(m, stride, place / 3, place % 3, bad);
                on_each_target([&](const std::string&) {
                    std::vector<Copied> out(count);
                    EXPECT_FALSE(copy_points(m.bytes.get(), stride, count, 0, count, out.data()).finite) << place;
                });
            }
        }
    }
}

}  // namespace
}  // namespace pliant::frame
