// Which vertices are inside which tetrahedra, how deep, which way out? The tip of a wedge is pressed into a box.
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    std::vector<std::array<double, 3>> corners;  // of a unit cube; the bits of the number are x, y and z
    for (int i = 0; i < 8; ++i) corners.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
    const std::vector<pliant::Tetrahedron> cube{{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                                {0, 5, 1, 7}, {0, 3, 2, 7}, {0, 6, 4, 7}};
    const std::vector<std::array<double, 3>> wedge{{0.6, 0.5, 0.8}, {0, 0, 2}, {1, 0, 2}, {0.5, 1, 2}};
    const std::vector<pliant::Tetrahedron> one{{0, 1, 2, 3}};

    pliant::Scene scene;
    scene.add(pliant::VolumeView{corners, cube});
    scene.add(pliant::VolumeView{wedge, one});

    // [question]
    pliant::PenetrationOptions options;
    options.depth = true;          // also how deep, and which way out
    options.once_per_body = true;  // a vertex on a face between two tetrahedra counts once
    const pliant::Penetrations& found = scene.penetrations(options);
    for (const pliant::Penetration& p : found) {
        std::printf("vertex %u is %s tetrahedron %u, %.2f deep, out along (%.0f, %.0f, %.0f)\n", p.vertex.vertex,
                    p.kind == pliant::PenetrationKind::inside ? "inside" : "on the boundary of",
                    p.tetrahedron.tetrahedron, p.depth, p.direction[0], p.direction[1], p.direction[2]);
    }
    // [question]
    const bool as_expected =
        found.size() == 1 && std::abs(found[0].depth - 0.2) < 1e-12 && found[0].direction[2] > 0.999;
    return as_expected ? 0 : 1;
}
