// Random tetrahedral bodies, some with broken elements, on grids where vertices lie exactly on faces, and in general
// position.
#pragma once

#include <cmath>
#include <limits>

#include "agreement/given_body.hpp"
#include "oracle/random.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::spatial_hash_test {

using agreement::GivenBody;
using oracle::Random;

inline std::uint32_t below(Random& random, std::size_t count) {
    return static_cast<std::uint32_t>(random.integer(0, static_cast<int>(count) - 1));
}

/// Any tetrahedra on few vertices: overlapping, inverted, flat, and with vertices twice.
inline GivenBody tangle(Random& random) {
    GivenBody body;
    const int vertices = random.integer(4, 20), count = random.integer(1, 14), side = random.integer(1, 4);
    const bool grid = random.chance(60);
    for (int i = 0; i < vertices; ++i) body.positions.push_back(grid ? random.on_grid(side) : random.in_cube());
    for (int i = 0; i < count; ++i) {
        Tetrahedron& t = body.tetrahedra.emplace_back();
        for (std::uint32_t& v : t) v = below(random, body.positions.size());
    }
    return body;
}

/// A box of cells, bent until it meets itself now and then; whole numbers where it is not.
inline GivenBody block(Random& random) {
    const auto side = [&] { return static_cast<std::uint32_t>(random.integer(1, 4)); };
    const shapes::Mesh mesh = shapes::tetra_box({side(), side(), side()});
    GivenBody body;
    body.positions.assign(mesh.positions.begin(), mesh.positions.end());
    body.tetrahedra = mesh.tetrahedra;
    const shapes::Wave wave{0.3 * random.in_cube(), random.uniform(0, 2) * random.in_cube(), random.uniform()};
    const shapes::Twist twist{random.uniform(-0.2, 0.2)};
    const Vec3 shift = random.chance(50) ? random.whole(-2, 2) : 2.0 * random.in_cube();
    const bool bent = random.chance(60);
    for (Vec3& p : body.positions) p = (bent ? twist(wave(p)) : p) + shift;
    return body;
}

/// Elements that differ a hundredfold in size, in one mesh and beside it.
inline GivenBody graded(Random& random) {
    GivenBody body = block(random);
    const std::size_t coarse = body.positions.size();
    for (int i = 0; i < 12; ++i) {
        const auto first = static_cast<std::uint32_t>(body.positions.size());
        const Vec3 at = body.positions[below(random, coarse)] + random.in_cube();
        for (int k = 0; k < 4; ++k) body.positions.push_back(at + 0.01 * random.in_cube());
        body.tetrahedra.push_back({first, first + 1, first + 2, first + 3});
    }
    return body;
}

inline GivenBody surface(Random& random) {
    GivenBody body;
    const shapes::Mesh mesh = random.chance(50) ? shapes::cloth_grid({4, 4}, 4, 4) : shapes::octasphere(2);
    body.positions.assign(mesh.positions.begin(), mesh.positions.end());
    body.triangles = mesh.triangles;
    const Vec3 shift = random.chance(50) ? random.whole(-1, 1) : random.in_cube();
    for (Vec3& p : body.positions) p = p + shift;
    body.positions.push_back({0.25, 0.25, 0.25});  // of no triangle
    return body;
}

inline GivenBody random_volume(Random& random) {
    const int sort = random.integer(0, 99);
    GivenBody body = sort < 30   ? tangle(random)
                     : sort < 75 ? block(random)
                     : sort < 85 ? graded(random)
                                 : surface(random);
    body.in_floats = random.chance(40);
    body.gap = random.chance(50) ? 0 : static_cast<std::size_t>(random.integer(1, 5));
    return body;
}

inline void break_some(GivenBody& body, Random& random) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    constexpr std::array bad{std::numeric_limits<double>::quiet_NaN(), infinite, -infinite};
    for (int i = 0; i < random.integer(1, 3); ++i) {
        Vec3& p = body.positions[below(random, body.positions.size())];
        if (random.chance(40)) p = {bad[below(random, bad.size())], p.y, p.z};
        if (random.chance(20)) p = body.positions[below(random, body.positions.size())];
        if (body.tetrahedra.empty()) continue;
        Tetrahedron& t = body.tetrahedra[below(random, body.tetrahedra.size())];
        if (random.chance(30)) t[below(random, 4)] = random.chance(50) ? ~0u : std::uint32_t(body.positions.size());
        if (random.chance(20)) std::swap(t[0], t[1]);
        if (random.chance(20)) t = body.tetrahedra[below(random, body.tetrahedra.size())];
    }
}

inline void move_some(GivenBody& body, Random& random) {
    const int way = random.integer(0, 3);
    const Vec3 shift = way == 0 ? random.whole(-1, 1) : random.in_cube();
    for (Vec3& p : body.positions) {
        if (way <= 1) p = p + shift;
        if (way == 2) p = p + 0.3 * random.in_cube();
        if (way == 3 && random.chance(10)) p = p + random.whole(-1, 1);
    }
}

/// Into the denormals, near the largest number, or far from the origin.
inline void rescale(std::vector<GivenBody>& bodies, Random& random) {
    const int exponent = random.chance(50) ? random.integer(-1073, -990) : random.integer(100, 1017);
    const bool away = random.chance(40);
    const Vec3 far = 1e6 * random.in_cube();
    for (GivenBody& body : bodies) {
        body.in_floats = body.in_floats && (away || exponent < 0);
        for (Vec3& p : body.positions) {
            p = away ? p + far : Vec3{std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
        }
    }
}

}  // namespace pliant::spatial_hash_test
