// The overlap gradient in an optimiser: three balls are drawn to the middle and must not overlap. The shared volume is
// a penalty; its gradient by vertices, summed up, is its gradient by a ball's place.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Vectors = std::vector<std::array<double, 3>>;

int main() {
    // A ball of triangles, as near to a round one as 256 of them come.
    constexpr unsigned n = 8;
    Vectors unit;
    std::vector<pliant::Triangle> triangles;
    for (unsigned j = 0; j <= n; ++j) {
        for (unsigned i = 0; i < 2 * n; ++i) {
            const double p = 3.14159265358979 * (0.002 + 0.996 * j / n), t = 3.14159265358979 * i / n;
            unit.push_back({std::sin(p) * std::cos(t), std::sin(p) * std::sin(t), std::cos(p)});
            const unsigned a = j * 2 * n + i, b = j * 2 * n + (i + 1) % (2 * n);
            if (j < n) triangles.push_back({a, a + 2 * n, b});
            if (j < n) triangles.push_back({b, a + 2 * n, b + 2 * n});
        }
    }
    for (const unsigned pole : {0u, n})  // closes both ends
        for (unsigned i = 1; i + 1 < 2 * n; ++i)
            triangles.push_back(pole == 0 ? pliant::Triangle{0, i, i + 1}
                                          : pliant::Triangle{pole * 2 * n, pole * 2 * n + i + 1, pole * 2 * n + i});

    // [loop]
    constexpr std::size_t balls = 3;
    std::array<std::array<double, 3>, balls> place{{{0.3, 0.1, 0}, {-0.2, 0.3, 0.1}, {0, -0.3, -0.1}}};
    std::array<Vectors, balls> shape{unit, unit, unit};
    pliant::Scene scene;
    for (const Vectors& s : shape) scene.add(pliant::SurfaceView{s, triangles});
    pliant::OverlapOptions options;
    options.gradient = true;
    double shared = 0;
    const auto gradient = [&](double penalty) {  // of sum |place|^2 / 2 + penalty * shared volume
        auto sum = place;
        for (std::size_t b = 0; b < balls; ++b) {
            for (std::size_t i = 0; i < unit.size(); ++i)
                for (std::size_t k = 0; k < 3; ++k) shape[b][i][k] = unit[i][k] + place[b][k];
            scene.move(pliant::BodyId(b), shape[b]);
        }
        shared = 0;
        for (std::uint32_t a = 0; a < balls; ++a) {
            for (std::uint32_t b = a + 1; b < balls; ++b) {
                const pliant::Overlap& overlap = scene.overlap(pliant::BodyId{a}, pliant::BodyId{b}, options);
                shared += overlap.volume;
                for (const auto& g : overlap.gradient_a)
                    for (std::size_t k = 0; k < 3; ++k) sum[a][k] += penalty * g[k];
                for (const auto& g : overlap.gradient_b)
                    for (std::size_t k = 0; k < 3; ++k) sum[b][k] += penalty * g[k];
            }
        }
        return sum;
    };
    for (double penalty = 1; penalty < 1000; penalty *= 2) {
        for (int iteration = 0; iteration < 12; ++iteration) {
            const auto g = gradient(penalty);
            const double rate = 0.5 / (1 + penalty);
            for (std::size_t b = 0; b < balls; ++b)
                for (std::size_t k = 0; k < 3; ++k) place[b][k] -= rate * g[b][k];
        }
    }
    // [loop]
    double largest = 0;
    for (const auto& p : place) largest = std::max(largest, std::hypot(p[0], p[1], p[2]));
    // Three balls of radius 1 that touch each other have their middles 2 / sqrt(3) from the middle of all.
    std::printf("they share less than a thousandth of a ball: %s; as near to the middle as can be: %s\n",
                shared < 4e-3 ? "yes" : "no", largest < 1.03 * 2 / std::sqrt(3.0) ? "yes" : "no");
    std::fprintf(stderr, "shared %.5f, farthest %.4f of %.4f\n", shared, largest, 2 / std::sqrt(3.0));
    return shared < 4e-3 ? 0 : 1;
}
