// Positions, borrowed from the caller.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace pliant {

/// x, y, z.
using Point = std::array<double, 3>;

namespace detail {

template <class T>
concept Scalar = std::same_as<T, float> || std::same_as<T, double>;

template <class P>
concept Indexable = requires(const P& p) {
    p[0];
    requires Scalar<std::remove_cvref_t<decltype(p[0])>>;
};

template <class P>
concept HasXyz = requires(const P& p) {
    p.x;
    requires Scalar<std::remove_cvref_t<decltype(p.x)>>;
    requires std::same_as<decltype(p.x), decltype(p.z)>;
};

}  // namespace detail

/// A type with three floats or three doubles one after the other: std::array<float, 3>, a struct with members x, y, z
/// in that order (others may stand before and behind), the vectors of most maths libraries.
template <class P>
concept PointLike = std::is_class_v<P> && std::is_trivially_copyable_v<P> &&(detail::Indexable<P> || detail::HasXyz<P>);

/// A std::vector, std::array or std::span of points; not a temporary that would take its points with it.
template <class Range>
concept PointRange = std::ranges::contiguous_range<Range> && std::ranges::borrowed_range<Range> &&
    PointLike<std::ranges::range_value_t<Range>>;

/// A borrowed, read-only run of positions in float or double with any distance (stride) between two of them.
/// The memory is the caller's; each function that takes Points says how long it must live.
/// Floats are widened to double, never the other way round.
class Points {
public:
    Points() = default;

    /// `count` points; the first coordinate of point i is `stride_bytes * i` bytes behind `xyz`.
    template <detail::Scalar T>
    Points(const T* xyz, std::size_t count, std::size_t stride_bytes = 3 * sizeof(T))
        : data_(reinterpret_cast<const std::byte*>(xyz)),
          count_(count),
          stride_(stride_bytes),
          is_double_(std::is_same_v<T, double>) {}

    /// A view of the caller's points, as std::span is.
    template <PointRange Range>
    // NOLINTNEXTLINE(google-explicit-constructor, bugprone-forwarding-reference-overload)
    Points(Range&& points)
        : Points(first_coordinate(points), std::ranges::size(points), sizeof(std::ranges::range_value_t<Range>)) {}

    /// x y z x y z ... in one array; a rest of one or two numbers is not used.
    template <detail::Scalar T>
    static Points flat(std::span<const T> xyz) {
        return Points(xyz.data(), xyz.size() / 3);
    }

    [[nodiscard]] std::size_t size() const { return count_; }      ///< number of points
    [[nodiscard]] bool empty() const { return count_ == 0; }       ///< no points
    [[nodiscard]] const std::byte* data() const { return data_; }  ///< first coordinate of the first point
    [[nodiscard]] std::size_t stride() const { return stride_; }   ///< bytes from one point to the next
    [[nodiscard]] bool is_double() const { return is_double_; }    ///< coordinates are doubles, not floats

    /// Point i, widened to double. i < size().
    [[nodiscard]] std::array<double, 3> operator[](std::size_t i) const {
        const std::byte* at = data_ + i * stride_;
        if (is_double_) return load<double>(at);
        return load<float>(at);
    }

private:
    template <class T>
    static std::array<double, 3> load(const std::byte* at) {
        T xyz[3];
        std::memcpy(xyz, at, sizeof xyz);
        return {double(xyz[0]), double(xyz[1]), double(xyz[2])};
    }

    template <class Range>
    static const auto* first_coordinate(const Range& points) {
        using P = std::ranges::range_value_t<Range>;
        const P* first = std::ranges::data(points);
        if constexpr (detail::Indexable<P>) {
            using T = std::remove_cvref_t<decltype((*first)[0])>;
            static_assert(sizeof(P) >= 3 * sizeof(T), "a point has three coordinates");
            return reinterpret_cast<const T*>(first);
        } else {
            using T = std::remove_cvref_t<decltype(first->x)>;
            static_assert(sizeof(P) >= 3 * sizeof(T), "a point has three coordinates");
            return first == nullptr ? nullptr : static_cast<const T*>(&first->x);
        }
    }

    const std::byte* data_ = nullptr;
    std::size_t count_ = 0;
    std::size_t stride_ = 0;
    bool is_double_ = true;
};

}  // namespace pliant
