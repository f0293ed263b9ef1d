#include "regularity/directions.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "numeric/vec.hpp"

namespace pliant::regularity {

namespace {

constexpr int sum = 7;

Vec3 unit(const Vec3& v) { return (1 / std::sqrt(dot(v, v))) * v; }

std::array<float, 3> floats(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Direction direction_along(const Vec3& integer) {
    const Vec3 along = unit(integer);
    // The axis that is farthest from the direction.
    Vec3 axis{1, 0, 0};
    if (std::abs(along.y) <= std::abs(along.x) && std::abs(along.y) <= std::abs(along.z)) axis = {0, 1, 0};
    if (std::abs(along.z) < std::abs(along.x) && std::abs(along.z) < std::abs(along.y)) axis = {0, 0, 1};
    if (std::abs(along.x) <= std::abs(along.y) && std::abs(along.x) <= std::abs(along.z)) axis = {1, 0, 0};
    const Vec3 u = unit(cross(axis, along));
    return {{along.x, along.y, along.z}, floats(u), floats(cross(along, u))};
}

constexpr std::size_t opposite = 128;
using Directions = std::array<Direction, 2 * opposite>;  // with unused places behind each half

/// One of each two opposite vectors: the one whose last component that is not zero is positive.
Directions all_directions() {
    Directions out{};
    std::size_t count = 0;
    for (int x = -sum; x <= sum; ++x) {
        for (int y = -(sum - std::abs(x)); y <= sum - std::abs(x); ++y) {
            const int z = sum - std::abs(x) - std::abs(y);
            if (z == 0 && (y < 0 || (y == 0 && x < 0))) continue;
            out[count] = direction_along(Vec3(x, y, z));
            out[count + opposite] = direction_along(Vec3(-x, -y, -z));
            ++count;
        }
    }
    return out;
}

const Directions& directions() {
    static const Directions all = all_directions();
    return all;
}

simd::DirectionSamples make_samples() {
    simd::DirectionSamples samples;
    for (std::size_t i = 0; i < half_the_directions; ++i) {
        samples.x[i] = static_cast<float>(directions()[i].along[0]);
        samples.y[i] = static_cast<float>(directions()[i].along[1]);
        samples.z[i] = static_cast<float>(directions()[i].along[2]);
    }
    return samples;
}

template <class Visit>
void for_each_direction(const simd::DirectionSet& set, const Visit& visit) {
    for (std::size_t w = 0; w < 4; ++w) {
        for (std::uint64_t bits = set.word[w]; bits != 0; bits &= bits - 1) {
            visit(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
        }
    }
}

}  // namespace

const Direction& direction(std::size_t number) { return directions()[number]; }

const simd::DirectionSamples& direction_samples() {
    static const simd::DirectionSamples samples = make_samples();
    return samples;
}

std::size_t middle_of(const simd::DirectionSet& set) {
    Vec3 total;
    for_each_direction(set, [&](std::size_t d) { total = total + Vec3(directions()[d].along); });
    std::size_t best = 0;
    double closest = -1000;  // below any sum of 256 cosines
    for_each_direction(set, [&](std::size_t d) {
        const double cosine = dot(total, Vec3(directions()[d].along));
        if (cosine > closest) {
            closest = cosine;
            best = d;
        }
    });
    return best;
}

}  // namespace pliant::regularity
