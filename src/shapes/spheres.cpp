// Geodesic spheres from a regular solid, each face split into frequency^2 triangles; and random bumps on them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "shapes/meshes.hpp"

namespace pliant::shapes {

namespace {

struct Solid {
    std::vector<Vec3> corners;    // on the unit sphere
    std::vector<Triangle> faces;  // outwards
};

// The faces of a regular solid of triangles are the triples of corners that are nearest neighbours of one another.
Solid solid_of(std::vector<Vec3> corners) {
    const auto square = [&](std::size_t a, std::size_t b) {
        return dot(corners[a] - corners[b], corners[a] - corners[b]);
    };
    const std::size_t n = corners.size();
    double nearest = 4;
    for (std::size_t a = 1; a < n; ++a) nearest = std::min(nearest, square(0, a));
    const auto neighbours = [&](std::size_t a, std::size_t b) { return square(a, b) < 1.01 * nearest; };
    std::vector<Triangle> faces;
    for (std::uint32_t a = 0; a < n; ++a)
        for (std::uint32_t b = a + 1; b < n; ++b)
            for (std::uint32_t c = b + 1; c < n; ++c) {
                if (!neighbours(a, b) || !neighbours(b, c) || !neighbours(c, a)) continue;
                const bool outwards = dot(cross(corners[a], corners[b]), corners[c]) > 0;
                faces.push_back(outwards ? Triangle{a, b, c} : Triangle{a, c, b});
            }
    return {std::move(corners), std::move(faces)};
}

Solid icosahedron() {
    const double golden = (1 + std::sqrt(5.0)) / 2;
    std::vector<Vec3> corners;
    for (const double one : {-1.0, 1.0})
        for (const double long_side : {-golden, golden}) {
            corners.push_back(unit({0, one, long_side}));
            corners.push_back(unit({one, long_side, 0}));
            corners.push_back(unit({long_side, 0, one}));
        }
    return solid_of(std::move(corners));
}

Solid octahedron() { return solid_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}); }

class Subdivision {
public:
    Subdivision(const Solid& solid, std::uint32_t frequency) : solid_(solid), parts_(frequency) {
        for (const Vec3& corner : solid.corners) mesh_.positions.push_back(position(corner));
        first_on_edge_.assign(solid.corners.size() * solid.corners.size(), none);
        for (const Triangle& face : solid.faces) add_face(face);
    }

    Mesh take() { return std::move(mesh_); }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    std::uint32_t add_point(const Vec3& sum) {
        mesh_.positions.push_back(position(unit(sum)));
        return static_cast<std::uint32_t>(mesh_.positions.size() - 1);
    }

    // The point `steps` of parts_ along the edge from a to b; points of an edge are stored from the smaller corner on.
    std::uint32_t on_edge(std::uint32_t a, std::uint32_t b, std::uint32_t steps) {
        if (a > b) return on_edge(b, a, parts_ - steps);
        std::uint32_t& first = first_on_edge_[a * solid_.corners.size() + b];
        if (first == none)
            for (std::uint32_t i = 1; i < parts_; ++i) {
                const std::uint32_t added =
                    add_point(double(parts_ - i) * solid_.corners[a] + double(i) * solid_.corners[b]);
                if (i == 1) first = added;
            }
        return first + steps - 1;
    }

    // The point of a face with i steps towards its second corner and j towards its third.
    std::uint32_t on_face(const Triangle& f, std::uint32_t i, std::uint32_t j) {
        const std::uint32_t rest = parts_ - i - j;
        if (rest == parts_) return f[0];
        if (i == parts_) return f[1];
        if (j == parts_) return f[2];
        if (j == 0) return on_edge(f[0], f[1], i);
        if (i == 0) return on_edge(f[0], f[2], j);
        if (rest == 0) return on_edge(f[1], f[2], j);
        return add_point(double(rest) * solid_.corners[f[0]] + double(i) * solid_.corners[f[1]] +
                         double(j) * solid_.corners[f[2]]);
    }

    std::vector<std::uint32_t> row_of(const Triangle& face, std::uint32_t j) {
        std::vector<std::uint32_t> row;
        for (std::uint32_t i = 0; i + j <= parts_; ++i) row.push_back(on_face(face, i, j));
        return row;
    }

    void add_face(const Triangle& face) {
        std::vector<std::uint32_t> row = row_of(face, 0);
        for (std::uint32_t j = 1; j <= parts_; ++j) {
            const std::vector<std::uint32_t> above = row_of(face, j);
            for (std::size_t i = 0; i < above.size(); ++i) {
                mesh_.triangles.push_back({row[i], row[i + 1], above[i]});
                if (i + 1 < above.size()) mesh_.triangles.push_back({row[i + 1], above[i + 1], above[i]});
            }
            row = above;
        }
    }

    const Solid& solid_;
    std::uint32_t parts_;
    std::vector<std::uint32_t> first_on_edge_;  // by smaller and larger corner
    Mesh mesh_;
};

}  // namespace

Mesh icosphere(std::uint32_t frequency) {
    const Solid solid = icosahedron();
    return Subdivision(solid, std::max(1u, frequency)).take();
}

Mesh octasphere(std::uint32_t frequency) {
    const Solid solid = octahedron();
    return Subdivision(solid, std::max(1u, frequency)).take();
}

std::uint32_t sphere_frequency(std::size_t triangles, std::size_t faces_of_base) {
    const double frequency = std::sqrt(static_cast<double>(triangles) / static_cast<double>(faces_of_base));
    return std::max(1u, static_cast<std::uint32_t>(std::floor(frequency + 0.5)));
}

void add_bumps(Mesh& sphere, std::size_t count, double height, Random& random) {
    struct Bump {
        Vec3 at;
        double height, width;  // width: square of the chord at which it has faded
    };
    std::vector<Bump> bumps;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 at = random.direction();
        const double size = random.between(0.4, 1);
        bumps.push_back({at, height * size, 0.5 * size});
    }
    for (Position& p : sphere.positions) {
        const Vec3 v(p);
        double radius = 1;
        for (const Bump& bump : bumps) {
            const double fade = 1 - dot(v - bump.at, v - bump.at) / bump.width;
            if (fade > 0) radius += bump.height * fade * fade;
        }
        p = position(radius * v);
    }
}

}  // namespace pliant::shapes
