// A haptic loop: a probe in a dense soft surface, a force every millisecond. The budget counts the whole call, the
// update included, so what has not been looked at is bounded, never missed.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Clock = std::chrono::steady_clock;
using Vectors = std::vector<std::array<double, 3>>;

struct Surface {
    Vectors positions;
    std::vector<pliant::Triangle> triangles;
};

Surface ball(std::uint32_t n, double radius) {
    constexpr double pi = 3.14159265358979323846;
    Surface s;
    for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i < 2 * n; ++i) {
            const double t = pi * (0.001 + 0.998 * j / n), u = pi * i / n;
            s.positions.push_back(
                {radius * std::sin(t) * std::cos(u), radius * std::sin(t) * std::sin(u), radius * std::cos(t)});
            const std::uint32_t a = j * 2 * n + i, b = j * 2 * n + (i + 1) % (2 * n);
            if (j < n) s.triangles.push_back({a, a + 2 * n, b});
            if (j < n) s.triangles.push_back({b, a + 2 * n, b + 2 * n});
        }
    }
    return s;
}

int main() {
    Surface organ = ball(122, 0.1), probe = ball(8, 0.01);  // about 60,000 triangles
    const Vectors organ_at_rest = organ.positions, probe_at_rest = probe.positions;
    pliant::Scene scene;
    const pliant::BodyId tissue = scene.add(pliant::SurfaceView{organ.positions, organ.triangles});
    const pliant::BodyId tool = scene.add(pliant::SurfaceView{probe.positions, probe.triangles});
    scene.contacts_within(tissue, tool);  // builds the trees

    // [loop]
    constexpr int cycles = 500;
    int in_time = 0, missed = 0;
    Vectors force(probe.positions.size());
    for (int cycle = 0; cycle < cycles; ++cycle) {
        const double depth = 0.004 * std::sin(0.02 * cycle), breath = 1 + 0.01 * std::sin(0.01 * cycle);
        for (std::size_t v = 0; v < organ_at_rest.size(); ++v)  // all of the tissue moves
            for (std::size_t k = 0; k < 3; ++k) organ.positions[v][k] = breath * organ_at_rest[v][k];
        for (std::size_t v = 0; v < probe_at_rest.size(); ++v)
            probe.positions[v] = {probe_at_rest[v][0], probe_at_rest[v][1], probe_at_rest[v][2] + 0.11 - depth};
        const auto began = Clock::now();
        scene.move(tissue, organ.positions);
        scene.move(tool, probe.positions);
        pliant::ContactOptions within;
        within.budget.time = std::chrono::microseconds(700);
        const pliant::Contacts& contacts = scene.contacts_within(tissue, tool, within);
        pliant::penalty_forces(contacts, {}, {probe.positions, {}, force}, {.stiffness = 500});
        in_time += Clock::now() - began < std::chrono::milliseconds(1);
        missed += depth > 0.002 && contacts.pairs.empty() && contacts.report.complete;  // deep, and said to be free
    }
    // [loop]
    std::printf("touches that were passed over in silence: %d\n", missed);
    std::fprintf(stderr, "%d of %d cycles within a millisecond\n", in_time, cycles);
    return missed == 0 ? 0 : 1;
}
