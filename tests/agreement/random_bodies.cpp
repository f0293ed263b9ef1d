#include "agreement/random_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::agreement {

namespace {

using oracle::Random;

std::uint32_t below(Random& random, std::size_t count) {
    return static_cast<std::uint32_t>(random.integer(0, static_cast<int>(count) - 1));
}

/// Triangles that share nothing, of a size at which some of them meet.
GivenBody soup(Random& random) {
    GivenBody body;
    const int count = random.integer(1, 40);
    const double size = random.uniform(0.02, 0.3);
    for (int i = 0; i < count; ++i) {
        const auto first = static_cast<std::uint32_t>(body.positions.size());
        const Vec3 middle = random.in_cube();
        for (int k = 0; k < 3; ++k) body.positions.push_back(middle + size * random.in_cube());
        body.triangles.push_back({first, first + 1, first + 2});
    }
    return body;
}

/// Any triangles on few vertices: they share corners, edges and all three vertices.
GivenBody tangle(Random& random) {
    GivenBody body;
    const int vertices = random.integer(4, 24), count = random.integer(1, 12);
    const int side = random.integer(1, 4);
    const bool grid = random.chance(60);
    for (int i = 0; i < vertices; ++i) {
        body.positions.push_back(grid ? random.on_grid(side) : random.in_cube());
    }
    for (int i = 0; i < count; ++i) {
        const std::uint32_t a = below(random, body.positions.size()), b = below(random, body.positions.size());
        const std::uint32_t c = below(random, body.positions.size());
        if (a != b && b != c && c != a) body.triangles.push_back({a, b, c});
    }
    return body;
}

/// Triangles with corners of their own on a small grid.
GivenBody grid_soup(Random& random) {
    GivenBody body;
    const int count = random.integer(1, 25), side = random.integer(3, 16);
    for (int i = 0; i < count; ++i) {
        const auto first = static_cast<std::uint32_t>(body.positions.size());
        for (int k = 0; k < 3; ++k) body.positions.push_back(random.on_grid(side));
        body.triangles.push_back({first, first + 1, first + 2});
    }
    return body;
}

GivenBody from_mesh(const shapes::Mesh& mesh) {
    GivenBody body;
    body.positions.assign(mesh.positions.begin(), mesh.positions.end());
    body.tetrahedra = mesh.tetrahedra;
    body.triangles = mesh.triangles;
    return body;
}

/// A sheet on the grid of whole numbers; heights are whole as well, so that parts of it are plane or folded flat.
GivenBody stepped_sheet(Random& random) {
    const auto columns = static_cast<std::uint32_t>(random.integer(1, 5));
    GivenBody body = from_mesh(shapes::cloth_grid({columns, columns}, columns, columns));
    const bool flat = random.chance(30);
    for (Vec3& p : body.positions) {
        if (!flat) p.z = random.integer(0, 1);
        if (random.chance(4)) p = p + random.whole(-1, 1);
    }
    return body;
}

shapes::Mesh some_shape(Random& random) {
    const shapes::GridSize grid{static_cast<std::uint32_t>(random.integer(3, 7)),
                                static_cast<std::uint32_t>(random.integer(3, 5))};
    switch (random.integer(0, 7)) {
        case 0: return shapes::icosphere(static_cast<std::uint32_t>(random.integer(1, 2)));
        case 1: return shapes::octasphere(static_cast<std::uint32_t>(random.integer(1, 3)));
        case 2: return shapes::torus(grid, 0.8, 0.3);
        case 3: return shapes::torus_knot({4 * grid.columns, 3}, {});
        case 4: return shapes::tube(grid, 0.5, 2);
        case 5: return shapes::globe(grid);
        case 6: return shapes::cloth_grid(grid, 2, 2);
        default:
            return shapes::tetra_box({static_cast<std::uint32_t>(random.integer(1, 3)),
                                      static_cast<std::uint32_t>(random.integer(1, 3)), 1});
    }
}

/// A shape, bent far enough to meet itself now and then.
GivenBody bent_shape(Random& random) {
    GivenBody body = from_mesh(some_shape(random));
    const shapes::Wave wave{random.in_cube(), random.uniform(0, 0.4) * random.in_cube(), random.uniform()};
    const shapes::Twist twist{random.uniform(-0.3, 0.3)};
    const Vec3 place = 2.0 * random.in_cube();
    const bool keep = random.chance(15);
    for (Vec3& p : body.positions) {
        if (!keep) p = place + twist(wave(p));
    }
    return body;
}

/// Nothing, or triangles without a single vertex.
GivenBody hardly_anything(Random& random) {
    GivenBody body;
    if (random.chance(50)) body.positions.push_back(random.in_cube());
    if (random.chance(50)) body.triangles.push_back({0, 1, 2});
    return body;
}

}  // namespace

GivenBody random_body(Random& random) {
    const int sort = random.integer(0, 99);
    GivenBody body = sort < 20   ? soup(random)
                     : sort < 38 ? grid_soup(random)
                     : sort < 56 ? tangle(random)
                     : sort < 70 ? stepped_sheet(random)
                     : sort < 98 ? bent_shape(random)
                                 : hardly_anything(random);
    body.in_floats = random.chance(40);
    body.gap = random.chance(50) ? 0 : static_cast<std::size_t>(random.integer(1, 5));
    return body;
}

void break_some_elements(GivenBody& body, Random& random) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    constexpr std::array bad{std::numeric_limits<double>::quiet_NaN(), infinite, -infinite};
    const int count = random.integer(1, 4);
    for (int i = 0; i < count && !body.triangles.empty() && body.positions.size() > 3; ++i) {
        Triangle& t = body.triangles[below(random, body.triangles.size())];
        Vec3& p = body.positions[below(random, body.positions.size())];
        const double number = bad[below(random, bad.size())];
        switch (random.integer(0, 4)) {
            case 0: p = {number, p.y, p.z}; break;
            case 1: p = {number, number, bad[below(random, bad.size())]}; break;
            case 2:
                t[below(random, 3)] = random.chance(50) ? ~0u : static_cast<std::uint32_t>(body.positions.size());
                break;
            case 3: t[0] = t[1]; break;
            default: p = body.positions[below(random, body.positions.size())]; break;
        }
    }
}

void bend(GivenBody& body, Random& random) {
    const int way = random.integer(0, 4);
    const Vec3 shift = way == 0 ? random.whole(-1, 1) : random.in_cube();
    const double noise = random.uniform(0, 0.3);
    const shapes::Wave wave{random.in_cube(), 0.5 * random.in_cube(), random.uniform()};
    for (Vec3& p : body.positions) {
        if (way <= 1) p = p + shift;
        if (way == 2) p = p + noise * random.in_cube();
        if (way == 3) p = wave(p);
        if (way == 4 && random.chance(10)) p = p + random.whole(-1, 1);
    }
}

void rescale(std::vector<GivenBody>& bodies, Random& random) {
    const int exponent = random.chance(50) ? random.integer(-1073, -990) : random.integer(100, 1017);
    const bool away = random.chance(30);
    const Vec3 far = 1e6 * random.in_cube();
    for (GivenBody& body : bodies) {
        body.in_floats = body.in_floats && (away || exponent < 0);
        for (Vec3& p : body.positions) {
            p = away ? p + far : Vec3{std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
        }
    }
}

}  // namespace pliant::agreement
