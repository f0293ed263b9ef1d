// Contacts for a solver of your own: implicit Euler. A cube of masses and springs falls on a block; each penetration is
// one more spring in the linear system, as stiff as it likes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Vector = std::array<double, 3>;
using Vectors = std::vector<Vector>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double dot(const Vectors& a, const Vectors& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
    return sum;
}
void add(Vectors& a, double s, const Vectors& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) a[i][k] += s * b[i][k];
}

/// A force that grows along a direction, of one vertex, or of two against each other.
struct Spring {
    std::uint32_t a, b;  // b == a: against the world
    Vector along;
    double stiffness, stretch;

    [[nodiscard]] double along_it(const Vectors& u) const { return dot(along, u[a]) - (b != a ? dot(along, u[b]) : 0); }
    void pull(double force, Vectors& out) const {
        for (std::size_t k = 0; k < 3; ++k) {
            out[a][k] += force * along[k];
            if (b != a) out[b][k] -= force * along[k];
        }
    }
};

Vectors corners(const Vector& low, double size) {
    Vectors all;
    for (unsigned i = 0; i < 8; ++i)
        all.push_back({low[0] + (i & 1 ? size : 0), low[1] + (i & 2 ? size : 0), low[2] + (i & 4 ? size : 0)});
    return all;
}

int main() {
    const std::vector<pliant::Tetrahedron> box{{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                               {0, 5, 1, 7}, {0, 3, 2, 7}, {0, 6, 4, 7}};
    const Vectors block = corners({-1, -1, -2}, 2);
    Vectors x = corners({-0.2, -0.2, 0.5}, 0.4), v(8), rest = x;
    pliant::Scene scene;
    scene.add(pliant::VolumeView{block, box});
    const pliant::BodyId cube = scene.add(pliant::VolumeView{x, box});
    pliant::PenetrationOptions asked;
    asked.self = false;
    asked.depth = true;
    asked.once_per_body = true;

    // [loop]
    constexpr double step = 1.0 / 60, mass = 1, contact_stiffness = 1e6;
    double deepest = 0;
    std::vector<Spring> springs;
    for (int frame = 0; frame < 180; ++frame) {
        springs.clear();
        for (std::uint32_t a = 0; a < 8; ++a) {
            for (std::uint32_t b = 0; b < a; ++b) {
                Vector way{x[a][0] - x[b][0], x[a][1] - x[b][1], x[a][2] - x[b][2]};
                const Vector at_rest{rest[a][0] - rest[b][0], rest[a][1] - rest[b][1], rest[a][2] - rest[b][2]};
                const double length = std::sqrt(dot(way, way));
                for (double& w : way) w /= length;
                springs.push_back({a, b, way, 2e4, length - std::sqrt(dot(at_rest, at_rest))});
            }
        }
        scene.move(cube, x);
        for (const pliant::Penetration& p : scene.penetrations(asked)) {
            if (p.vertex.body != cube) continue;
            deepest = std::max(deepest, p.depth);
            springs.push_back({p.vertex.vertex, p.vertex.vertex, p.direction, contact_stiffness, -p.depth});
        }
        const auto apply = [&](const Vectors& u) {  // (M + h^2 K) u
            Vectors out(8);
            add(out, mass, u);
            for (const Spring& s : springs) s.pull(step * step * s.stiffness * s.along_it(u), out);
            return out;
        };
        Vectors residual(8);  // h f - h^2 K v: of the change of speed
        for (Vector& r : residual) r[2] = -9.81 * mass * step;
        for (const Spring& s : springs) s.pull(-step * s.stiffness * (s.stretch + step * s.along_it(v)), residual);
        Vectors direction = residual;  // conjugate gradients
        double square = dot(residual, residual);
        for (int i = 0; i < 60 && square > 1e-16; ++i) {
            const Vectors image = apply(direction);
            const double alpha = square / dot(direction, image), before = square;
            add(v, alpha, direction);
            add(residual, -alpha, image);
            square = dot(residual, residual);
            Vectors next = residual;
            add(next, square / before, direction);
            direction = next;
        }
        add(x, step, v);
    }
    // [loop]
    double lowest = 1, speed = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        lowest = std::min(lowest, x[i][2]);
        speed = std::max(speed, std::sqrt(dot(v[i], v[i])));
    }
    std::printf("at rest: %s; in the block by less than a millimetre: %s\n", speed < 1e-3 ? "yes" : "no",
                lowest < 0 && lowest > -1e-3 ? "yes" : "no");
    std::fprintf(stderr, "lowest %.2e m, speed %.1e m/s, deepest on impact %.3f m\n", lowest, speed, deepest);
    return speed < 1e-3 && lowest > -1e-3 ? 0 : 1;
}
