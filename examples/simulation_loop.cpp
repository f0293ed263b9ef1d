// Detection in a simulation: an elastic cube falls onto a block, which pushes back where vertices have come too deep.
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Vectors = std::vector<std::array<double, 3>>;

Vectors corners_of_box(std::array<double, 3> lo, std::array<double, 3> hi) {
    Vectors corners;
    for (int i = 0; i < 8; ++i) corners.push_back({(i & 1 ? hi : lo)[0], (i & 2 ? hi : lo)[1], (i & 4 ? hi : lo)[2]});
    return corners;
}

int main() {
    const std::vector<pliant::Tetrahedron> box{{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                               {0, 5, 1, 7}, {0, 3, 2, 7}, {0, 6, 4, 7}};
    const Vectors block = corners_of_box({-2, -2, -1}, {2, 2, 0}), at_rest = corners_of_box({0, 0, 0.2}, {1, 1, 1.2});
    pliant::Material rubber;
    rubber.stiffness = 2e5;
    rubber.damping = 0.02;
    pliant::ElasticBody cube({at_rest, box}, rubber);

    pliant::Scene scene;
    scene.add(pliant::VolumeView{block, box});
    const pliant::BodyId falling = scene.add(pliant::VolumeView{cube.positions(), box});
    pliant::PenetrationOptions options;
    options.self = false;
    options.depth = true;
    options.once_per_body = true;

    // [loop]
    const double step = std::min(0.5 * cube.stable_step(), 1.0 / 600), seconds = 4;
    Vectors forces(8);
    double deepest = 0;
    for (double time = 0; time < seconds; time += step) {
        for (std::uint32_t v = 0; v < 8; ++v) forces[v] = {0, 0, -9.81 * cube.mass(v)};
        scene.move(falling, cube.positions());                              // 1. where things are
        for (const pliant::Penetration& p : scene.penetrations(options)) {  // 2. what is wrong with that
            if (p.vertex.body != falling) continue;
            deepest = std::max(deepest, p.depth);
            const double damping = -2000 * cube.velocities()[p.vertex.vertex][2];
            for (std::size_t axis = 0; axis < 3; ++axis)  // 3. what is done about it
                forces[p.vertex.vertex][axis] += (5e5 * p.depth + damping) * p.direction[axis];
        }
        cube.step(step, forces);  // 4. the next frame
    }
    // [loop]
    double lowest = 1;
    for (const auto& position : cube.positions()) lowest = std::min(lowest, position[2]);
    std::printf("at rest %.0f mm in the block; never more than 100 mm: %s\n", -1000 * lowest,
                deepest < 0.1 ? "yes" : "no");
    return lowest < 0 && lowest > -0.05 && deepest < 0.1 ? 0 : 1;
}
