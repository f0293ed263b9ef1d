#include "detect/regularity/directions.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "numeric/vec.hpp"

namespace pliant::regularity {

namespace {

constexpr int sum = 7;

Vec3 unit(const Vec3& v) { return (1 / std::sqrt(dot(v, v))) * v; }

std::array<float, 3> floats(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

Direction direction_along(const Vec3& vector) {
    const Vec3 along = unit(vector);
    // The axis that is farthest from the direction.
    Vec3 axis{1, 0, 0};
    if (std::abs(along.y) <= std::abs(along.x) && std::abs(along.y) <= std::abs(along.z)) axis = {0, 1, 0};
    if (std::abs(along.z) < std::abs(along.x) && std::abs(along.z) < std::abs(along.y)) axis = {0, 0, 1};
    if (std::abs(along.x) <= std::abs(along.y) && std::abs(along.x) <= std::abs(along.z)) axis = {1, 0, 0};
    const Vec3 u = unit(cross(axis, along));
    return {{along.x, along.y, along.z}, floats(u), floats(cross(along, u))};
}

namespace {

using Directions = std::array<Direction, 256>;  // of which the last are not used

/// Of each two opposite vectors first the one whose last component that is not zero is positive.
Directions all_directions() {
    Directions out{};
    std::size_t count = 0;
    for (int x = -sum; x <= sum; ++x) {
        for (int y = -(sum - std::abs(x)); y <= sum - std::abs(x); ++y) {
            const int z = sum - std::abs(x) - std::abs(y);
            if (z == 0 && (y < 0 || (y == 0 && x < 0))) continue;
            out[count++] = direction_along(Vec3(x, y, z));
            out[count++] = direction_along(Vec3(-x, -y, -z));
        }
    }
    return out;
}

const Directions& directions() {
    static const Directions all = all_directions();
    return all;
}

DirectionSamples make_samples() {
    DirectionSamples samples;
    const auto parts = [](double cosine) {
        return static_cast<std::int16_t>(std::lround(cosine * double(direction_unit)));
    };
    for (std::size_t i = 0; i < half_the_directions; ++i) {
        samples.x[i] = parts(directions()[2 * i].along[0]);
        samples.y[i] = parts(directions()[2 * i].along[1]);
        samples.z[i] = parts(directions()[2 * i].along[2]);
    }
    return samples;
}

/// The integer vector along a direction; nothing for an unused number.
std::optional<std::array<int, 3>> integer_along(std::size_t number) {
    const auto& along = directions()[number].along;
    const double length = std::abs(along[0]) + std::abs(along[1]) + std::abs(along[2]);
    if (length == 0) return std::nullopt;
    std::array<int, 3> out;
    for (std::size_t axis = 0; axis < 3; ++axis) out[axis] = static_cast<int>(std::lround(along[axis] * sum / length));
    return out;
}

/// The integer vectors of all directions. Their components are shifted by `sum`, so that none is negative, and stand
/// side by side in one number, with a one above: so are sums of them, and their number.
class IntegerVectors {
public:
    IntegerVectors() {
        for (std::size_t number = 0; number < packed_.size(); ++number) {
            const auto integer = integer_along(number);
            if (!integer) continue;
            packed_[number] = std::uint64_t{1} << 48;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                packed_[number] |= static_cast<std::uint64_t>((*integer)[axis] + sum) << (16 * axis);
            }
        }
    }

    /// Sum over the directions of a set.
    [[nodiscard]] std::array<int, 3> sum_of(const DirectionSet& set) const {
        std::uint64_t total = 0;
        for (std::size_t word = 0; word < 4; ++word) {
            for (std::uint64_t bits = set.word[word]; bits != 0; bits &= bits - 1) {
                total += packed_[64 * word + static_cast<std::size_t>(std::countr_zero(bits))];
            }
        }
        const auto component = [&](int shift) { return static_cast<int>(total >> shift & 0xffff); };
        const int count = component(48);
        return {component(0) - sum * count, component(16) - sum * count, component(32) - sum * count};
    }

private:
    std::array<std::uint64_t, 256> packed_{};
};

/// From a vector to a sampled direction near it.
class NumberTable {
public:
    NumberTable() {
        for (std::size_t number = 0; number < directions().size(); ++number) {
            if (const auto integer = integer_along(number)) {
                at(*integer) = static_cast<std::uint8_t>(number);
            }
        }
    }

    /// Rounds to an integer vector with |x| + |y| + |z| = sum: what is missing or too much goes to the largest one.
    [[nodiscard]] std::size_t operator()(const std::array<int, 3>& v) const {
        const int length = std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]);
        if (length == 0) return 0;
        std::array<int, 3> rounded;
        std::size_t largest = 0;
        int missing = sum;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            rounded[axis] = v[axis] * sum / length;
            missing -= std::abs(rounded[axis]);
            if (std::abs(v[axis]) > std::abs(v[largest])) largest = axis;
        }
        rounded[largest] += v[largest] < 0 ? -missing : missing;
        return numbers_[place(rounded)];
    }

private:
    static std::size_t place(const std::array<int, 3>& v) {
        const auto x = static_cast<unsigned>(v[0] + sum), y = static_cast<unsigned>(v[1] + sum);
        return (x * (2 * sum + 1) + y) * 2 + (v[2] < 0 ? 1 : 0);
    }
    std::uint8_t& at(const std::array<int, 3>& v) { return numbers_[place(v)]; }

    std::array<std::uint8_t, (2 * sum + 1) * (2 * sum + 1) * 2> numbers_{};
};

constexpr DirectionSet all_sampled{
    {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, (1u << (sampled_directions % 64)) - 1}};

/// Enough to see where the middle of a large set is.
constexpr DirectionSet one_in_four{{0x1111111111111111, 0x1111111111111111, 0x1111111111111111, 0x1111111111111111}};

}  // namespace

const Direction& direction(std::size_t number) { return directions()[number]; }

const DirectionSamples& direction_samples() {
    static const DirectionSamples samples = make_samples();
    return samples;
}

std::size_t middle_of(const DirectionSet& set) {
    static const IntegerVectors vectors;
    static const NumberTable number_of;
    const DirectionSet sampled = set & all_sampled, some = sampled & one_in_four;
    const std::array<int, 3> total = vectors.sum_of(some.empty() ? sampled : some);
    const std::size_t near = number_of(total);
    if (sampled.contains(near)) return near;
    std::size_t best = 0;
    double closest = -1e9;  // below any sum of cosines
    for (std::size_t word = 0; word < 4; ++word) {
        for (std::uint64_t bits = sampled.word[word]; bits != 0; bits &= bits - 1) {
            const std::size_t number = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
            const auto& along = directions()[number].along;
            const double cosine = along[0] * total[0] + along[1] * total[1] + along[2] * total[2];
            if (cosine > closest) {
                closest = cosine;
                best = number;
            }
        }
    }
    return best;
}

const Direction& common_direction(const DirectionSet& set, const OwnDirections& own) {
    if (!(set & all_sampled).empty()) return direction(middle_of(set));
    constexpr std::size_t word = sampled_directions / 64;
    return own[64 * word + static_cast<std::size_t>(std::countr_zero(set.word[word])) - sampled_directions];
}

}  // namespace pliant::regularity
