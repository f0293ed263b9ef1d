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

/// The first seed of a test; PLIANT_TEST_SEED in the environment moves all of them, to search where no one has yet.
inline std::uint64_t first_seed(std::uint64_t test) {
    const char* moved = std::getenv("PLIANT_TEST_SEED");
    return (moved == nullptr ? 0 : std::strtoull(moved, nullptr, 10)) * 1'000'000'000'000u + test * 100'000'000u;
}

}  // namespace pliant::oracle
