// A cloth falls on a block. Every frame is proved free of intersections before it is handed out.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>
#include <pliant/simulation.hpp>

int main() {
    std::vector<pliant::Point> sheet, block;
    std::vector<pliant::Triangle> triangles;
    const unsigned n = 24;  // squares along each side
    for (unsigned j = 0; j <= n; ++j)
        for (unsigned i = 0; i <= n; ++i) sheet.push_back({double(i) / n - 0.5, double(j) / n - 0.5, 0.25});
    for (unsigned j = 0; j < n; ++j) {
        for (unsigned i = 0; i < n; ++i) {
            const unsigned a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            triangles.push_back({a, b, d});
            triangles.push_back({a, d, c});
        }
    }
    for (int i = 0; i < 8; ++i) block.push_back({i & 1 ? 0.2 : -0.2, i & 2 ? 0.2 : -0.2, i & 4 ? 0.2 : 0.0});
    const std::vector<pliant::Triangle> faces{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                              {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

    pliant::SimulationOptions options;
    options.certify = true;
    pliant::Simulation simulation(options);
    simulation.add_obstacle("block", pliant::SurfaceView{block, faces});
    pliant::ClothSettings cotton;
    cotton.material.stretch = 800;   // N/m
    cotton.material.bending = 1e-5;  // N m
    cotton.material.density = 0.15;  // kg/m^2
    cotton.material.drag = 0.05;     // of the air
    cotton.thickness = 0.003;        // m
    const auto cloth = simulation.add_cloth("cloth", pliant::SurfaceView{sheet, triangles}, cotton);

    int certified = 0;
    for (int frame = 0; frame < 60; ++frame) {
        const pliant::StepReport& step = simulation.step(1.0 / 60);
        certified += step.certified;
        if (!step.certified) std::printf("frame %d: %d pairs intersect\n", frame, int(step.intersections));
    }
    double lowest = 1;
    for (const pliant::Point& p : simulation.positions(cloth)) lowest = std::min(lowest, p[2]);
    std::printf("%d of 60 frames are certified; it hangs over the edges: %s\n", certified, lowest < 0.1 ? "yes" : "no");
}
