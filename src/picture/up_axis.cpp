#include <algorithm>
#include <array>
#include <cmath>

#include "picture/figure.hpp"

namespace pliant::picture {

namespace {

struct Extent {
    double low = 1e308, high = -1e308;
    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    // Halves first: the largest doubles do not overflow.
    [[nodiscard]] double half() const { return std::max(0.0, 0.5 * high - 0.5 * low); }
    [[nodiscard]] bool near_low(double value) const { return 0.5 * value - 0.5 * low < 0.02 * half(); }
};

template <class Visit>
void for_each_position(std::span<const Drawable> drawables, Visit visit) {
    for (const Drawable& drawable : drawables)
        for (const Position& p : drawable.positions)
            if (std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2])) visit(p);
}

}  // namespace

Up guessed_up(std::span<const Drawable> drawables, Up convention) {
    std::array<Extent, 3> extents;
    for_each_position(drawables, [&](const Position& p) {
        for (std::size_t k = 0; k < 3; ++k) extents[k].include(p[k]);
    });
    std::array<double, 3> standing{};
    for_each_position(drawables, [&](const Position& p) {
        for (std::size_t k = 0; k < 3; ++k) standing[k] += extents[k].near_low(p[k]) ? 1 : 0;
    });
    const double largest = std::max({extents[0].half(), extents[1].half(), extents[2].half()});
    const std::size_t usual = convention == Up::y ? 1 : 2, other = 3 - usual;
    if (!(largest > 0)) return convention;
    constexpr double flat = 0.05;  // of the largest extent: a floor or a sheet, which lies
    for (const std::size_t axis : {usual, other})
        if (extents[axis].half() < flat * largest) return axis == 1 ? Up::y : Up::z;
    constexpr double doubt = 4;  // so much must speak against the convention
    const auto evidence = [&](std::size_t k) { return standing[k] * (extents[k].half() / largest); };
    const std::size_t axis = evidence(other) > doubt * evidence(usual) ? other : usual;
    return axis == 1 ? Up::y : Up::z;
}

}  // namespace pliant::picture
