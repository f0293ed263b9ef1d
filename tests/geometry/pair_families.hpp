// Families of triangle pairs: each call makes one pair from the random numbers it is given. Triangles may come out
// collinear; the caller skips those.
#pragma once

#include <array>
#include <limits>
#include <utility>

#include "geometry/triangle_pair.hpp"
#include "oracle/random.hpp"

namespace pliant::oracle {

using geometry::TriangleCorners;

struct TwoTriangles {
    TriangleCorners a, b;
};

template <class MakePoint>
TwoTriangles from_points(MakePoint&& point) {
    TwoTriangles pair;
    for (Vec3& p : pair.a) p = point();
    for (Vec3& p : pair.b) p = point();
    return pair;
}

template <class Map>
TwoTriangles mapped(const TwoTriangles& pair, Map&& map) {
    TwoTriangles result;
    for (std::size_t i = 0; i < 3; ++i) {
        result.a[i] = map(pair.a[i]);
        result.b[i] = map(pair.b[i]);
    }
    return result;
}

template <int Side>
TwoTriangles grid_pair(Random& random) {
    return from_points([&] { return random.on_grid(Side); });
}

inline TwoTriangles any_grid_pair(Random& random) {
    const int side = random.integer(2, 4);
    return from_points([&] { return random.on_grid(side); });
}

inline TwoTriangles uniform_pair(Random& random) {
    return from_points([&] { return random.in_cube(); });
}

inline TwoTriangles float_pair(Random& random) {
    return mapped(uniform_pair(random), [](const Vec3& p) {
        return Vec3{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    });
}

/// One plane square to an axis; half of the pairs on a grid in it, half anywhere.
inline TwoTriangles axis_plane_pair(Random& random) {
    const int axis = random.integer(0, 2);
    const double level = random.uniform(-1, 1);
    const bool grid = random.chance(50);
    return mapped(grid ? any_grid_pair(random) : uniform_pair(random), [&](const Vec3& p) {
        return axis == 0 ? Vec3{level, p.y, p.z} : axis == 1 ? Vec3{p.x, level, p.z} : Vec3{p.x, p.y, level};
    });
}

/// A lattice of whole vectors, exact in double: one oblique plane in most pairs, a second layer beside it in the rest.
inline TwoTriangles lattice_pair(Random& random) {
    const int big = 1 << random.integer(1, 24), side = random.chance(60) ? 3 : 1 << 20;
    const Vec3 origin = random.whole(-big, big), u = random.whole(-big, big), v = random.whole(-big, big);
    const Vec3 off = random.whole(-big, big);
    const int layers = random.chance(70) ? 0 : 1;
    return from_points([&] {
        const double i = random.integer(0, side), j = random.integer(0, side), k = random.integer(0, layers);
        return origin + i * u + j * v + k * off;
    });
}

inline Vec3 on_triangle(Random& random, const TriangleCorners& t) {
    const double s = random.uniform(), r = random.uniform(0, 1 - s);
    return t[0] + s * (t[1] - t[0]) + r * (t[2] - t[0]);
}

inline Vec3 on_edge(Random& random, const TriangleCorners& t) {
    const auto i = static_cast<std::size_t>(random.integer(0, 2));
    return t[i] + random.uniform() * (t[(i + 1) % 3] - t[i]);
}

/// Corners of b rounded onto the face, the edges or the corners of a: within a rounding of touching.
inline TwoTriangles almost_touching_pair(Random& random) {
    TwoTriangles pair = uniform_pair(random);
    const int moved = random.integer(1, 2);
    for (int i = 0; i < moved; ++i) {
        Vec3& corner = pair.b[static_cast<std::size_t>(2 - i)];
        corner = random.chance(50) ? on_triangle(random, pair.a) : on_edge(random, pair.a);
        if (random.chance(10)) corner = pair.a[static_cast<std::size_t>(random.integer(0, 2))];
        if (random.chance(30)) corner = random.nudged(corner, 2);
    }
    return pair;
}

/// An edge of b rounded so as to pass through a point of an edge of a.
inline TwoTriangles crossed_edges_pair(Random& random) {
    TwoTriangles pair = uniform_pair(random);
    const Vec3 through = on_edge(random, pair.a);
    pair.b[2] = pair.b[1] + random.uniform(1.1, 2) * (through - pair.b[1]);
    return pair;
}

/// Degenerate on a grid, then moved far away and nudged: what was in one plane or on one line is so no longer, or is.
inline TwoTriangles nudged_pair(Random& random) {
    const Vec3 away = random.chance(50) ? 1024.0 * random.in_cube() : Vec3{};
    const double scale = random.chance(50) ? 0.1 : 1;
    const int steps = random.integer(0, 1);
    return mapped(any_grid_pair(random), [&](const Vec3& p) {
        const Vec3 q = away + scale * p;
        return random.chance(30) ? random.nudged(q, steps) : q;
    });
}

inline TriangleCorners needle(Random& random, const Vec3& through) {
    const Vec3 direction = random.in_cube(), side = random.in_cube();
    const double thin = std::ldexp(random.uniform(0.5, 1), -random.integer(30, 50));
    const Vec3 tip = through + random.uniform() * direction;
    const Vec3 foot = tip + (-1 - random.uniform()) * direction;
    return {tip, foot, foot + random.uniform() * (tip - foot) + thin * side};
}

/// Slivers with an aspect of 1e9 to 1e15 through about one point, or along one another.
inline TwoTriangles needle_pair(Random& random) {
    const Vec3 meeting = random.in_cube();
    TwoTriangles pair{needle(random, meeting), needle(random, meeting)};
    if (random.chance(30)) pair.b = {pair.a[0], pair.a[1], pair.a[0] + 0x1p-40 * random.in_cube()};
    if (random.chance(30)) pair.b[2] = random.in_cube();
    if (random.chance(20)) pair.b[0] = on_triangle(random, pair.a);
    return pair;
}

/// A grid stretched along each axis by its own power of two: kinds stay what they were on the grid.
inline TwoTriangles stretched(Random& random, const TwoTriangles& pair) {
    const int i = random.integer(-1074, 1021), j = random.integer(-1074, 1021), k = random.integer(-1074, 1021);
    return mapped(pair, [=](const Vec3& p) {
        return Vec3{std::ldexp(p.x, i), std::ldexp(p.y, j), std::ldexp(p.z, k)};
    });
}

inline TwoTriangles stretched_pair(Random& random) { return stretched(random, any_grid_pair(random)); }

/// Anything above with all coordinates in the denormals or near the largest double.
inline TwoTriangles far_scale_pair(Random& random) {
    const TwoTriangles pair = random.chance(50) ? almost_touching_pair(random) : crossed_edges_pair(random);
    const int exponent = random.chance(50) ? random.integer(-1074, -1010) : random.integer(980, 1021);
    return mapped(pair, [=](const Vec3& p) {
        return Vec3{std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
    });
}

/// A grid so large along some axes that differences of coordinates overflow.
inline TwoTriangles overflowing_pair(Random& random) {
    const auto size = [&] { return random.chance(50) ? 0x1p1022 : 1.0; };
    const Vec3 scale{size(), size(), size()};
    return from_points([&] {
        const Vec3 p = random.whole(-3, 3);
        return Vec3{scale.x * p.x, scale.y * p.y, scale.z * p.z};
    });
}

/// A few numbers from the ends of the range, mixed within one pair.
inline TwoTriangles extreme_pair(Random& random) {
    constexpr std::array<double, 9> palette{5e-324, 2.2250738585072014e-308,           1e-300, 1e-20, 1, 3, 1e150,
                                            1e300,  std::numeric_limits<double>::max()};
    std::array<double, 4> numbers{};
    for (std::size_t i = 1; i < 4; ++i)
        numbers[i] = random.sign() * palette[static_cast<std::size_t>(random.integer(0, 8))];
    const auto number = [&] { return numbers[static_cast<std::size_t>(random.integer(0, 3))]; };
    return from_points([&] {
        const double x = number(), y = number(), z = number();
        return Vec3{x, y, z};
    });
}

/// Makes the first `shared` corners of b those of a.
inline TwoTriangles sharing(int shared, TwoTriangles pair) {
    for (int i = 0; i < shared; ++i) pair.b[static_cast<std::size_t>(i)] = pair.a[static_cast<std::size_t>(i)];
    return pair;
}

/// Another order of the corners and of the triangles that keeps the shared ones in front.
inline TwoTriangles reordered(Random& random, int shared, TwoTriangles pair) {
    if (random.chance(50)) std::swap(pair.a, pair.b);
    const auto swap_in = [&](TriangleCorners& t, std::size_t i, std::size_t j) {
        if (random.chance(50)) std::swap(t[i], t[j]);
    };
    for (TriangleCorners* t : {&pair.a, &pair.b}) {
        if (shared == 0) swap_in(*t, 0, static_cast<std::size_t>(random.integer(1, 2)));
        if (shared <= 1) swap_in(*t, 1, 2);
    }
    if (shared == 2 && random.chance(50)) {
        std::swap(pair.a[0], pair.a[1]);
        std::swap(pair.b[0], pair.b[1]);
    }
    return pair;
}

}  // namespace pliant::oracle
