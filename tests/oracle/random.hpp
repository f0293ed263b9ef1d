// Random numbers that are the same on every machine; one seed makes one case, so a failing case is told by its seed.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "numeric/vec.hpp"

namespace pliant::oracle {

/// SplitMix64 [Steele, Lea, Flood 2014].
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u) { bits(); }

    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    int integer(int low, int high) {  // both ends included
        return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return integer(0, 99) < percent; }
    double uniform() { return std::ldexp(static_cast<double>(bits() >> 11), -53); }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    double sign() { return integer(0, 1) == 0 ? -1.0 : 1.0; }

    Vec3 in_cube() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
    Vec3 on_grid(int side) { return whole(0, side); }
    Vec3 whole(int low, int high) {
        const int x = integer(low, high), y = integer(low, high), z = integer(low, high);
        return {double(x), double(y), double(z)};
    }
    /// Any finite double, every exponent as likely as the next, denormals included.
    double any_finite() {
        for (;;) {
            const double value = std::bit_cast<double>(bits());
            if (std::isfinite(value)) return value;
        }
    }
    /// Up to `most` steps to a neighbouring double.
    double nudged(double value, int most) {
        const int steps = integer(-most, most);
        const double towards = steps < 0 ? -HUGE_VAL : HUGE_VAL;
        for (int i = 0; i < std::abs(steps); ++i) value = std::nextafter(value, towards);
        return std::isfinite(value) ? value : std::nextafter(value, 0.0);
    }
    Vec3 nudged(const Vec3& p, int most) { return {nudged(p.x, most), nudged(p.y, most), nudged(p.z, most)}; }

private:
    std::uint64_t state_;
};

/// The seeds of the cases of a test, for a range-based loop.
class Seeds {
public:
    Seeds(std::uint64_t first, int count) : first_(first), end_(first + static_cast<std::uint64_t>(count)) {}
    struct Iterator {
        std::uint64_t seed;
        std::uint64_t operator*() const { return seed; }
        Iterator& operator++() { return ++seed, *this; }
        bool operator!=(const Iterator& other) const { return seed != other.seed; }
    };
    [[nodiscard]] Iterator begin() const { return {first_}; }
    [[nodiscard]] Iterator end() const { return {end_}; }

private:
    std::uint64_t first_, end_;
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer);
#else
constexpr bool sanitized = false;
#endif

/// How many cases a test tries where it would like `wanted`: sanitizers make each of them some twenty times slower.
constexpr int cases(int wanted) { return sanitized ? wanted / 20 : wanted; }

/// The first seed of a test; PLIANT_TEST_SEED in the environment moves all of them, to search where no one has yet.
inline std::uint64_t first_seed(std::uint64_t test) {
    const char* moved = std::getenv("PLIANT_TEST_SEED");
    return (moved == nullptr ? 0 : std::strtoull(moved, nullptr, 10)) * 1'000'000'000'000u + test * 100'000'000u;
}

/// Of the cases of test number `test`.
inline Seeds seeds(std::uint64_t test, int wanted) { return {first_seed(test), cases(wanted)}; }

}  // namespace pliant::oracle
