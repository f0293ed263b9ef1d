// Contacts for a solver of your own: XPBD. A sheet of points and threads falls on a ball; `proximities` says what is
// near, and each answer is one more constraint.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Vectors = std::vector<std::array<double, 3>>;

struct Surface {
    Vectors points;
    std::vector<pliant::Triangle> triangles;
};

/// n x n squares of a map from [0, 1] x [0, 1] to space.
template <class Map>
Surface grid(unsigned n, const Map& map) {
    Surface s;
    for (unsigned j = 0; j <= n; ++j)
        for (unsigned i = 0; i <= n; ++i) s.points.push_back(map(double(i) / n, double(j) / n));
    for (unsigned j = 0; j < n; ++j) {
        for (unsigned i = 0; i < n; ++i) {
            const unsigned a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            s.triangles.push_back({a, b, d});
            s.triangles.push_back({a, d, c});
        }
    }
    return s;
}

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

int main() {
    constexpr unsigned n = 16;
    const Surface ball = grid(24, [](double u, double v) {
        const double t = 6.283185307 * u, p = 3.1415926535 * (0.01 + 0.98 * v);
        return std::array{0.3 * std::sin(p) * std::sin(t), 0.3 * std::sin(p) * std::cos(t), 0.3 * std::cos(p)};
    });
    Surface sheet = grid(n, [](double u, double v) { return std::array{u - 0.5, v - 0.5, 0.32}; });
    pliant::Scene scene;
    scene.add(pliant::SurfaceView{ball.points, ball.triangles});
    const pliant::BodyId cloth = scene.add(pliant::SurfaceView{sheet.points, sheet.triangles});

    // [loop]
    constexpr double step = 1.0 / 300, thickness = 0.01, reach = 0.03, spacing = 1.0 / n;
    Vectors before, &x = sheet.points, v(x.size());
    const auto project = [&](auto vertices, auto weights, const std::array<double, 3>& along, double error) {
        double sum = 0;  // equal masses: the share of a vertex is its weight
        for (const double w : weights) sum += w * w;
        for (std::size_t i = 0; i < vertices.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k) x[vertices[i]][k] += error * weights[i] / sum * along[k];
    };
    const auto keep_apart = [&](unsigned a, unsigned b, double rest) {
        std::array<double, 3> way{x[a][0] - x[b][0], x[a][1] - x[b][1], x[a][2] - x[b][2]};
        const double length = std::sqrt(dot(way, way));
        for (double& w : way) w /= length;
        project(std::array{a, b}, std::array{1.0, -1.0}, way, rest - length);
    };
    pliant::ProximityOptions near;
    near.distance = reach;
    near.self = false;
    for (int frame = 0; frame < 240; ++frame) {
        before = x;
        for (std::size_t i = 0; i < x.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k)
                x[i][k] += step * (v[i][k] *= 0.999) - (k == 2 ? 9.81 * step * step : 0);
        scene.move(cloth, before);
        const pliant::Proximities& contacts = scene.proximities(near);  // once a step, at its start
        for (int iteration = 0; iteration < 6; ++iteration) {
            for (unsigned i = 0; i < x.size(); ++i) {
                if (i % (n + 1) < n) keep_apart(i, i + 1, spacing);
                if (i + n + 1 < x.size()) keep_apart(i, i + n + 1, spacing);
            }
            for (const pliant::Proximity& c : contacts) {  // the normal leads from side b to side a
                const unsigned of_a = c.kind == pliant::FeatureKind::vertex_triangle ? 1 : 2;  // vertices of side a
                std::array<unsigned, 4> vertices{};
                std::array<double, 4> weights{};
                double distance = 0;
                for (unsigned k = 0; k < 4; ++k) {
                    const bool of_cloth = (k < of_a ? c.body_a : c.body_b) == cloth;
                    const double w = k < of_a ? c.near.weights[k] : -c.near.weights[k];
                    distance += w * dot(c.near.normal, (of_cloth ? x : ball.points)[c.vertices[k]]);
                    if (of_cloth) vertices[k] = c.vertices[k], weights[k] = w;
                }
                if (distance < thickness) project(vertices, weights, c.near.normal, thickness - distance);
            }
        }
        for (std::size_t i = 0; i < x.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k) v[i][k] = (x[i][k] - before[i][k]) / step;
    }
    // [loop]
    scene.move(cloth, x);
    const double apart = scene.distance(pliant::BodyId{0}, cloth).distance[0];
    double lowest = 1;
    for (const auto& p : x) lowest = std::min(lowest, p[2]);
    std::printf("the sheet hangs over the ball: %s; nearer than half a thickness: %s\n", lowest < 0 ? "yes" : "no",
                apart < 0.5 * thickness ? "yes" : "no");
    std::fprintf(stderr, "apart by %.4f m, lowest at %.3f m\n", apart, lowest);
    return apart < 0.5 * thickness ? 1 : 0;
}
