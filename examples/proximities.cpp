// Which features are nearer than a distance? A lid over a box: what is within two millimetres, and how far apart are
// they?
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    // In metres. The lid is tilted: one of its corners is 1 mm above the box, the opposite one 5 mm.
    const std::vector<std::array<double, 3>> box{{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.1, 0}, {0, 0.1, 0}};
    const std::vector<std::array<double, 3>> lid{
        {0.01, 0.01, 0.001}, {0.09, 0.01, 0.003}, {0.09, 0.09, 0.005}, {0.01, 0.09, 0.003}};
    const std::vector<pliant::Triangle> square{{0, 1, 2}, {0, 2, 3}};
    pliant::Scene scene;
    const pliant::BodyId a = scene.add(pliant::SurfaceView{box, square});
    const pliant::BodyId b = scene.add(pliant::SurfaceView{lid, square});

    // [near]
    pliant::ProximityOptions options;
    options.distance = 0.002;  // this distance itself included; decided exactly
    options.self = false;      // only between bodies
    for (const pliant::Proximity& p : scene.proximities(options)) {
        if (p.kind == pliant::FeatureKind::vertex_triangle) {
            std::printf("vertex %u and triangle %u: %.4f m, pushed along (%.0f, %.0f, %.0f)\n", p.vertices[0],
                        p.triangle, p.near.distance, p.near.normal[0], p.near.normal[1], p.near.normal[2]);
        } else {
            std::printf("edges %u %u and %u %u: %.4f m\n", p.vertices[0], p.vertices[1], p.vertices[2], p.vertices[3],
                        p.near.distance);
        }
    }
    // [near]

    // [thickness]
    const std::array thick{pliant::BodyThickness{b, 0.0015, {}}};  // the lid is a sheet of 3 mm, modelled by its middle
    options.thickness = thick;
    std::printf("with its thickness: %zu\n", scene.proximities(options).size());
    // [thickness]

    // [apart]
    const pliant::BodyDistance apart = scene.distance(a, b);  // bodies of any shape
    std::printf("apart by %.4f to %.4f m, at (%.2f, %.2f, %.3f)\n", apart.distance[0], apart.distance[1],
                apart.point_b[0], apart.point_b[1], apart.point_b[2]);
    // [apart]
    return apart.distance[0] <= 0.001 && 0.001 <= apart.distance[1] ? 0 : 1;
}
